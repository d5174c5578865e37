//! Moves: what a player may choose, and what generators are made of.

macro_rules! move_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// A piece or something else moves from one place to another.
    FromTo: Moves = "move, fromTo"
        { "from:From to:To [count=Int] [copy=Flag] [stack=Flag] [role:Player] [then:Then]" }
        "(move (from (handSite Mover)) (to (sites Empty)))";
    /// A piece of a zone moves to another zone or to a site; or the piece on a site to a zone. The condition is one on the kind of
    /// piece and, if it asks for `(to)`, on the site.
    ZoneMove: Moves = "move"
        { "from:Zone to:Zone|Region [if=Bool] [then:Then]" "site:Region to:Zone [level=Int] [then:Then]" }
        "(move (zone \"Hand\" Mover) (zone \"Discard\") if:(has \"suit\" \"hearts\"))";
    /// All pieces of a zone move to another.
    MoveAll: Moves = "move All"
        { "from:Zone to:Zone [then:Then]" }
        "(move All (zone \"Hand\" Mover) (zone \"Discard\"))";
    /// Pieces are drawn from a zone at random; where it runs out, another is turned over first.
    Draw: Moves = "draw"
        { "from:Zone to:Zone [count:Int] [refill=Zone] [then:Then]" "from:Zone sites:Region [refill=Zone] [then:Then]" }
        "(draw (zone \"Pile\") (zone \"Hand\" Mover) 2 refill:(zone \"Discard\"))";
    /// A zone of the equipment: the one for all, the one of a player, or one by its number.
    ZoneRef: Zone = "zone"
        { "name:Text [of:Player|Int]" }
        "(zone \"Hand\" Mover)";
    /// A piece is added.
    Add: Moves = "move Add, add"
        { "[piece:Piece] to:To [count=Int] [stack=Flag] [then:Then]" }
        "(move Add (piece \"Disc1\") (to (sites Empty)))";
    /// A site is claimed: a piece is added, edges and all.
    Claim: Moves = "move Claim, claim"
        { "[piece:Piece] to:To [count=Int] [stack=Flag] [then:Then]" }
        "(move Claim (to Edge (sites Empty Edge)))";
    /// A piece steps to a neighbouring site.
    Step: Moves = "move Step, step"
        { "[from:From] [directions:Direction] to:To [stack=Flag] [then:Then]" }
        "(move Step Forward (to if:(is Empty (to))))";
    /// A piece slides over sites in a line, or along a track, until something is in its way. A condition of `(to …)` says where it may
    /// end on what is in its way; at the first site where it holds, even an empty one, the way ends.
    Slide: Moves = "move Slide, slide"
        { "[from:From] [track:Text] [directions:Direction] [between:Between] [to:To] [stack=Flag] [then:Then]" }
        "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))";
    /// A piece is shot: one is added at the end of a line of sight.
    Shoot: Moves = "move Shoot, shoot"
        { "piece:Piece [from:From] [directions:Direction] [between:Between] [to:To] [then:Then]" }
        "(move Shoot (piece \"Dot0\"))";
    /// A piece hops over others.
    Hop: Moves = "move Hop, hop"
        { "[from:From] [directions:Direction] [between:Between] to:To [stack=Flag] [then:Then]" }
        "(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))";
    /// A piece leaps to where a walk of steps and turns ends.
    Leap: Moves = "move Leap, leap"
        { "[from:From] walk:{Step}|{{Step}} [forward=Bool] [rotations=Bool] to:To [then:Then]" }
        "(move Leap {{F F R F} {F F L F}} (to if:(not (is Mover (who at:(to))))))";
    /// A piece, or the top of a stack, walks an exact number of steps; what the edge or an obstacle does is said.
    Walk: Moves = "move Walk"
        { "[from:From] [directions:Direction] steps=Int [edges=EdgeRule] [through=Bool] [to:To] [then:Then]" }
        "(move Walk (from (site) top:(value)) Adjacent steps:(value) edges:Reflect (to if:(!= (to) (from))))";
    /// A site is selected, or two in turn.
    Select: Moves = "move Select, select"
        { "from:From [to:To] [role:Player] [then:Then]" }
        "(move Select (from (sites Mover) if:(> (count at:(from)) 0)) (then (sow)))";
    /// Nothing happens, on purpose.
    Pass: Moves = "move Pass, pass"
        { "[then:Then]" }
        "(move Pass)";
    /// A card is played.
    PlayCard: Moves = "move PlayCard, playCard"
        { "[then:Then]" }
        "(move PlayCard)";
    /// Something is proposed.
    Propose: Moves = "move Propose, propose"
        { "proposition:Text|{Text} [then:Then]" }
        "(move Propose \"End\")";
    /// A vote on what was proposed.
    Vote: Moves = "move Vote, vote"
        { "vote:Text|{Text} [then:Then]" }
        "(move Vote \"End\")";
    /// A number is bet: it becomes the `(amount …)` of the player, whatever that was. Nothing is paid into the pot by itself.
    Bet: Moves = "move Bet, bet"
        { "role:Player range:Range [then:Then]" }
        "(move Bet P1 (range 0 5))";
    /// A piece becomes another.
    Promote: Moves = "move Promote, promote"
        { "[siteType:SiteType] [site:Int] piece:Piece [role:Player] [then:Then]" }
        "(move Promote (last To) (piece \"Queen\") Mover)";
    /// What stands on the sites of a ring goes so many places on, clockwise around their middle; backwards if negative.
    Revolve: Moves = "move Revolve, revolve"
        { "region:Region [by=Int] [then:Then]" }
        "(revolve (sites Outer) by:2)";
    /// What stands on sites is removed.
    Remove: Moves = "move Remove, remove"
        { "[siteType:SiteType] region:Region [level=Int] [at=When] [count=Int] [then:Then]" }
        "(move Remove (sites Occupied by:Next))";
    /// Two players swap their places.
    SwapPlayers: Moves = "move Swap Players, swap Players"
        { "player1:Int player2:Int [then:Then]" }
        "(swap Players P1 P2)";
    /// The pieces of two sites are swapped; by default of the last move.
    SwapPieces: Moves = "move Swap Pieces, swap Pieces"
        { "[then:Then]" "site1:Int site2:Int [then:Then]" }
        "(swap Pieces (last From) (last To))";
    /// Who moves next.
    SetNextPlayer: Moves = "set NextPlayer, move Set NextPlayer"
        { "players:Player|Int|Ints [then:Then]" }
        "(set NextPlayer (player (mover)))";
    /// A piece turns: to a rotation that is listed or, if none is, to the next one or the one before, unless these are excluded.
    SetRotation: Moves = "set Rotation, move Set Rotation"
        { "[to:To] [directions:Int|{Int}] [previous=Bool] [next=Bool] [then:Then]" }
        "(move Set Rotation (to (last To)) next:False)";
    /// A suit is chosen to be the trump suit, one of those that are listed.
    SetTrumpSuit: Moves = "set TrumpSuit, move Set TrumpSuit"
        { "suits:Int|Ints [then:Then]" }
        "(set TrumpSuit 1)";

    /// Where a move starts, and which pieces or sites may.
    From: From = "from"
        { "[siteType:SiteType] [region:Region] [level=Int|Often] [top=Int] [if=Bool]" }
        "(from (sites Mover) if:(> (count at:(from)) 1))";
    /// Where a move ends, where it may, and what it does there.
    To: To = "to"
        { "[siteType:SiteType] [region:Region] [level=Int|Often] [rotations:Ints] [if=Bool] [apply:Apply]" }
        "(to (sites Empty) if:(is In (to) (sites Top)))";
    /// What a move passes, how many sites of it, and what it does to them.
    Between: Between = "between"
        { "[before=Int] [range:Range] [after=Int] [if=Bool] [trail=Int] [apply:Apply]" }
        "(between (exact 1) if:(is Enemy (who at:(between))) (apply (remove (between))))";
    /// What is done, and whether.
    Apply: Apply = "apply"
        { "[if=Bool] moves:Moves" "if=Bool" }
        "(apply if:(is Occupied (to)) (remove (to)))";
    /// What follows a move: evaluated and made when the move has been made.
    Then: Then = "then"
        { "moves:Moves [applyAfterAllMoves=Flag]" }
        "(then (moveAgain))";
    /// Pieces of the equipment, by name or number.
    PieceRef: Piece = "piece"
        { "piece:Text|Int|{Text}|{Int} [state=Int]" }
        "(piece \"Queen\")";
    /// The rotations a piece may have.
    Rotations: Ints = "rotations"
        { "directions:Direction" }
        "(rotations {N E})";

    /// The moves of any of several generators.
    Or: Moves = "or"
        { "list:Moves… [then:Then]" }
        "(or (move Step (to if:(is Empty (to)))) (move Pass))";
    /// Several moves at once: each generator is evaluated before any move is made.
    And: Moves = "and"
        { "list:Moves… [then:Then]" }
        "(and (remove (last To)) (moveAgain))";
    /// The moves of one generator as a single move.
    Append: Moves = "append"
        { "moves:Moves [then:Then]" }
        "(append (custodial (between if:(is Enemy (who at:(between))) (apply (remove (between))))))";
    /// Every move of one generator together with every move of another.
    AllCombinations: Moves = "allCombinations"
        { "list1:Moves list2:Moves [then:Then]" }
        "(allCombinations (add (to 1)) (add (to 2)))";
    /// Several moves one after the other, each evaluated after the one before was made.
    Seq: Moves = "seq"
        { "list:Moves…" }
        "(seq { (remove 1) (add (to 1)) })";
    /// The moves of one generator or another, as a condition says.
    If: Moves = "if"
        { "condition:Bool yes:Moves [no:Moves] [then:Then]" }
        "(if (is Even (count Moves)) (move Pass) (forEach Piece))";
    /// The moves of the first generator that has any.
    Priority: Moves = "priority"
        { "list:Moves… [then:Then]" }
        "(priority (forEach Piece) (move Pass))";
    /// Moves, before or after others, or such that something holds afterwards.
    Do: Moves = "do"
        { "moves:Moves [next=Moves] [ifAfterwards=Bool] [then:Then]" }
        "(do (forEach Piece) ifAfterwards:(not (is Threatened)))";
    /// The moves that make the most moves or captures in their turn, or in the step they begin, which is repeated; or those whose
    /// values come to the most, all that are made counted.
    MaxMoves: Moves = "max Moves|Captures"
        { "[withValue=Flag] moves:Moves [value=Int] [then:Then]" }
        "(max Moves (forEach Piece))";
    /// The moves that go furthest on a track.
    MaxDistance: Moves = "max Distance"
        { "[track:Text] [role:Role] moves:Moves [then:Then]" }
        "(max Distance \"Track\" Mover (forEach Piece))";
    /// The moves of the piece that is first on a track.
    FirstMoveOnTrack: Moves = "firstMoveOnTrack"
        { "[track:Text] [role:Role] moves:Moves [then:Then]" }
        "(firstMoveOnTrack \"Track\" Mover (forEach Piece))";
    /// The moves that do not bring back the remembered state.
    AvoidStoredState: Moves = "avoidStoredState"
        { "moves:Moves [then:Then]" }
        "(avoidStoredState (forEach Piece))";
    /// Moves again and again, as long as a condition holds.
    While: Moves = "while"
        { "condition:Bool moves:Moves [then:Then]" }
        "(while (< (var) 5) (set Var (+ 1 (var))))";

    /// The moves of each piece: those of its equipment, or those given.
    ForEachPiece: Moves = "forEach Piece"
        { "[on=SiteType] [items:Text|{Text}] [container=Int] [containerName:Text] [moves:Moves] [role:Player] [top=Flag] [then:Then]" }
        "(forEach Piece \"Pawn\" (move Step (to if:(is Empty (to)))) Mover)";
    /// Moves for each site of a region.
    ForEachSite: Moves = "forEach Site"
        { "region:Region moves:Moves [noMoveYet=Moves] [then:Then]" }
        "(forEach Site (sites Mover) (move Remove (site)))";
    /// Moves for each direction from a site.
    ForEachDirection: Moves = "forEach Direction"
        { "[from:From] [directions:Direction] [between:Between] to:To [then:Then]"
          "[from:From] [directions:Direction] [between:Between] moves:Moves [then:Then]" }
        "(forEach Direction (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))";
    /// Moves for each number of a list or an interval.
    ForEachValue: Moves = "forEach Value"
        { "values:Ints|Range moves:Moves [then:Then]" "min=Int max=Int moves:Moves [then:Then]" }
        "(forEach Value min:1 max:3 (move Pass))";
    /// Moves for each player.
    ForEachPlayer: Moves = "forEach Player"
        { "moves:Moves [then:Then]" }
        "(forEach Player (addScore (player (player)) 1))";
    /// Moves for each of some players.
    ForEachOf: Moves = "forEach"
        { "players:Ints moves:Moves [then:Then]" }
        "(forEach (players Enemy) (addScore (player (player)) 1))";
    /// Moves for each level of a stack.
    ForEachLevel: Moves = "forEach Level"
        { "[siteType:SiteType] site:Int [stackDirection:StackDirection] moves:Moves [then:Then]" }
        "(forEach Level (last To) FromTop (remove (last To) level:(level)))";
    /// Moves for each team.
    ForEachTeam: Moves = "forEach Team"
        { "moves:Moves [then:Then]" }
        "(forEach Team (forEach (team) (set Hidden at:1 to:Player)))";
    /// Moves for each group of connected pieces.
    ForEachGroup: Moves = "forEach Group"
        { "[siteType:SiteType] [directions:Direction] [if=Bool] moves:Moves [then:Then]" }
        "(forEach Group Orthogonal (addScore Mover (count Sites in:(sites))))";
    /// A turn as a sequence: its steps, choices, rolls and effects happen in the order in which they stand.
    Turn: Moves = "turn"
        { "list:Moves… [begin=Moves] [end=Moves]" }
        "(turn { (step \"Place\" (move Add (to (sites Empty)))) (step \"Again\" optional:True (forEach Piece)) })";
    /// A step of a turn, which may be left out, repeated, or possible at any time within the turn.
    TurnStep: Moves = "step"
        { "name:Text [if=Bool] [optional=Flag] [repeat=Int|Often] [anytime=Flag] list:Moves…" }
        "(step \"Attack\" repeat:Any optional:True (forEach Piece))";
    /// Steps of a turn in the order that the player likes.
    AnyOrder: Moves = "anyOrder"
        { "list:Moves…" }
        "(anyOrder { (step \"Move\" (forEach Piece)) (step \"Add\" (move Add (to (sites Empty)))) })";
    /// A player chooses a word, a number, a direction, a kind of piece in a zone or a site, which is remembered under a name until the
    /// turn ends.
    Choose: Moves = "choose"
        { "name:Text words:{Text} [seenBy=Witness]" "name:Text values=Range|Ints [if=Bool] [seenBy=Witness]"
          "name:Text directions=Direction [if=Bool] [seenBy=Witness]" "name:Text zone:Zone [if=Bool] [seenBy=Witness]"
          "name:Text region:Region [if=Bool] [seenBy=Witness]" }
        "(choose \"Target\" (sites Occupied by:Next))";
    /// What follows is decided by another player, while the mover stays the mover.
    Ask: Moves = "ask"
        { "player:Int list:Moves…" }
        "(ask Next (choose \"Answer\" {\"yes\" \"no\"}))";
    /// Players choose without seeing what the others choose.
    Sealed: Moves = "sealed"
        { "list:Moves…" }
        "(sealed { (ask P1 (choose \"Sign\" {\"rock\" \"paper\"})) (ask P2 (choose \"Sign\" {\"rock\" \"paper\"})) })";
    /// The step, turn, round or match ends here.
    Finish: Moves = "finish Step|Turn|Round|Match"
        { "" }
        "(finish Turn)";
    /// The ends of the game are judged here, within the turn.
    Checkpoint: Moves = "checkpoint"
        { "" }
        "(checkpoint)";
    /// A number is kept under a name until the turn ends.
    Let: Moves = "let"
        { "name:Text value:Int" }
        "(let \"Steps\" (count Pieces Mover))";
    /// The die of a loop over dice is used, or the one of a site.
    UseDie: Moves = "use Die"
        { "[at=Int]" }
        "(use Die at:(handSite P1))";

    /// Moves for each ring (segment, row, column) of the board, its sites being `(sites)`.
    ForEachFamily: Moves = "forEach Ring|Segment|Row|Column"
        { "moves:Moves [then:Then]" }
        "(forEach Ring (revolve (sites)))";
    /// Moves for each die, or each combination of dice.
    ForEachDie: Moves = "forEach Die"
        { "[dice:Int] [combined=Flag] [replayDouble=Bool] [if=Bool] moves:Moves [then:Then]" }
        "(forEach Die (forEach Piece))";

    } };
}
