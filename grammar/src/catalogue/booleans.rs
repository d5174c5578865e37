//! Conditions.

macro_rules! boolean_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// Whether a player has won the round that is over, alone or with others, but not if all came out the same.
    Won: Bool = "won"
        { "player:Int" }
        "(won Player)";
    /// All of several conditions.
    AndBool: Bool = "and"
        { "list:Bool…" }
        "(and (is Empty (to)) (is In (to) (sites Top)))";
    /// Any of several conditions.
    OrBool: Bool = "or"
        { "list:Bool…" }
        "(or (is Empty (to)) (is In (to) (sites Top)))";
    /// Exactly one of two conditions.
    Xor: Bool = "xor"
        { "a:Bool b:Bool" }
        "(xor (is Empty (from)) (is Empty (to)))";
    /// Not.
    Not: Bool = "not"
        { "a:Bool" }
        "(not (is Empty (to)))";
    /// One condition or another, as a condition says; without the last, false when the first fails.
    IfBool: Bool = "if"
        { "condition:Bool yes:Bool [no:Bool]" }
        "(if (is Even (count Moves)) (is Empty (to)) (is Occupied (to)))";
    /// Two numbers or regions are the same.
    Equals: Bool = "=, equals"
        { "a:Int b:Int" "a:Region b:Region" }
        "(= (who at:(to)) Next)";
    /// Two numbers or regions differ.
    NotEquals: Bool = "!=, notEqual"
        { "a:Int b:Int" "a:Region b:Region" }
        "(!= (to) (from))";
    /// Less than.
    Less: Bool = "<, lt"
        { "a:Int b:Int" }
        "(< (count at:(to)) 3)";
    /// At most.
    LessOrEqual: Bool = "<=, le"
        { "a:Int b:Int" }
        "(<= (count at:(to)) 3)";
    /// More than.
    Greater: Bool = ">, gt"
        { "a:Int b:Int" }
        "(> (count at:(to)) 3)";
    /// At least.
    GreaterOrEqual: Bool = ">=, ge"
        { "a:Int b:Int" }
        "(>= (count at:(to)) 3)";
    /// A number as a condition: whether it is not zero.
    ToBool: Bool = "toBool"
        { "value:Int|Float" }
        "(toBool (count Moves))";

    /// The player is the one meant.
    IsPlayer: Bool = "is Mover|Next|Prev|Friend|Enemy|Active"
        { "role:Int" }
        "(is Enemy (who at:(to)))";
    /// A piece has an attribute with this value: the piece on a site, a kind of piece, or the kind at hand.
    Has: Bool = "has"
        { "name:Text value:Int|Text [at=Int] [level=Int] [of=Int]" }
        "(has \"suit\" \"hearts\" at:(to))";
    /// The pieces at `(from)` and `(to)` have been remembered as a pair in this turn.
    IsPaired: Bool = "is Paired"
        { "[name:Text]" }
        "(is Paired \"Attacks\")";
    /// The site is empty, or not.
    IsSite: Bool = "is Empty|Occupied"
        { "[siteType:SiteType] site:Int" }
        "(is Empty (to))";
    /// A site is in a region, or a number in a list.
    IsIn: Bool = "is In"
        { "[sites:Int|{Int}] region:Region" "[sites:Int|{Int}] array:Ints" }
        "(is In (to) (sites Top))";
    /// So many pieces in a line: through where the last move went, unless `through:` or `throughAny:` says otherwise, and of the kind that
    /// stands there, unless it is said of whom or `what:`. In a puzzle, anywhere: so many sites with equal values, or with the value `what:`.
    /// In stacks a piece on any level counts, or with `top:True` only the one on top.
    IsLine: Bool = "is Line"
        { "[siteType:SiteType] length:Int [directions:Direction] [through=Int] [throughAny=Region] [who:Role] [what=Int] [whats={Int}] [exact=Flag] [contiguous=Flag] [if=Bool] [byLevel=Flag] [top=Flag]" }
        "(is Line 5 Orthogonal through:(last To) exact:True)";
    /// Regions are connected by pieces; or are kept apart.
    IsConnected: Bool = "is Connected|Blocked"
        { "[number:Int] [siteType:SiteType] [at=Int] [directions:Direction] regions:{Region}"
          "[number:Int] [siteType:SiteType] [at=Int] [directions:Direction] role:Role"
          "[number:Int] [siteType:SiteType] [at=Int] [directions:Direction] family:RegionFamily" }
        "(is Connected { (sites Side N) (sites Side S) })";
    /// Pieces form a loop.
    IsLoop: Bool = "is Loop"
        { "[siteType:SiteType] [surround=Role] [surroundList:{Role}] [directions:Direction] [colour:Int] [start:Int|Region] [path=Flag]" }
        "(is Loop surround:Next)";
    /// Edges form a path with the one where the last move went, or `from:`; or vertices or cells do, each joined to no more than two
    /// others. Its length is the number of edges, or of points; with `closed:True` that of the shortest cycle through there.
    IsPath: Bool = "is Path"
        { "siteType:SiteType [from=Int] role:Player length=Range [closed=Flag]" }
        "(is Path Edge Mover length:(exact 3) closed:True)";
    /// Pieces form a pattern.
    IsPattern: Bool = "is Pattern"
        { "walk:{Step} [siteType:SiteType] [from=Int] [what=Int] [whats={Int}]" }
        "(is Pattern {F R F R F})";
    /// Edges form a tree; or one that joins all points, or one that is a path and what hangs on it; or the last move went to the middle of
    /// a tree: a vertex from which no branch has more than half of the tree's points.
    IsTree: Bool = "is Tree|SpanningTree|CaterpillarTree|TreeCentre"
        { "role:Player" }
        "(is SpanningTree Mover)";
    /// Edges form a regular graph.
    IsRegularGraph: Bool = "is RegularGraph"
        { "role:Player [k=Int] [odd=Flag] [even=Flag]" }
        "(is RegularGraph Mover odd:True)";
    /// A piece, or a site, may be captured next.
    IsThreatened: Bool = "is Threatened|Within"
        { "[what:Int] [siteType:SiteType] [at=Int] [in=Region] [moves:Moves]" }
        "(is Threatened (id \"King\" Mover) at:(to))";
    /// Two sites are related.
    IsRelated: Bool = "is Related"
        { "relation:RelationType [siteType:SiteType] site:Int region:Region" }
        "(is Related Adjacent (from) (to))";
    /// Sites hold a configuration.
    IsTarget: Bool = "is Target"
        { "[container:Int|Text] configuration:{Int} [sites:Int|{Int}]" }
        "(is Target {2 2 2 0 1 1 1})";
    /// The lines from a site to two others, one for each condition, meet in an angle of less than, just, or more than a quarter turn.
    IsAngle: Bool = "is Acute|Right|Obtuse|Reflex"
        { "[siteType:SiteType] at=Int condition:Bool condition2:Bool" }
        "(is Acute at:(last To) (is Mover (who at:(site))) (is Mover (who at:(site))))";
    /// Something of a site is hidden from a player.
    IsHidden: Bool = "is Hidden"
        { "[data:HiddenData] [siteType:SiteType] at=Int [level=Int] to=Int" }
        "(is Hidden What at:(to) to:Mover)";
    /// The state has occurred before.
    IsRepeat: Bool = "is Repeat"
        { "[repetition:Repetition]" }
        "(is Repeat Positional)";
    /// An event has been triggered for a player.
    IsTriggered: Bool = "is Triggered"
        { "event:Text role:Int" }
        "(is Triggered \"FlagCaptured\" Next)";
    /// All players have had their turn; something is pending; the board is full.
    IsSimple: Bool = "is Cycle|Pending|Full"
        { "" }
        "(is Full)";
    /// Two edges cross.
    IsCrossing: Bool = "is Crossing"
        { "edge1:Int edge2:Int" }
        "(is Crossing (last To) (to))";
    /// Something was proposed; or decided by vote.
    IsProposed: Bool = "is Proposed|Decided"
        { "proposition:Text" }
        "(is Proposed \"End\")";
    /// The kind of site the last move went from, or to.
    IsLastSite: Bool = "is LastFrom|LastTo"
        { "siteType:SiteType" }
        "(is LastTo Vertex)";
    /// Something about a number: a site's, or a number as such.
    IsInteger: Bool = "is Odd|Even|Visited|SidesMatch|PipsMatch|Flat|AnyDie"
        { "[value:Int]" }
        "(is Even (count Moves))";
    /// The puzzle is solved: all constraints hold, where sites that are still open count as 0. If 0 is no value, none may be open.
    IsSolved: Bool = "is Solved"
        { "" }
        "(is Solved)";
    /// No two regions of a family hold the same values in the same order, such as two rows: a constraint of `satisfy`.
    IsUnique: Bool = "is Unique"
        { "[siteType:SiteType]" }
        "(is Unique)";
    /// A value, 1 if none is named, occurs so often in a region; or the values of a region come to so much. Without a region, it is so of
    /// each of the equipment's: a constraint of `satisfy`.
    IsCount: Bool = "is Count|Sum"
        { "[siteType:SiteType] [region:Region] [of=Int] [name:Text] result:Int" }
        "(is Count (sites Board) of:1 4)";

    /// All groups meet a condition.
    AllGroups: Bool = "all Groups"
        { "[siteType:SiteType] [directions:Direction] [of=Bool] if=Bool" }
        "(all Groups Orthogonal if:(> (count Sites in:(sites)) 2))";
    /// All rings (segments, rows, columns) of the board meet a condition on their `(sites)`.
    AllFamily: Bool = "all Rings|Segments|Rows|Columns"
        { "if=Bool" }
        "(all Rings if:(> (count Sites in:(intersection (sites) (sites Occupied by:Mover))) 0))";
    /// Some ring (segment, row, column) of the board meets a condition on its `(sites)`.
    SomeFamily: Bool = "some Rings|Segments|Rows|Columns"
        { "if=Bool" }
        "(some Rings if:(all Sites (sites) if:(is Mover (who at:(site)))))";
    /// All numbers of a list meet a condition.
    AllValues: Bool = "all Values"
        { "array:Ints if=Bool" }
        "(all Values (values Remembered \"Sum\") if:(> (value) 2))";
    /// All sites of a region meet a condition; all that do differ.
    AllSites: Bool = "all Sites|Different"
        { "region:Region if=Bool" }
        "(all Sites (sites Mover) if:(= 2 (size Stack at:(site))))";
    /// All dice are used, or show the same; all players have passed.
    AllSimple: Bool = "all DiceUsed|DiceEqual|Passed"
        { "" }
        "(all Passed)";
    /// The values of a region differ, or those of each region of the equipment: a constraint of `satisfy`.
    AllDifferent: Bool = "all Different"
        { "[siteType:SiteType] [region:Region] [except=Int] [excepts={Int}]" }
        "(all Different except:0)";
    /// A constraint holds for each cell, vertex or edge, which is `(from)`, or for each hint: its first site is `(from)`, its second
    /// `(to)`, its number `(hint)`.
    ForAll: Bool = "forAll"
        { "element:PuzzleElement constraint:Bool" }
        "(forAll Hint (< (value Piece at:(from)) (value Piece at:(to))))";
    /// There is such a move.
    CanMove: Bool = "can Move"
        { "moves:Moves" }
        "(can Move (forEach Piece))";
    /// A player has no pieces.
    NoPieces: Bool = "no Pieces"
        { "[siteType:SiteType] [role:Role] [of=Int] [name:Text] [in=Region]" }
        "(no Pieces Next)";
    /// A player has no moves.
    NoMoves: Bool = "no Moves"
        { "role:Role" }
        "(no Moves Next)";
    /// A player controls no stack: is on top of none.
    NoStacks: Bool = "no Stacks"
        { "[siteType:SiteType] role:Player [in=Region]" }
        "(no Stacks Next)";
    /// The last move was a pass.
    WasPass: Bool = "was Pass"
        { "" }
        "(was Pass)";

    } };
}
