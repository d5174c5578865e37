//! Regions and directions.

macro_rules! region_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// The group at hand, sites by number, by coordinate or by a walk, or a region of the equipment.
    Sites: Region = "sites"
        { "list:Ints" "[siteType:SiteType] coords:{Text}" "[siteType:SiteType] [origin:Int] walk:{{Step}} [rotations=Bool]"
          "[role:Player] [siteType:SiteType] [name:Text]" }
        "(sites {\"A1\" \"B2\"})";
    /// A part of the board that its shape defines, or that play defines.
    SitesSimple: Region = "sites Board|Top|Bottom|Left|Right|Inner|Outer|Perimeter|Corners|ConcaveCorners|ConvexCorners|Major|Minor|Centre|Hint|ToClear|LineOfPlay|Pending|Playable|LastTo|LastFrom"
        { "[siteType:SiteType]" }
        "(sites Corners)";
    /// Empty sites.
    SitesEmpty: Region = "sites Empty"
        { "[siteType:SiteType] [container:Int]" }
        "(sites Empty Edge)";
    /// A row, a column, a phase, a layer; the neighbours of a cell or edge; the sites in a local state.
    SitesIndex: Region = "sites Row|Column|Phase|Cell|Edge|State|Layer"
        { "[siteType:SiteType] [index:Int]" }
        "(sites Row 2)";
    /// Occupied sites, those of hands among them where no container is named.
    SitesOccupied: Region = "sites Occupied"
        { "by=Player [container=Int|Text] [component=Int|Text] [components={Text}] [top=Flag] [on=SiteType]" }
        "(sites Occupied by:Mover component:\"King\")";
    /// Sites whose stack a player controls: has the top piece of.
    SitesControlled: Region = "sites Controlled"
        { "[siteType:SiteType] by=Player" }
        "(sites Controlled by:Mover)";
    /// A side of the board, by direction or by player.
    SitesSide: Region = "sites Side"
        { "[siteType:SiteType] [role:Player] [direction:Direction]" }
        "(sites Side N)";
    /// The sites of a hand; the sites from where a player could win.
    SitesHand: Region = "sites Hand|Winning"
        { "[siteType:SiteType] [role:Player] [moves:Moves] [name:Text]" }
        "(sites Hand Mover)";
    /// The sites of a track, or of a part of it.
    SitesTrack: Region = "sites Track"
        { "[role:Player] [track:Text] [from=Int] [to=Int]" }
        "(sites Track Mover \"Home\" from:3)";
    /// Where a piece started.
    SitesStart: Region = "sites Start"
        { "piece:Piece" }
        "(sites Start (piece (what at:(from))))";
    /// Sites around a site or a region.
    SitesAround: Region = "sites Around"
        { "[siteType:SiteType] region:Region [type:Around] [distance=Int] [directions:Direction] [edges=EdgeRule] [if=Bool] [includeSelf=Flag]" }
        "(sites Around (last To) Orthogonal if:(is Empty (to)))";
    /// Sites in directions from a site or a region.
    SitesDirection: Region = "sites Direction"
        { "from=Region [directions:Direction] [included=Flag] [stop=Bool] [stopIncluded=Flag] [distance=Int] [siteType:SiteType]" }
        "(sites Direction from:(last To) Diagonal stop:(is Occupied (to)))";
    /// Sites between two sites.
    SitesBetween: Region = "sites Between"
        { "[directions:Direction] [siteType:SiteType] from=Int [fromIncluded=Flag] to=Int [toIncluded=Flag] [cond=Bool]"
          "moves:Moves" }
        "(sites Between Orthogonal from:(last From) to:(last To))";
    /// Where the given moves come from or go to.
    SitesMoves: Region = "sites From|To"
        { "moves:Moves" }
        "(sites To (forEach Piece))";
    /// Sites seen in lines from a site.
    SitesLineOfSight: Region = "sites LineOfSight"
        { "[type:Sight] [siteType:SiteType] [at=Int] [directions:Direction]" }
        "(sites LineOfSight Piece at:(to) Diagonal)";
    /// Sites at a distance.
    SitesDistance: Region = "sites Distance"
        { "[siteType:SiteType] [relation:RelationType] [step:Moves] [newRotation=Int] from=Int range:Range" }
        "(sites Distance from:(last To) (exact 2))";
    /// The group of connected pieces around a site or a region.
    SitesGroup: Region = "sites Group"
        { "[siteType:SiteType] at=Int [directions:Direction] [if=Bool]"
          "[siteType:SiteType] from=Region [directions:Direction] [if=Bool]" }
        "(sites Group at:(last To) Orthogonal)";
    /// Elements of one kind that touch an element of another.
    SitesIncident: Region = "sites Incident"
        { "result:SiteType of=SiteType at=Int [owner=Player] [role:Role]" }
        "(sites Incident Edge of:Vertex at:(last To))";
    /// Sites by chance.
    SitesRandom: Region = "sites Random"
        { "[region:Region] [num=Int]" }
        "(sites Random (sites Empty) num:2)";
    /// The sites of a loop, or within it.
    SitesLoop: Region = "sites Loop"
        { "[inside=Flag] [siteType:SiteType] [surround=Role] [surroundList:{Role}] [directions:Direction] [colour:Int] [start:Int|Region]" }
        "(sites Loop inside:True)";
    /// The sites of a pattern.
    SitesPattern: Region = "sites Pattern"
        { "walk:{Step} [siteType:SiteType] [from=Int] [what=Int] [whats={Int}]" }
        "(sites Pattern {F R F R F})";
    /// Sites hidden from a player.
    SitesHidden: Region = "sites Hidden"
        { "[data:HiddenData] [siteType:SiteType] to=Player" }
        "(sites Hidden What to:Mover)";
    /// The sites of a large piece.
    SitesLargePiece: Region = "sites LargePiece"
        { "[siteType:SiteType] at=Int" }
        "(sites LargePiece at:(last To))";
    /// The edges that cross an edge.
    SitesCrossing: Region = "sites Crossing"
        { "at=Int [role:Player]" }
        "(sites Crossing at:(last To) All)";
    /// Edges of a kind.
    SitesEdges: Region = "sites Axial|Horizontal|Vertical|Angled|Slash|Slosh"
        { "" }
        "(sites Horizontal)";
    /// The sites captured or passed by the last move.
    LastBetween: Region = "last Between"
        { "" }
        "(last Between)";
    /// Several regions as one.
    Union: Region = "union"
        { "list:Region…" }
        "(union (sites Top) (sites Bottom))";
    /// What several regions share.
    Intersection: Region = "intersection"
        { "list:Region…" }
        "(intersection (sites Top) (sites Empty))";
    /// A region without some sites.
    Difference: Region = "difference"
        { "source:Region remove:Region" }
        "(difference (sites Board) (sites Centre))";
    /// A region, or a site, with what lies around it.
    Expand: Region = "expand"
        { "[container:Int|Text] region:Region [steps=Int] [directions:Direction] [siteType:SiteType]"
          "[container:Int|Text] origin=Int [steps=Int] [directions:Direction] [siteType:SiteType]" }
        "(expand (sites Centre) steps:2)";
    /// One region or another, as a condition says.
    IfRegion: Region = "if"
        { "condition:Bool yes:Region [no:Region]" }
        "(if (is Mover P1) (sites Top) (sites Bottom))";
    /// So many sites of a region at most, those with the lowest numbers.
    LimitRegion: Region = "limit"
        { "count:Int region:Region" }
        "(limit 2 (sites Top))";
    /// The first region that is not empty.
    First: Region = "first"
        { "list:Region…" }
        "(first (sites Pending) (sites Controlled by:Mover))";
    /// The sites of a region that meet a condition.
    ForEachRegion: Region = "forEach"
        { "region:Region if=Bool" "of=Region region:Region" "players:Ints region:Region" }
        "(forEach (sites Mover) if:(is Even (site)))";
    /// The levels of a stack that meet a condition.
    ForEachLevelRegion: Region = "forEach Level"
        { "[siteType:SiteType] at=Int [stackDirection:StackDirection] [if=Bool] [startAt=Int]" }
        "(forEach Level at:(site) FromTop if:(is Mover (who at:(site) level:(level))))";
    /// A region of each team.
    ForEachTeamRegion: Region = "forEach Team"
        { "region:Region" }
        "(forEach Team (sites Mover))";

    /// Directions: absolute, or relative to a piece; or from one site to another; or some by chance.
    Directions: Direction = "directions"
        { "directions:Direction [of=RelationType] [bySite=Flag]" "[of=RelationType] [bySite=Flag]"
          "siteType:SiteType from=Int to=Int" }
        "(directions {FL FR})";
    /// The direction of a number: what `(choose "Way" directions:…)` keeps.
    DirectionNumber: Direction = "direction"
        { "number:Int" }
        "(direction (chosen \"Way\"))";
    /// So many of some directions, by chance: drawn before the moves are chosen.
    DirectionsRandom: Direction = "directions Random"
        { "directions:Direction num=Int" }
        "(directions Random Orthogonal num:2)";
    /// Directions without some.
    DifferenceDirections: Direction = "difference"
        { "source:Direction remove:Direction" }
        "(difference Orthogonal N)";
    /// Directions of both.
    UnionDirections: Direction = "union"
        { "list:Direction…" }
        "(union Orthogonal N)";
    /// One direction or another, as a condition says.
    IfDirections: Direction = "if"
        { "condition:Bool yes:Direction no:Direction" }
        "(if (is Mover P1) N S)";

    } };
}
