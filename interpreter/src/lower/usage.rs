//! What a game uses, read off its rules before anything is lowered: its state has room for that and nothing else.

use crate::lower::equipment::Equipment;
use crate::lower::hands::secrets::Facet;
use parlour_grammar::catalogue::Prim;
use parlour_grammar::rules::{Call, Term, TermKind};

/// What facts the pieces of a game have.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Usage {
    /// Ordered stacks.
    pub stacks: bool,
    /// Pieces that are removed when the turn is over.
    pub dooms: bool,
    /// Several pieces on a site that are only counted.
    pub count: bool,
    /// States of pieces.
    pub state: bool,
    /// Rotations of pieces.
    pub rotation: bool,
    /// Values of pieces.
    pub value: bool,
    /// What effects hide and show, by the number of the facet.
    hidden: [bool; 7],
    /// Whether a player may get a turn out of order.
    pub moves_again: bool,
    /// Whether the rules say themselves what passes mean.
    pub asks_for_passes: bool,
    /// Whether a player may choose to pass.
    pub offers_passes: bool,
    /// Whether moves may leave something pending.
    pub pending: bool,
    /// Numbers are pending that need not be those of sites.
    pub pending_numbers: bool,
    /// Whether what a move does at once hangs on what the last one left pending.
    pub applies_pending: bool,
    /// Whether players may change sides by a move.
    pub swaps: bool,
    /// Whether a rule asks if a player was without moves on its last turn.
    pub stalemates: bool,
    /// Whether doubles are played twice.
    pub replays_doubles: bool,
    /// Whether a rule asks where the last action of the last move was, consequences included.
    pub asks_for_last_action: bool,
    /// Whether a rule asks where the last action of the last move came from, consequences included.
    pub asks_for_last_from: bool,
    /// Whether a rule asks for all sites to which the last move came.
    pub asks_where_it_came: bool,
    /// Whether a rule asks for the level of the last move.
    pub asks_for_levels: bool,
    /// Whether pieces are moved by steps along tracks.
    pub walks_tracks: bool,
    /// Whether a rule remembers pairs of pieces.
    pub pairs: bool,
    /// Whether a rule adds pieces after the start, other than those of zones.
    pub adds: bool,
    /// Pieces that the start places in stacks, as far as can be seen.
    large_stack: bool,
}

/// Most pieces on a site where pieces come into play after the start: as Ludii has it.
const USUAL_HEIGHT: u32 = 32;
/// The same for boards with large stacks.
const LARGE_HEIGHT: u32 = 128;
/// Most pieces that the stacks of a state have room for, all sites together.
const MOST_CELLS: u32 = 1 << 20;

impl Usage {
    pub fn of(game: &Term) -> Usage {
        let mut usage = Usage::default();
        let mut zones: Vec<&str> = Vec::new();
        let mut puzzle = false;
        visit(game, &mut |term| {
            puzzle |= term.call().is_some_and(|c| c.prim == Prim::Values);
            if let Some(call) = term.call().filter(|c| c.prim == Prim::ZoneSpec) {
                zones.extend(call.look("name").and_then(Term::text));
            }
        });
        visit(game, &mut |term| {
            if let TermKind::Call(call) = &term.kind {
                // Counts in zones are no counts on sites.
                let zone = call.look("container").and_then(Term::text).is_some_and(|c| zones.contains(&c));
                if !(zone && matches!(call.prim, Prim::Place)) {
                    usage.see(call);
                }
            }
        });
        // Pieces that come into a hand may come to like ones there.
        let has = |term, prims: &[Prim]| {
            let mut found = false;
            visit(term, &mut |t| found |= t.call().is_some_and(|c| prims.contains(&c.prim)));
            found
        };
        let hands = [Prim::HandSite, Prim::SitesHand];
        let (mut mapped, mut by_map) = (false, false);
        visit(game, &mut |term| match term.call() {
            Some(to) if to.prim == Prim::To => {
                usage.count |= to.look("region").is_some_and(|region| has(region, &hands));
                by_map |= to.look("region").is_some_and(|region| has(region, &[Prim::MapEntry]));
            }
            Some(map) if map.prim == Prim::Map => mapped |= has(term, &hands),
            // A map may name the sites of hands by their numbers.
            Some(hand) if hand.prim == Prim::Hand => mapped = true,
            _ => {}
        });
        usage.count |= mapped && by_map;
        // In a puzzle the value of a site is the piece there.
        usage.value &= !puzzle;
        // Stacks are counted by their height.
        usage.count &= !usage.stacks;
        usage
    }

