//! Effects: what happens in the course of moves.

macro_rules! effect_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// The mover moves again.
    MoveAgain: Moves = "moveAgain"
        { "[then:Then]" }
        "(moveAgain)";
    /// A score grows; or the scores of several players.
    AddScore: Moves = "addScore"
        { "role:Int score:Int [then:Then]" "roles:{Int} scores:{Int} [then:Then]" }
        "(addScore Mover 1)";
    /// The score of a player, the value, or the amount to stake.
    SetPlayer: Moves = "set Amount|Score|Value"
        { "role:Player value:Int [then:Then]" }
        "(set Score P1 10)";
    /// The count, local state or value of a site.
    SetSite: Moves = "set Count|State|Value"
        { "[siteType:SiteType] at=Int [level=Int] value:Int [then:Then]" }
        "(set State at:(last To) 1)";
    /// A variable gets a value; −1 if none is named, as before anything sets it.
    SetVar: Moves = "set Var"
        { "[name:Text] [value:Int] [then:Then]" }
        "(set Var \"Lives\" 3)";
    /// The counter of moves, or the pot.
    SetValue: Moves = "set Counter|Pot"
        { "[value:Int] [then:Then]" }
        "(set Counter 5)";
    /// Something is pending until the next move has been made: a value or sites, if any.
    SetPending: Moves = "set Pending"
        { "[value:Int|Region] [then:Then]" }
        "(set Pending (last To))";
    /// Players form a team.
    SetTeam: Moves = "set Team"
        { "team:Int roles:{Role} [then:Then]" }
        "(set Team 1 {P1 P3})";
    /// What a player sees of sites.
    SetHidden: Moves = "set Hidden"
        { "[data:HiddenData|{HiddenData}] [siteType:SiteType] at=Int [level=Int] [value:Bool] to=Role|Player [then:Then]"
          "[data:HiddenData|{HiddenData}] [siteType:SiteType] region:Region [level=Int] [value:Bool] to=Role|Player [then:Then]" }
        "(set Hidden What at:(last To) True to:Next)";
    /// Players come to see all that there is to see of sites, or the facts named.
    Reveal: Moves = "reveal"
        { "[data:HiddenData|{HiddenData}] [siteType:SiteType] at=Int [level=Int] [to=Role|Player] [then:Then]"
          "[data:HiddenData|{HiddenData}] [siteType:SiteType] region:Region [level=Int] [to=Role|Player] [then:Then]" }
        "(reveal at:(last To) to:Next)";
    /// Players no longer see what there is on sites, or the facts named.
    Hide: Moves = "hide"
        { "[data:HiddenData|{HiddenData}] [siteType:SiteType] at=Int [level=Int] [from=Role|Player] [then:Then]"
          "[data:HiddenData|{HiddenData}] [siteType:SiteType] region:Region [level=Int] [from=Role|Player] [then:Then]" }
        "(hide at:(last To) from:Next)";
    /// A value is remembered; with `unique:True` only if it is not yet, and else nothing follows either.
    RememberValue: Moves = "remember Value"
        { "[name:Text] value:Int [unique=Flag] [then:Then]" }
        "(remember Value \"Visited\" (last To))";
    /// The pieces at `(from)` and `(to)` are remembered as a pair, until the turn ends: wherever they go.
    RememberPair: Moves = "remember Pair"
        { "[name:Text] [then:Then]" }
        "(remember Pair \"Fought\")";
    /// The state is remembered.
    RememberState: Moves = "remember State"
        { "[then:Then]" }
        "(remember State)";
    /// A remembered value is forgotten, or all of them.
    ForgetValue: Moves = "forget Value"
        { "[name:Text] all:AllWord [then:Then]" "[name:Text] value:Int [then:Then]" }
        "(forget Value \"Visited\" All)";
    /// A note is sent to players.
    Note: Moves = "note"
        { "[player=Int] message:Text|Int|Float|Bool|Region|Ints|Range|Direction|Graph [to=Int]" }
        "(note player:Mover \"Opponent has been shown\" to:P2)";
    /// An event is triggered for a player.
    Trigger: Moves = "trigger"
        { "event:Text role:Int [then:Then]" }
        "(trigger \"FlagCaptured\" Next)";
    /// The dice of the equipment are rolled; or one die, whose result is kept under a name until the turn ends.
    Roll: Moves = "roll"
        { "[then:Then]" "name:Text d=Int [seenBy=Witness]" "name:Text faces={Int} [biased={Int}] [seenBy=Witness]" }
        "(roll \"Steps\" d:6)";
    /// One of several moves, by chance.
    Random: Moves = "random"
        { "probabilities:{Float} moves:{Moves}" "moves:Moves num=Int" }
        "(random {0.1 0.9} { (move Pass) (forEach Piece) })";
    /// Ludii's way to deal in the midst of play. Here cards lie in zones, from which chance draws with `(draw …)`, and a domino is
    /// taken with `(take Domino)`.
    Deal: Moves = "deal"
        { "type:Dealable [count:Int] [beginWith=Int] [then:Then]" }
        "(deal Cards 3 beginWith:(mover))";
    /// A domino is taken.
    TakeDomino: Moves = "take Domino"
        { "[then:Then]" }
        "(take Domino)";
    /// A player takes the pieces of another.
    TakeControl: Moves = "take Control"
        { "of=Int by=Int [at=Int] [to=Region] [siteType:SiteType] [then:Then]" }
        "(take Control of:P2 by:Mover at:(last To))";

    /// A piece changes to its other state.
    Flip: Moves = "flip"
        { "[siteType:SiteType] [site:Int] [then:Then]" }
        "(flip (last To))";
    /// Counters are sown along a track: those of the site given, or of the one where the last move began, fall one by one into the
    /// sites that follow.
    Sow: Moves = "sow"
        { "[siteType:SiteType] [start:Int] [count=Int] [numPerHole=Int] [track:Text] [owner=Int] [if=Bool] [sowEffect=Moves] [apply=Moves] [includeSelf=Flag] [origin=Bool] [skipIf=Bool] [backtracking=Bool] [forward=Bool] [then:Then]" }
        "(sow if:(= (count at:(to)) 2) apply:(remove (to)) includeSelf:False backtracking:True)";
    /// Pieces caught in a line: in each direction from the piece of `(from …)`, which is the one moved last if nothing is said, an unbroken
    /// row of those that `(between if:…)` admits, with a site behind them that `(to if:…)` admits.
    Custodial: Moves = "custodial"
        { "[from:From] [directions:Direction] [between:Between] [to:To] [then:Then]" }
        "(custodial (from (last To)) Orthogonal (between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Mover (who at:(to)))))";
    /// Pieces on two opposite sides of a piece, which is the one moved last if nothing is said.
    Intervene: Moves = "intervene"
        { "[from:From] [directions:Direction] [between:Between] [to:To] [then:Then]" }
        "(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))";
    /// Pieces in a line from the last piece.
    Directional: Moves = "directional"
        { "[from:From] [directions:Direction] [to:To] [then:Then]" }
        "(directional (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))";
    /// Groups without liberties beside a piece, which is the one moved last if nothing is said: connected pieces that `(between if:…)`
    /// admits, with no empty site beside them.
    Enclose: Moves = "enclose"
        { "[siteType:SiteType] [from:From] [directions:Direction] [between:Between] [numException=Int] [then:Then]" }
        "(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))";
    /// Pieces beside the one moved last that `(between if:…)` admits, if those of `(to if:…)` stand on all sides of them.
    Surround: Moves = "surround"
        { "[from:From] [relation:RelationType] [between:Between] [to:To] [except=Int] [with=Piece] [then:Then]" }
        "(surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Mover (who at:(to)))))";
    /// What stands in a row from a site on is pushed one site on in a direction.
    Push: Moves = "push"
        { "[from:From] directions:Direction [then:Then]" }
        "(push (from (last To)) E)";
    /// Pieces in lines move towards a site.
    Attract: Moves = "attract"
        { "[from:From] [directions:Direction] [then:Then]" }
        "(attract (from (last To)) Diagonal)";
    /// A puzzle: a value for a site that is open, such that no constraint is surely broken. With `changes:True` a value may be changed;
    /// with `marks:True` a value may be excluded, or let in again.
    Satisfy: Moves = "satisfy"
        { "constraints:Bool… [changes=Flag] [marks=Flag]" }
        "(satisfy { (all Different) })";

    } };
}
