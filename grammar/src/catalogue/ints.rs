//! Numbers: sites, levels, players, counts and arithmetic; and lists and ranges of them.

macro_rules! int_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// The site a move comes from.
    FromSite: Int = "from"
        { "[at=When]" }
        "(from)";
    /// The site a move goes to.
    ToSite: Int = "to"
        { "" }
        "(to)";
    /// The site a move passes.
    BetweenSite: Int = "between"
        { "" }
        "(between)";
    /// The site at hand in a loop over sites.
    Site: Int = "site"
        { "" }
        "(site)";
    /// The level of the piece that a move is from or to, where moves run through levels.
    LevelOf: Int = "level From|To"
        { "" }
        "(level From)";
    /// The level at hand in a loop over levels, or of a move.
    Level: Int = "level"
        { "" }
        "(level)";
    /// The player at hand in a loop over players.
    PlayerIndex: Int = "player"
        { "" }
        "(player)";
    /// A player by number.
    PlayerOf: Player = "player"
        { "index:Int" }
        "(player (mover))";
    /// The player for whom a number is the greatest, or the least, among those for whom a condition holds; of several the first in
    /// the order of play, beginning with the mover. 0 if there is none.
    PlayerBy: Player = "player Most|Least"
        { "value:Int [if=Bool]" }
        "(player Most (score Player) if:(> (count Pieces Player) 0))";
    /// What was chosen, rolled or kept under a name in this turn: last, or by a player.
    Chosen: Int = "chosen, rolled"
        { "name:Text [of=Int]" }
        "(rolled \"Steps\")";
    /// What the rounds so far have left a player under a name, in all or in one of them.
    Recorded: Int = "recorded"
        { "name:Text player:Int [round=Int]" }
        "(recorded \"Points\" Mover)";
    /// The number of the round, from 1.
    Round: Int = "round"
        { "" }
        "(round)";
    /// The player who began the round.
    Starter: Int = "starter"
        { "" }
        "(starter)";
    /// The seat that plays a player's part in this round: see `(rounds … seats:…)`.
    SeatOf: Int = "seat"
        { "player:Int" }
        "(seat Mover)";
    /// How a player came out of the round that is over: 1 for the best, those who tie share the better place.
    Placing: Int = "placing"
        { "player:Int" }
        "(placing Player)";
    /// The player who decides: the one who is asked, or else the mover.
    Decider: Int = "decider"
        { "" }
        "(decider)";
    /// The pips at hand in a loop over dice.
    Pips: Int = "pips"
        { "" }
        "(pips)";
    /// The number of the track at hand in a loop over tracks: the first that the board lists is 0.
    TrackIndex: Int = "track"
        { "" }
        "(track)";
    /// The edge between two vertices; without them, the edge at hand.
    EdgeSite: Int = "edge"
        { "" "vertex1:Int vertex2:Int" }
        "(edge 0 1)";
    /// The number of the hint at hand, or of the hint of a site, −1 where it has none.
    HintValue: Int = "hint"
        { "[siteType:SiteType] [at=Int]" }
        "(hint at:(from))";
    /// Where the last move came from or went to, or at which level.
    Last: Int = "last From|To|LevelFrom|LevelTo"
        { "[afterConsequence=Flag]" }
        "(last To afterConsequence:True)";

    /// The piece on a site.
    What: Int = "what"
        { "[siteType:SiteType] at=Int [level=Int]" }
        "(what at:(to))";
    /// An attribute of the piece on a site, of a kind of piece, or of the kind at hand; 0 where there is none.
    AttributeOf: Int = "attribute"
        { "name:Text [at=Int] [level=Int] [of=Int]" }
        "(attribute \"pips\" at:(to))";
    /// The kind of piece at hand, where a zone is run through.
    Kind: Int = "kind"
        { "" }
        "(kind)";
    /// The owner of the piece on a site.
    Who: Int = "who"
        { "[siteType:SiteType] at=Int [level=Int]" }
        "(who at:(to))";
    /// The local state of a site.
    State: Int = "state"
        { "[siteType:SiteType] at=Int [level=Int]" }
        "(state at:(to))";
    /// The rotation of the piece on a site.
    Rotation: Int = "rotation"
        { "[siteType:SiteType] at=Int [level=Int]" }
        "(rotation at:(to))";
    /// The value of the piece on a site.
    ValuePiece: Int = "value Piece"
        { "[siteType:SiteType] at=Int [level=Int]" }
        "(value Piece at:(to))";
    /// The value of a player.
    ValuePlayer: Int = "value Player"
        { "role:Int" }
        "(value Player Mover)";
    /// A number by chance.
    ValueRandom: Int = "value Random"
        { "range:Range" }
        "(value Random (range 1 6))";
    /// The value that is pending; the limit of moves; the limit of turns.
    ValueSimple: Int = "value Pending|MoveLimit|TurnLimit"
        { "" }
        "(value Pending)";
    /// The number at hand in a loop over numbers.
    Value: Int = "value"
        { "" }
        "(value)";
    /// The highest level of a stack.
    TopLevel: Int = "topLevel"
        { "[siteType:SiteType] at=Int" }
        "(topLevel at:(to))";
    /// The player to move.
    Mover: Int = "mover"
        { "" }
        "(mover)";
    /// The player to move next.
    Next: Int = "next"
        { "" }
        "(next)";
    /// The player who moved before.
    Prev: Int = "prev"
        { "[type:PrevWord]" }
        "(prev)";
    /// The score of a player.
    Score: Int = "score"
        { "role:Int" }
        "(score Mover)";
    /// The score of a player over a match.
    MatchScore: Int = "matchScore"
        { "role:Role" }
        "(matchScore P1)";
    /// What a player has to stake: what the last `(move Bet …)` or `(set Amount …)` said.
    Amount: Int = "amount"
        { "role:Player" }
        "(amount Mover)";
    /// What lies in the pot: what the last `(set Pot …)` said.
    Pot: Int = "pot"
        { "" }
        "(pot)";
    /// The counter of moves.
    Counter: Int = "counter"
        { "" }
        "(counter)";
    /// The value of a variable: what it was set to last, in the start or in play; −1 before.
    Var: Int = "var"
        { "[name:Text]" }
        "(var \"Lives\")";

    /// The number of a piece, or of a player.
    Id: Int = "id"
        { "[name:Text] role:Role" "name:Text" }
        "(id \"King\" Mover)";
    /// Where a piece is.
    Where: Int = "where"
        { "name:Text role:Int [state=Int] [siteType:SiteType]" "what:Int [siteType:SiteType]" }
        "(where \"King\" Mover)";
    /// At which level of a site a piece is.
    WhereLevel: Int = "where Level"
        { "name:Text role:Int [state=Int] [siteType:SiteType] at=Int [fromTop=Flag]"
          "what:Int [siteType:SiteType] at=Int [fromTop=Flag]" }
        "(where Level \"King\" Mover at:(to))";
    /// The site so many steps ahead.
    Ahead: Int = "ahead"
        { "[siteType:SiteType] site:Int [steps=Int] [directions:Direction] [edges=EdgeRule]" }
        "(ahead (last To) steps:2 N)";
    /// The site in the middle of the board.
    CentrePoint: Int = "centrePoint"
        { "[siteType:SiteType]" }
        "(centrePoint)";
    /// The column of a site.
    Column: Int = "column"
        { "[siteType:SiteType] of=Int" }
        "(column of:(to))";
    /// The row of a site.
    RowOf: Int = "row"
        { "[siteType:SiteType] of=Int" }
        "(row of:(to))";
    /// The layer of a site.
    Layer: Int = "layer"
        { "of=Int [siteType:SiteType]" }
        "(layer of:(to))";
    /// The phase of a site: its colour, when neighbours are coloured apart.
    PhaseOf: Int = "phase"
        { "[siteType:SiteType] of=Int" }
        "(phase of:(to))";
    /// The cost of a site, or of a region.
    Cost: Int = "cost"
        { "[siteType:SiteType] at=Int" "[siteType:SiteType] in=Region" }
        "(cost at:(to))";
    /// The site at a coordinate.
    Coord: Int = "coord"
        { "[siteType:SiteType] coordinate:Text" "[siteType:SiteType] row=Int column=Int" }
        "(coord \"A1\")";
    /// A site of a player's hand.
    HandSite: Int = "handSite"
        { "role:Int [index:Int]" }
        "(handSite Mover 1)";
    /// What a map holds for a key; without a name, the first map that has the key. A key that is in none stands for itself.
    MapEntry: Int = "mapEntry"
        { "[name:Text] key:Int" }
        "(mapEntry \"Entry\" Mover)";
    /// The site of a region at an index.
    RegionSite: Int = "regionSite"
        { "region:Region index=Int" }
        "(regionSite (sites Top) index:0)";
    /// The number of a list at an index.
    ArrayValue: Int = "arrayValue"
        { "array:Ints index=Int" }
        "(arrayValue (values Remembered) index:(var))";
    /// The first site on a track that meets a condition.
    TrackSiteFirst: Int = "trackSite FirstSite"
        { "[role:Player] [track:Text] [from=Int] [if=Bool]" }
        "(trackSite FirstSite from:(last To) if:(is Empty (to)))";
    /// The last site of a track.
    TrackSiteEnd: Int = "trackSite EndSite"
        { "[role:Player] [track:Text]" }
        "(trackSite EndSite Mover)";
    /// The site so many steps along a track.
    TrackSiteMove: Int = "trackSite Move"
        { "[from=Int] [role:Player] [track:Text] steps=Int" }
        "(trackSite Move from:(from) steps:(pips))";
    /// The face a die shows.
    Face: Int = "face"
        { "site:Int" }
        "(face (handSite P1))";
    /// How far a path of a tile goes.
    PathExtent: Int = "pathExtent"
        { "[colour:Int] [start:Int|Region]" }
        "(pathExtent (mover))";
    /// The trump suit; −1 as long as none has been chosen.
    CardTrumpSuit: Int = "card TrumpSuit"
        { "" }
        "(card TrumpSuit)";
    /// The rank, suit, trump value or trump rank of a card.
    CardSite: Int = "card Rank|Suit|TrumpValue|TrumpRank"
        { "at=Int [level=Int]" }
        "(card Rank at:(to))";

    /// How often a number is in a list.
    CountValue: Int = "count Value"
        { "of:Int in=Ints" }
        "(count Value 1 in:(values Remembered))";
    /// How many levels of a stack, from one end, meet a condition.
    CountStack: Int = "count Stack"
        { "[stackDirection:StackDirection] [siteType:SiteType] at=Int [if=Bool] [stop=Bool]"
          "[stackDirection:StackDirection] [siteType:SiteType] to=Region [if=Bool] [stop=Bool]" }
        "(count Stack FromTop at:(to) if:(is Mover (who at:(to) level:(level))))";
    /// How many rows, turns, moves … there are.
    CountSimple: Int = "count Rows|Columns|Turns|Moves|Trials|MovesThisTurn|Phases|Vertices|Edges|Cells|Players|Active|LegalMoves"
        { "[siteType:SiteType]" }
        "(count MovesThisTurn)";
    /// How many players meet a condition, each as `Player`.
    CountPlayers: Int = "count Players"
        { "if=Bool" }
        "(count Players if:(> (score Player) 0))";
    /// The greatest of what a number is for each player, as `Player`.
    GreatestPlayer: Int = "greatest Player"
        { "value:Int" }
        "(greatest Player (score Player))";
    /// How often the position has occurred; perhaps whoever is to move, perhaps only with an equal number beside it, such as whose
    /// colour is to move.
    CountOccurrences: Int = "count Occurrences"
        { "[ignoreMover=Flag] [with=Int]" }
        "(count Occurrences)";
    /// How many sites a region has, or how many neighbours a site.
    CountSites: Int = "count Sites|Adjacent|Neighbours|Orthogonal|Diagonal|Off"
        { "[siteType:SiteType] [in=Region] [at=Int] [name:Text]" }
        "(count Sites in:(sites Empty))";
    /// How many pieces are on a site or a region.
    CountAt: Int = "count"
        { "[siteType:SiteType] [in=Region] [at=Int] [name:Text]" }
        "(count at:(to))";
    /// How many pieces a zone has, or how many of the kinds that meet a condition.
    CountZone: Int = "count"
        { "zone:Zone [if=Bool]" }
        "(count (zone \"Hand\" Mover) if:(has \"suit\" \"hearts\"))";
    /// An attribute, summed over the pieces of a zone or over the top pieces of a region.
    SumAttribute: Int = "sum"
        { "name:Text zone:Zone [if=Bool]" "name:Text in=Region" }
        "(sum \"pips\" (zone \"Trophies\" Mover))";
    /// How many pieces a player has; in a region, or for which a condition on `(site)`, and on `(level)` in stacks, holds.
    CountPieces: Int = "count Pieces"
        { "[siteType:SiteType] [role:Role] [of=Int] [name:Text] [in=Region] [if=Bool]" }
        "(count Pieces Mover in:(sites Top))";
    /// The sum of the dice: of those that belong to nobody, or to a player.
    CountPips: Int = "count Pips"
        { "[role:Role]" "of=Int" }
        "(count Pips)";
    /// How many groups of connected pieces there are.
    CountGroups: Int = "count Groups"
        { "[siteType:SiteType] [directions:Direction] [if=Bool] [min=Int]" }
        "(count Groups Orthogonal)";
    /// How many empty neighbours a group has.
    CountLiberties: Int = "count Liberties"
        { "[siteType:SiteType] [at=Int] [directions:Direction] [if=Bool]" }
        "(count Liberties at:(to) Orthogonal)";
    /// How many steps lie between two sites.
    CountSteps: Int = "count Steps"
        { "[siteType:SiteType] [relation:RelationType] [step:Moves] [newRotation=Int] site:Int region:Region" }
        "(count Steps Orthogonal (from) (to))";
    /// How many steps of a track lie between two sites.
    CountStepsOnTrack: Int = "count StepsOnTrack"
        { "[role:Player] [track:Text] [site1:Int] [site2:Int]" }
        "(count StepsOnTrack Mover (last From) (last To))";
    /// The length of a list.
    SizeArray: Int = "size Array"
        { "array:Ints" }
        "(size Array (values Remembered))";
    /// The height of a stack.
    SizeStack: Int = "size Stack"
        { "[siteType:SiteType] [in=Region] [at=Int]" }
        "(size Stack at:(to))";
    /// The number of sites of a large piece.
    SizeLargePiece: Int = "size LargePiece"
        { "[siteType:SiteType] in=Region" "[siteType:SiteType] at=Int" }
        "(size LargePiece at:(to))";
    /// The number of pieces of a group.
    SizeGroup: Int = "size Group"
        { "[siteType:SiteType] at=Int [directions:Direction] [if=Bool]" }
        "(size Group at:(to) Orthogonal)";
    /// The number of empty sites a player surrounds.
    SizeTerritory: Int = "size Territory"
        { "[siteType:SiteType] role:Player [directions:Direction]" }
        "(size Territory Mover)";

    /// A sum.
    Plus: Int = "+"
        { "list:Int…" "array:Ints" }
        "(+ 1 (count Moves))";
    /// A difference, or the negative of a number.
    Minus: Int = "-, sub"
        { "a:Int b:Int" "b:Int" }
        "(- (count Moves) 1)";
    /// A product.
    Times: Int = "*, mul"
        { "list:Int…" "array:Ints" }
        "(* 2 (count Moves))";
    /// A quotient, without its fraction. What is divided by 0 is 0.
    Divide: Int = "/, div"
        { "a:Int b:Int" }
        "(/ (count Moves) 2)";
    /// The remainder of a division; 0 if by 0.
    Modulo: Int = "%, mod"
        { "a:Int b:Int" }
        "(% (count Moves) 2)";
    /// A power.
    Power: Int = "^, pow"
        { "a:Int b:Int" }
        "(^ 2 (count Moves))";
    /// A number without its sign.
    Abs: Int = "abs"
        { "value:Int" }
        "(abs (- 3 5))";
    /// The greater of two numbers, or the greatest of a list.
    Max: Int = "max"
        { "a:Int b:Int" "array:Ints" }
        "(max (row of:(to)) (column of:(to)))";
    /// The lesser of two numbers, or the least of a list.
    Min: Int = "min"
        { "a:Int b:Int" "array:Ints" }
        "(min (row of:(to)) (column of:(to)))";
    /// One number or another, as a condition says.
    IfInt: Int = "if"
        { "condition:Bool yes:Int no:Int" }
        "(if (is Even (count Moves)) 1 2)";
    /// A condition as a number, 1 or 0; or a number without its fraction.
    ToInt: Int = "toInt"
        { "value:Bool|Float" }
        "(toInt (is Full))";

    /// A sum of numbers with fractions.
    PlusFloat: Float = "+"
        { "list:Float…" }
        "(+ 0.5 1)";
    /// A difference of numbers with fractions.
    MinusFloat: Float = "-, sub"
        { "a:Float b:Float" }
        "(- 1.5 1)";
    /// A product of numbers with fractions.
    TimesFloat: Float = "*, mul"
        { "list:Float…" }
        "(* 1.5 2)";
    /// A quotient of numbers with fractions.
    DivideFloat: Float = "/, div"
        { "a:Float b:Float" }
        "(/ 1.5 2)";
    /// A power of a number with a fraction.
    PowerFloat: Float = "^, pow"
        { "a:Float b:Float" }
        "(^ 1.5 2)";
    /// The greater of numbers with fractions.
    MaxFloat: Float = "max"
        { "list:Float…" }
        "(max 1.5 2)";
    /// The lesser of numbers with fractions.
    MinFloat: Float = "min"
        { "list:Float…" }
        "(min 1.5 2)";
    /// A number with a fraction without its sign.
    AbsFloat: Float = "abs"
        { "value:Float" }
        "(abs -1.5)";
    /// The square root.
    Sqrt: Float = "sqrt"
        { "value:Float" }
        "(sqrt 2)";
    /// The sine of an angle.
    Sin: Float = "sin"
        { "value:Float" }
        "(sin 0.5)";
    /// The cosine of an angle.
    Cos: Float = "cos"
        { "value:Float" }
        "(cos 0.5)";
    /// The tangent of an angle.
    Tan: Float = "tan"
        { "value:Float" }
        "(tan 0.5)";
    /// The exponential.
    Exp: Float = "exp"
        { "value:Float" }
        "(exp 0.5)";
    /// The natural logarithm.
    Log: Float = "log"
        { "value:Float" }
        "(log 2)";
    /// The logarithm to base ten.
    Log10: Float = "log10"
        { "value:Float" }
        "(log10 2)";
    /// A condition or a whole number as a number with a fraction.
    ToFloat: Float = "toFloat"
        { "value:Bool|Int" }
        "(toFloat (count Moves))";

    /// The numbers from one to another.
    Range: Range = "range"
        { "min:Int [max:Int]" }
        "(range 1 3)";
    /// Just one number, as a range.
    Exact: Range = "exact"
        { "value:Int" }
        "(exact 1)";
    /// The numbers up to one.
    RangeMax: Range = "max"
        { "max:Int" }
        "(max 3)";
    /// The numbers from one on.
    RangeMin: Range = "min"
        { "min:Int" }
        "(min 2)";

    /// A list of numbers, or the sites of a region as one.
    Array: Ints = "array"
        { "list:Region" "list:{Int}" }
        "(array (sites Top))";
    /// The values remembered.
    ValuesRemembered: Ints = "values Remembered"
        { "[name:Text]" }
        "(values Remembered \"Visited\")";
    /// The sizes of all groups.
    SizesGroup: Ints = "sizes Group"
        { "[siteType:SiteType] [directions:Direction] [role:Role] [of=Int] [if=Bool] [min=Int]" }
        "(sizes Group Orthogonal Mover)";
    /// The players of a team at hand.
    Team: Ints = "team"
        { "" }
        "(team)";
    /// Some of the players.
    PlayersOf: Ints = "players All|NonMover|Enemy|Friend|Ally"
        { "[of=Int] [if=Bool]" }
        "(players Enemy of:(player))";
    /// The players of a team.
    PlayersTeam: Ints = "players"
        { "team:Role [if=Bool]" }
        "(players Team1)";
    /// What a function gives for all pairs of sites of two regions.
    Results: Ints = "results"
        { "from=Region to=Region value:Int" }
        "(results from:(last To) to:(sites Top) (count Steps (from) (to)))";
    /// A list without some numbers.
    DifferenceInts: Ints = "difference"
        { "source:Ints remove:Int|Ints" }
        "(difference (values Remembered) (value))";
    /// What two lists share.
    IntersectionInts: Ints = "intersection"
        { "list:Ints…" }
        "(intersection (values Remembered \"A\") (values Remembered \"B\"))";
    /// Several lists as one.
    UnionInts: Ints = "union"
        { "list:Ints…" }
        "(union (values Remembered \"A\") (values Remembered \"B\"))";
    /// One list or another, as a condition says.
    IfInts: Ints = "if"
        { "condition:Bool yes:Ints [no:Ints]" }
        "(if (is Full) (values Remembered) (sizes Group))";

    } };
}