    fn see(&mut self, call: &Call) {
        let said = |slot: &str| matches!(call.look(slot).map(|t| &t.kind), Some(TermKind::Bool(true)));
        let word = || call.look("word").and_then(Term::symbol);
        self.stacks |= said("stack") || said("byLevel") || call.look("level").is_some() || said("top");
        // Nothing else hangs on this one, or on whether a piece is added to a stack.
        self.large_stack |= call.heed("largeStack").is_some_and(|flag| matches!(flag.kind, TermKind::Bool(true)));
        if matches!(call.prim, Prim::Add | Prim::Claim) {
            call.heed("stack");
        }
        if matches!(call.prim, Prim::Place | Prim::PlaceStack | Prim::PlaceRandom) {
            self.state |= call.look("state").is_some();
            self.rotation |= call.look("rotation").is_some();
            self.value |= call.look("value").is_some();
        }
        match call.prim {
            Prim::PlaceStack
            | Prim::SizeStack
            | Prim::TopLevel
            | Prim::CountStack
            | Prim::ForEachLevel
            | Prim::ForEachLevelRegion
            | Prim::WhereLevel
            | Prim::Level
            | Prim::NoStacks
            | Prim::SitesControlled => self.stacks = true,
            Prim::From => self.stacks |= call.look("top").is_some(),
            Prim::State | Prim::Flip | Prim::Flips => self.state = true,
            Prim::SetSite | Prim::StartSetSite => match word() {
                Some("State") => self.state = true,
                Some("Value") => self.value = true,
                Some("Count") => self.count = true,
                _ => {}
            },
            Prim::SitesIndex => self.state |= word() == Some("State"),
            Prim::Rotation | Prim::SetRotation | Prim::Rotations => self.rotation = true,
            Prim::ValuePiece => self.value = true,
            // Hands hold many of a kind.
            Prim::Sow | Prim::MancalaBoard | Prim::HandSite => self.count = true,
            Prim::Add | Prim::FromTo | Prim::Remove => {
                self.count |= call.look("count").is_some();
                self.dooms |= call.look("at").and_then(Term::symbol) == Some("EndOfTurn");
            }
            // Without a place, as many sites get one each.
            Prim::PlaceRandom if call.look("where").is_none() => {}
            Prim::Place | Prim::PlaceRandom => {
                self.count |= call.look("count").or(call.look("counts")).is_some();
            }
            Prim::PieceRef => self.state |= call.look("state").is_some(),
            // How a large piece lies is its state.
            Prim::Tile => self.state |= call.look("walk").is_some(),
            Prim::Dominoes | Prim::Domino => (self.state, self.value) = (true, true),
            // Nobody sees what is in the bag.
            Prim::StartDeal => self.changes(&[Facet::What]),
            Prim::SetHidden | Prim::StartHidden => self.changes(&Facet::changed(call, false)),
            Prim::Reveal | Prim::Hide => self.changes(&Facet::changed(call, true)),
            Prim::SwapPlayers => self.swaps = true,
            Prim::ForEachDie => self.replays_doubles |= call.look("replayDouble").is_some(),
            Prim::Last => {
                self.asks_for_last_action |= said("afterConsequence");
                self.asks_for_last_from |= said("afterConsequence") && word() == Some("From");
                self.asks_for_levels |= matches!(word(), Some("LevelFrom" | "LevelTo"));
            }
            Prim::SitesSimple => self.asks_where_it_came |= word() == Some("LastTo"),
            Prim::TrackSiteMove => self.walks_tracks = true,
            Prim::SetPending => {
                self.pending = true;
                let sum = |v: &Term| v.call().is_some_and(|c| matches!(c.prim, Prim::Plus | Prim::Minus | Prim::Times));
                self.pending_numbers |= call.look("value").is_some_and(sum);
            }
            Prim::Apply => self.applies_pending |= call.args.iter().any(|(_, arg)| asks_for_pending(arg)),
            Prim::RememberPair | Prim::IsPaired => self.pairs = true,
            // Where dice decide whether anything can be done, nobody gives up by passing.
            Prim::Dice | Prim::PassEnd => self.asks_for_passes = true,
            Prim::Pass => self.offers_passes = true,
            Prim::AllSimple => self.asks_for_passes |= word() == Some("Passed"),
            Prim::NoMoves => self.stalemates |= call.look("role").and_then(Term::symbol) != Some("Next"),
            Prim::MoveAgain | Prim::SetNextPlayer => self.moves_again = true,
            _ => {}
        }
        self.adds |= call.prim == Prim::FromTo && said("copy");
        self.adds |= matches!(call.prim, Prim::Add | Prim::Claim | Prim::Promote | Prim::Sow | Prim::Shoot);
        self.count |= matches!(call.prim, Prim::CountAt) && call.look("at").is_some();
    }

