//! When a position or a list of moves agrees with a recorded one.

use std::collections::{BTreeMap, BTreeSet};

use super::notation::{Place, RecordedMove, SiteContent, SitePiece};
use super::recording::{Outcome, RecordedDecision, Recording};
use super::replay::MoveKey;

/// The sites on which two boards differ, dice aside.
pub fn differing_sites(recording: &Recording, theirs: &[SiteContent], ours: &[SiteContent]) -> Vec<u32> {
    let (theirs, ours) = (by_site(theirs), by_site(ours));
    let sites: BTreeSet<u32> = theirs.keys().chain(ours.keys()).copied().collect();
    sites.into_iter().filter(|site| theirs.get(site) != ours.get(site) && !recording.is_die(*site)).collect()
}

/// What stands on each site that holds something.
pub fn by_site(board: &[SiteContent]) -> BTreeMap<u32, &[SitePiece]> {
    board
        .iter()
        .filter(|content| !content.pieces.is_empty())
        .map(|content| (content.site, content.pieces.as_slice()))
        .collect()
}

/// Whether two ends agree. Rankings are compared if both are known.
pub fn same_outcome(theirs: Option<&Outcome>, ours: Option<&Outcome>) -> bool {
    match (theirs, ours) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            let rankings_agree = a.ranking.is_empty() || b.ranking.is_empty() || a.ranking == b.ranking;
            a.winner == b.winner && rankings_agree
        }
        _ => false,
    }
}

/// The indices among our moves of those that the chosen one may be: what tells two moves apart need not be recorded.
pub fn find(decision: &RecordedDecision, ours: &[MoveKey]) -> Vec<usize> {
    let chosen = &decision.chosen;
    let at: Vec<&MoveKey> = ours.iter().filter(|key| key.place == chosen.place).collect();
    let (names, _) = telling_marks(recorded_at(decision, chosen.place), &at);
    let (marks, wanted) = (chosen.marks(), keep(&chosen.marks(), &names));
    let at = |key: &MoveKey| key.place == chosen.place && keep(&key.marks, &names) == wanted;
    let found: Vec<usize> = ours.iter().enumerate().filter(|(_, key)| at(key)).map(|(index, _)| index).collect();
    if decision.moves.is_some() {
        return found;
    }
    // Where the others are not recorded, those are meant that agree with it in all that is said of both.
    let agrees = |index: &usize| ours[*index].marks.iter().all(|(name, v)| marks.get(name).is_none_or(|w| w == v));
    let likely: Vec<usize> = found.iter().copied().filter(agrees).collect();
    if likely.is_empty() { found } else { likely }
}

/// Our moves and the recorded ones, as far as they differ.
pub struct MoveSets {
    /// Moves only we have.
    pub only_ours: Vec<String>,
    /// Moves only the recording has.
    pub only_theirs: Vec<String>,
    too_many: Option<(usize, usize)>,
}

impl MoveSets {
    /// Compares sets: a move may be listed more than once. Where several recorded moves go to one place, they are told apart by the
    /// marks in which they differ.
    pub fn new(decision: &RecordedDecision, ours: &[MoveKey]) -> Self {
        let Some(moves) = &decision.moves else {
            return Self::uncounted(decision, ours);
        };
        let mut theirs: BTreeMap<Place, Vec<&RecordedMove>> = BTreeMap::new();
        for recorded in moves {
            theirs.entry(recorded.place).or_default().push(recorded);
        }
        let mut our_places: BTreeMap<Place, Vec<&MoveKey>> = BTreeMap::new();
        for key in ours {
            our_places.entry(key.place).or_default().push(key);
        }
        let (mut their_names, mut our_names, mut surplus) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for (place, group) in &theirs {
            let same = our_places.get(place).map(Vec::as_slice).unwrap_or_default();
            let (names, ways) = telling_marks(group.iter().copied(), same);
            // A move may be listed several times, by both alike.
            if !same.is_empty() && same.len() != group.len() && ways.is_some_and(|ways| ways != same.len()) {
                surplus.push(format!("{place} in {} ways, recorded in {}", same.len(), ways.unwrap_or_default()));
            }
            their_names.extend(group.iter().map(|recorded| (*place, keep_of(recorded, &names))));
            our_names.extend(same.iter().map(|key| (*place, keep(&key.marks, &names))));
            surplus.extend(surplus_ways(*place, group, same));
        }
        let elsewhere = our_places.keys().filter(|place| !theirs.contains_key(place));
        our_names.extend(elsewhere.map(|place| (*place, BTreeMap::new())));
        Self {
            only_ours: our_names.difference(&their_names).map(name).chain(surplus).collect(),
            only_theirs: their_names.difference(&our_names).map(name).collect(),
            too_many: None,
        }
    }

