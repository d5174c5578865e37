//! Rules: their frame, meta rules, start, phases, end.

macro_rules! rule_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// The rules: one play for the whole game, or phases.
    Rules: Rules = "rules"
        { "[meta:Meta] [start:Start] play:Play end:End [rounds:Rounds]"
          "[meta:Meta] [start:Start] [play:Play] phases={Phase} [end:End] [rounds:Rounds]" }
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))";
    /// The rules above the rules.
    Meta: Meta = "meta"
        { "rules:MetaRule…" }
        "(meta (swap))";
    /// The second player may take the first player's place after the first move.
    MetaSwap: MetaRule = "swap"
        { "" }
        "(swap)";
    /// Moves that are forced are made without asking.
    Automove: MetaRule = "automove"
        { "" }
        "(automove)";
    /// Pieces fall: once a move is over, the first that stands above a free site drops there, until none can.
    Gravity: MetaRule = "gravity"
        { "[type:Gravity]" }
        "(gravity PyramidalDrop)";
    /// No piece may be removed on which two others rest.
    Pin: MetaRule = "pin"
        { "type:Pin" }
        "(pin SupportMultiple)";
    /// What it means when everybody passes.
    PassEnd: MetaRule = "passEnd"
        { "type:PassEnd" }
        "(passEnd NoEnd)";
    /// No move may repeat.
    MetaNoRepeat: MetaRule = "no Repeat"
        { "[repetition:Repetition]" }
        "(no Repeat PositionalInTurn)";
    /// No move may be made after which its player has lost, by the ends of the game.
    MetaNoSuicide: MetaRule = "no Suicide"
        { "" }
        "(no Suicide)";

    /// How the game is set up.
    Start: Start = "start"
        { "rules:StartRule…" }
        "(start { (place \"Disc1\" (sites Bottom)) (place \"Disc2\" (sites Top)) })";
    /// Pieces are placed.
    Place: StartRule = "place"
        { "item:Text [container:Text] [siteType:SiteType] [region:Region|{Region}] [coords:{Text}] [coord=Text] [count=Int] [counts={Int}] [state=Int] [rotation=Int] [value=Int]" }
        "(place \"Pawn1\" (sites Row 1))";
    /// Stacks are placed, of one item or of several from bottom to top.
    PlaceStack: StartRule = "place Stack"
        { "item:Text [container:Text] [siteType:SiteType] [region:Region|{Region}] [coords:{Text}] [coord=Text] [count=Int] [counts={Int}] [state=Int] [rotation=Int] [value=Int]"
          "items={Text} [container:Text] [siteType:SiteType] [region:Region|{Region}] [coords:{Text}] [coord=Text] [count=Int] [counts={Int}] [state=Int] [rotation=Int] [value=Int]" }
        "(place Stack \"Disc1\" (sites Bottom) count:2)";
    /// Pieces are placed where chance puts them: each on a site of a region, or all in a stack on one site.
    PlaceRandom: StartRule = "place Random"
        { "[region:Region] items:{Text} [count=Int] [state=Int] [value=Int] [siteType:SiteType]"
          "items:{Text} [count={Int}] [state=Int] [value=Int] where:Int [siteType:SiteType]"
          "counts:{ItemCount} where:Int [siteType:SiteType]" }
        "(place Random (sites Board) {\"Disc1\"} count:4)";
    /// How many of which item.
    ItemCount: ItemCount = "count"
        { "item:Text count:Int" }
        "(count \"Disc1\" 4)";
    /// A value is remembered from the start.
    StartRememberValue: StartRule = "set RememberValue"
        { "[name:Text] value:Int [unique=Flag]" "[name:Text] region:Region [unique=Flag]" }
        "(set RememberValue \"Owner\" 5 unique:True)";
    /// What a player does not see from the start.
    StartHidden: StartRule = "set Hidden"
        { "[data:HiddenData|{HiddenData}] [siteType:SiteType] at=Int [level=Int] [value:Bool] to=Role"
          "[data:HiddenData|{HiddenData}] [siteType:SiteType] region:Region [level=Int] [value:Bool] to=Role" }
        "(set Hidden What (sites Top) to:P1)";
    /// Sites belong to a player from the start.
    StartOwner: StartRule = "set"
        { "role:Role [siteType:SiteType] [region:Region] [coords:{Text}] [coord=Text]" }
        "(set P1 Vertex {0 1 2})";
    /// Who moves first; player 1 if nothing is said.
    StartSetNextPlayer: StartRule = "set NextPlayer"
        { "player:Player" }
        "(set NextPlayer P2)";
    /// What sites hold from the start.
    StartSetSite: StartRule = "set Count|Cost|Phase"
        { "value:Int [siteType:SiteType] at=Int" "value:Int [siteType:SiteType] to=Region" }
        "(set Count 4 to:(sites Track))";
    /// What players have at the start.
    StartSetPlayer: StartRule = "set Amount|Score"
        { "[role:Role] value:Int" }
        "(set Score P1 100)";
    /// What a variable holds at the start; −1 if nothing is said.
    StartSetVar: StartRule = "set Var"
        { "[name:Text] value:Int" }
        "(set Var \"Lives\" 3)";
    /// Players form a team.
    StartSetTeam: StartRule = "set Team"
        { "team:Int roles:{Role}" }
        "(set Team 1 {P1 P3})";
    /// The givens of a puzzle: sites and their values, or the rows of the board from the top, with a full stop where none is given.
    StartSetPuzzle: StartRule = "set"
        { "rows={Text}" "[siteType:SiteType] pairs:{{Int|Text}}" "[siteType:SiteType] pairs:{Int|Text}…" }
        "(set {{\"A1\" 2} {\"B3\" 1}})";
    /// Ludii's way to share out a deck. Here cards lie in zones, from which chance draws: `(draw (zone "Pile") (zone "Hand" P1) 26)`.
    Split: StartRule = "split Deck"
        { "" }
        "(split Deck)";
    /// Dominoes are dealt at the start. Cards lie in zones, from which chance draws them: `(draw (zone "Pile") (zone "Hand" P1) 5)`.
    StartDeal: StartRule = "deal"
        { "type:Dealable [count:Int]" }
        "(deal Dominoes 7)";
    /// Pieces are drawn from a zone at random at the start: so many into another zone, or one onto each site of a region.
    StartDraw: StartRule = "draw"
        { "from:Zone to:Zone [count:Int]" "from:Zone sites:Region" }
        "(draw (zone \"Pile\") (zone \"Hand\" P1) 5)";
    /// A rule of the start for each site, number, player or team.
    StartForEach: StartRule = "forEach Site"
        { "region:Region [if=Bool] rule:StartRule" }
        "(forEach Site (sites Board) if:(is Even (site)) (place \"Disc1\" (site)))";
    /// A rule of the start for each number from one to another.
    StartForEachValue: StartRule = "forEach Value"
        { "min=Int max=Int rule:StartRule" }
        "(forEach Value min:0 max:5 (place \"Disc1\" (value)))";
    /// A rule of the start for each player or team.
    StartForEachPlayer: StartRule = "forEach Player|Team"
        { "rule:StartRule" }
        "(forEach Player (set Score Player 100))";
    /// A rule of the start for each of some players.
    StartForEachOf: StartRule = "forEach"
        { "players:Ints rule:StartRule" }
        "(forEach (players All) (set Score Player 100))";

    /// What may be played.
    Play: Play = "play"
        { "moves:Moves" }
        "(play (forEach Piece))";
    /// A part of the game with a play of its own.
    Phase: Phase = "phase"
        { "name:Text [role:Role] [mode:Mode] [play:Play] [end:End] [next:NextPhase|{NextPhase}]" }
        "(phase \"Placement\" (play (move Add (to (sites Empty)))) (nextPhase (is Full) \"Movement\"))";
    /// Where play goes when a condition holds: to a named phase, or to the one that follows.
    NextPhase: NextPhase = "nextPhase"
        { "[role:Player] [condition:Bool] [phase:Text]" }
        "(nextPhase Mover (= (count Turns) 10) \"Movement\")";

    /// How the game ends.
    End: End = "end"
        { "rules:EndRule…" }
        "(end { (if (no Moves Next) (result Mover Win)) })";
    /// When a condition holds, the game ends for somebody.
    EndIf: EndRule = "if"
        { "condition:Bool result:Result" "condition:Bool sub:EndRule|{EndRule} [result:Result]" }
        "(if (no Pieces Next) (result Mover Win))";
    /// When a condition holds for a player, the game ends for that player. Where it is asked of each track, `(track)` is its number and
    /// `(sites Track)` its sites; the first for which it holds counts.
    EndForEach: EndRule = "forEach Player|NonMover|Enemy|Friend|Ally|All|Mover|Track"
        { "if=Bool result:Result" }
        "(forEach Player if:(= (score Player) 5) (result Player Win))";
    /// How the game ends for whom.
    Result: Result = "result"
        { "role:Role outcome:Outcome" }
        "(result Mover Win)";
    /// The highest score wins; in the end of a match of games, without scores, the highest match score.
    ByScore: Result = "byScore"
        { "[scores:{FinalScore}] [misere=Bool]" }
        "(byScore { (score P1 (count Pieces P1)) (score P2 (count Pieces P2)) })";
    /// All who are still in are ranked by several criteria, each computed for each player as `Player`: the first in which two differ
    /// counts, higher is better, and who are alike in all share their ranks. In `(forEach Player if:…)` only those leave the game.
    Ranking: Result = "ranking"
        { "criteria:{Int}" }
        "(ranking { (count (zone \"Trophies\" Player)) (count Pieces Player) })";
    /// The final score of a player.
    FinalScore: FinalScore = "score"
        { "role:Role score:Int" }
        "(score P1 (count Pieces P1))";
    /// Everybody gets a payoff, and is ranked by it: nothing for those who are not named.
    Payoffs: Result = "payoffs"
        { "payoffs:{Payoff}" }
        "(payoffs { (payoff P1 5.5) (payoff P2 1.2) })";
    /// The payoff of a player.
    Payoff: Payoff = "payoff"
        { "role:Role payoff:Float" }
        "(payoff P1 5.5)";

    /// The game is a match of rounds: so many, until a condition holds once a round is over, or until an end of the match gives a
    /// result then. What a round leaves is kept in records; the result is that of the match, the most rounds won if nothing is said. The
    /// rounds of a `(match …)` of several games say which comes next.
    Rounds: Rounds = "rounds"
        { "count:Int [seats=SeatRule] [starter=StarterRule|Player] [keep=Record|{Record}] [until=Bool] [result:Result]"
          "[seats=SeatRule] [starter=StarterRule|Player] [keep=Record|{Record}] until=Bool [result:Result]"
          "[count:Int] [seats=SeatRule] [starter=StarterRule|Player] [keep=Record|{Record}] [next=Int] end:End" }
        "(rounds 2 seats:Rotate keep:(record \"Points\" (score Player)))";
    /// What a round leaves each player: the sum over the rounds is kept, and what each round gave.
    Record: Record = "record"
        { "name:Text value:Int" }
        "(record \"Points\" (score Player))";

    } };
}