    fn changes(&mut self, facets: &[Facet]) {
        facets.iter().for_each(|facet| self.hidden[*facet as usize] = true);
    }

    /// Whether an effect changes who sees a facet of pieces that the game has.
    pub fn hides(&self, facet: Facet) -> bool {
        self.hidden[facet as usize]
            && match facet {
                Facet::Presence | Facet::What | Facet::Who => true,
                Facet::State => self.state,
                Facet::Count => self.count,
                Facet::Rotation => self.rotation,
                Facet::Value => self.value,
            }
    }

    /// The zones whose pieces can come to stand on sites: those that moves put there, and those that feed these.
    pub fn zones_in_play(game: &Term) -> Vec<&str> {
        fn name(term: Option<&Term>) -> Option<&str> {
            term?.call().filter(|c| c.prim == Prim::ZoneRef)?.look("name")?.text()
        }
        let (mut found, mut ways) = (Vec::new(), Vec::new());
        visit(game, &mut |term| {
            let Some(call) = term.call() else { return };
            if matches!(call.prim, Prim::ZoneMove | Prim::MoveAll | Prim::Draw | Prim::StartDraw) {
                match (name(call.look("from")), name(call.look("to"))) {
                    (Some(from), None) => found.push(from),
                    (Some(from), Some(to)) => ways.push((from, to)),
                    _ => {}
                }
            }
        });
        while let Some((from, _)) = ways.iter().find(|(from, to)| found.contains(to) && !found.contains(from)) {
            found.push(from);
        }
        found
    }

    /// Most pieces that a site can hold in a game with stacks.
    pub fn stack_height(&self, eq: &Equipment) -> u32 {
        match eq.pieces_at_start {
            Some(pieces) if !self.adds => pieces.clamp(1, MOST_CELLS / eq.sites.max(1)),
            _ if self.large_stack => LARGE_HEIGHT,
            _ => USUAL_HEIGHT,
        }
    }
}

/// Whether a form asks if anything is pending.
fn asks_for_pending(term: &Term) -> bool {
    let mut found = false;
    visit(term, &mut |t| {
        let asks = |c: &Call| c.prim == Prim::IsSimple && c.look("word").and_then(Term::symbol) == Some("Pending");
        found |= t.call().is_some_and(asks);
    });
    found
}

/// Shows every term below `term`, itself included, to `f`.
pub(super) fn visit<'t>(term: &'t Term, f: &mut impl FnMut(&'t Term)) {
    visit_some(term, &|_| true, f);
}

/// The same for the arguments that stand in slots of these names.
pub(super) fn visit_some<'t>(term: &'t Term, slots: &impl Fn(&str) -> bool, f: &mut impl FnMut(&'t Term)) {
    f(term);
    match &term.kind {
        TermKind::List(members) => members.iter().for_each(|m| visit_some(m, slots, f)),
        TermKind::Range(ends) => {
            visit_some(&ends.0, slots, f);
            visit_some(&ends.1, slots, f);
        }
        TermKind::Call(call) => {
            let args = call.args.iter().filter(|(slot, _)| slots(slot));
            args.for_each(|(_, arg)| visit_some(arg, slots, f));
        }
        _ => {}
    }
}