    /// Without a list there is only its length, which counts a move listed twice as two: we may have fewer, never more.
    fn uncounted(decision: &RecordedDecision, ours: &[MoveKey]) -> Self {
        let count = ours.iter().collect::<BTreeSet<_>>().len();
        let too_many = (count > decision.count).then_some((decision.count, count));
        Self { only_ours: Vec::new(), only_theirs: Vec::new(), too_many }
    }

    /// How they differ, in one line, if they do.
    pub fn difference(&self) -> Option<String> {
        if let Some((theirs, ours)) = self.too_many {
            return Some(format!("{theirs} moves recorded, ours are {ours}"));
        }
        let (ours, theirs) = (self.only_ours.len(), self.only_theirs.len());
        (ours + theirs > 0).then(|| format!("{theirs} moves only in the recording, {ours} only ours"))
    }
}

/// A place to which we have more moves than were recorded.
fn surplus_ways(place: Place, theirs: &[&RecordedMove], ours: &[&MoveKey]) -> Option<String> {
    if ours.len() <= 1 {
        return None;
    }
    let recorded = theirs.iter().map(|recorded| recorded.actions.as_str()).collect::<BTreeSet<_>>().len();
    let ways = ours.iter().collect::<BTreeSet<_>>().len();
    (ways > recorded).then(|| format!("{place} in {ways} ways, recorded in {recorded}"))
}

type Marks = BTreeMap<String, String>;

fn recorded_at(decision: &RecordedDecision, place: Place) -> impl Iterator<Item = &RecordedMove> {
    decision.moves.iter().flatten().filter(move |recorded| recorded.place == place)
}

/// The names of the marks in which recorded moves differ, of those that ours have. Where that leaves out what tells some of them apart,
/// also in how many ways they differ: as many moves must be ours.
fn telling_marks<'a>(
    moves: impl Iterator<Item = &'a RecordedMove>,
    ours: &[&MoveKey],
) -> (BTreeSet<String>, Option<usize>) {
    let moves: Vec<&RecordedMove> = moves.collect();
    if moves.len() < 2 {
        return (BTreeSet::new(), None);
    }
    let marks: Vec<Marks> = moves.iter().map(|recorded| recorded.marks()).collect();
    let names: BTreeSet<&String> = marks.iter().flat_map(BTreeMap::keys).collect();
    let tells = |name: &&String| marks.iter().any(|each| each.get(*name) != marks[0].get(*name));
    let all: BTreeSet<String> = names.into_iter().filter(tells).cloned().collect();
    let ways = |names: &BTreeSet<String>| marks.iter().map(|each| keep(each, names)).collect::<BTreeSet<_>>().len();
    let shared: BTreeSet<String> =
        all.iter().filter(|name| ours.iter().any(|key| key.marks.contains_key(*name))).cloned().collect();
    let apart = ways(&all);
    let unnamed = (apart > ways(&shared)).then_some(apart);
    (shared, unnamed)
}

fn keep_of(recorded: &RecordedMove, names: &BTreeSet<String>) -> Marks {
    if names.is_empty() { Marks::new() } else { keep(&recorded.marks(), names) }
}

fn keep(marks: &Marks, names: &BTreeSet<String>) -> Marks {
    marks.iter().filter(|(name, _)| names.contains(*name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn name((place, marks): &(Place, Marks)) -> String {
    let marks: Vec<String> = marks.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if marks.is_empty() { place.to_string() } else { format!("{place} {}", marks.join(" ")) }
}
