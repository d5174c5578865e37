//! Equipment: players, boards, tracks, pieces, hands, dice, regions, maps.

macro_rules! equipment_rows {
    ([$next:ident $($after:ident)*] $($rows:tt)*) => { $next! { [$($after)*] $($rows)*

    /// A game: who plays, with what, by which rules.
    Game: Game = "game"
        { "name:Text players:Players [mode:Mode] equipment:Equipment rules:Rules" }
        "(game \"Line\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))";
    /// A match: several games, played one after the other.
    Match: Game = "match"
        { "name:Text [players:Players] games:Games end:End" }
        "(match \"Long\" (players 2) (games { (subgame \"Line\") }) (end (if (>= (count Trials) 3) (byScore))))";
    /// The games of a match.
    Games: Games = "games"
        { "games:Subgame|{Subgame}" }
        "(games { (subgame \"Line\") (subgame \"Hex\") })";
    /// A game of a match, by the name of its file, with an option (`"Size/5"`) or a ruleset chosen; `next:` is the number, from 0, of the
    /// game that comes after it, and `result:` what its winner gets of the match.
    Subgame: Subgame = "subgame"
        { "name:Text [choice:Text] [next=Int] [result=Int]" }
        "(subgame \"Line\" next:1)";
    /// Who plays: how many, or one description each.
    Players: Players = "players"
        { "count:Int" "list:{PlayerSpec}" }
        "(players { (player N) (player S) })";
    /// A player, by the direction the player faces.
    PlayerSpec: PlayerSpec = "player"
        { "facing:Direction" }
        "(player N)";
    /// How turns are taken.
    Mode: Mode = "mode"
        { "mode:ModeWord" }
        "(mode Alternating)";
    /// All equipment.
    Equipment: Equipment = "equipment"
        { "items:Item…" }
        "(equipment { (board (square 3)) (piece \"Disc\" Each) })";
    /// A board on a graph. Its sites are labelled by column and row, `B3`, or by ring and segment, `3.8`: rings count from the
    /// middle out, segments clockwise from the top, and the middle is `0`.
    Board: Item = "board"
        { "graph:Graph [track:Track|{Track}] [values:Values|{Values}] [use=SiteType] [largeStack=Flag] [labels=Labels]" }
        "(board (square 8) use:Vertex)";
    /// An open plane instead of a board.
    Boardless: Item = "boardless"
        { "tiling:OpenTiling [dim:Int] [largeStack=Flag]" }
        "(boardless Hexagonal)";
    /// A board of pits in rows, with stores at its ends.
    MancalaBoard: Item = "mancalaBoard"
        { "rows:Int columns:Int [store=Store] [numStores=Int] [largeStack=Flag] [track:Track|{Track}]" }
        "(mancalaBoard 2 6 (track \"Track\" \"1,E,N,W\" loop:True))";
    /// A board with loops at its corners.
    SurakartaBoard: Item = "surakartaBoard"
        { "graph:Graph [loops=Int] [from=Int] [largeStack=Flag]" }
        "(surakartaBoard (square 6) from:1)";
    /// A path over the board, as a list of sites and directions or as a text of them, `"0,E,N1,W,End"`: a number is a site by its
    /// number; a direction leads on to the edge of the board or, with a number behind it, so many steps; at `End` pieces are home.
    Track: Track = "track"
        { "name:Text path:Text|{Int|Direction|TrackStep} [loop=Flag] [owner:Int] [directed=Flag]" }
        "(track \"Home\" {0..5 11 End} P1 directed:True)";
    /// The values of which each site of a puzzle may get one.
    Values: Values = "values"
        { "siteType:SiteType range:Range" }
        "(values Cell (range 1 9))";
    /// A kind of piece, and how it moves; who sees its pieces, and who of those knows that they are of this kind; by which letter
    /// boards as text show it.
    PieceKind: Item = "piece"
        { "name:Text [role:Role] [facing:Direction] [flips:Flips] [moves:Moves] [attributes=Attribute|{Attribute}] [seenBy=Audience] [knownBy=Audience] [letter=Text] [maxState=Int] [maxCount=Int] [maxValue=Int]" }
        "(piece \"Pawn\" Each N (move Step Forward (to if:(is Empty (to)))))";
    /// An attribute of a kind of piece: a number or a word. Where several are given, there is a kind of piece for each.
    AttributeSpec: Attribute = "attribute"
        { "name:Text value:Int|Text" "name:Text values:Range|{Int}|{Text}" }
        "(attribute \"suit\" {\"clubs\" \"hearts\"})";
    /// Off-board pieces of which only the number of each kind matters: one zone for all, one of each player, or so many; and who
    /// sees what they are.
    ZoneSpec: Item = "zone"
        { "name:Text [role:Role] [number=Int] [seenBy=Audience]" }
        "(zone \"Hand\" Each seenBy:Owner)";
    /// The two states a piece has when flipped.
    Flips: Flips = "flips"
        { "a:Int b:Int" }
        "(flips 1 2)";
    /// A tile.
    Tile: Item = "tile"
        { "name:Text [role:Role] [walk:{Step}|{{Step}}] [numSides=Int] [slots={Int}] [slotsPerSide=Int] [paths:{Path}] [flips:Flips] [moves:Moves] [maxState=Int] [maxCount=Int] [maxValue=Int]" }
        "(tile \"Curve\" numSides:4 { (path from:0 to:2 colour:1) })";
    /// A path across a tile.
    Path: Path = "path"
        { "from=Int [slotsFrom=Int] to=Int [slotsTo=Int] colour=Int" }
        "(path from:0 to:2 colour:1)";
    /// A domino.
    Domino: Item = "domino"
        { "name:Text role:Role value=Int value2=Int [moves:Moves]" }
        "(domino \"Domino45\" Shared value:4 value2:5)";
    /// A full set of dominoes.
    Dominoes: Item = "dominoes"
        { "[upTo=Int]" }
        "(dominoes upTo:6)";
    /// A die as a piece, such as one that players move.
    Die: Item = "die"
        { "name:Text role:Role numFaces=Int [facing:Direction] [moves:Moves]" }
        "(die \"Die6\" Each numFaces:6)";
    /// Dice that are rolled together.
    Dice: Item = "dice"
        { "[d=Int] [faces={Int}] [facesByDie={{Int}}] [from=Int] [role:Role] num=Int [biased={Int}]" }
        "(dice d:6 num:2)";
    /// A card as a piece.
    Card: Item = "card"
        { "name:Text role:Role type:CardWord rank=Int value=Int trumpRank=Int trumpValue=Int suit=Int [moves:Moves] [maxState=Int] [maxCount=Int] [maxValue=Int]" }
        "(card \"Card\" Shared King rank:6 value:4 trumpRank:3 trumpValue:4 suit:1)";
    /// A kind of card in a deck.
    CardSpec: CardSpec = "card"
        { "type:CardWord rank=Int value=Int [trumpRank=Int] [trumpValue=Int] [biased=Int]" }
        "(card Seven rank:0 value:0)";
    /// A deck of cards.
    Deck: Item = "deck"
        { "[role:Role] [cardsBySuit=Int] [suits=Int] [cards:{CardSpec}]" }
        "(deck cardsBySuit:13 suits:4)";
    /// Off-board sites of a player.
    Hand: Item = "hand"
        { "role:Role [size=Int]" }
        "(hand Each size:7)";
    /// One or more named regions, perhaps of a player.
    Regions: Item = "regions"
        { "[name:Text] [role:Role] sites:Region|{Region}|RegionFamily|{RegionFamily} [hint:Text]" }
        "(regions \"Home\" P1 (sites Bottom))";
    /// A table from keys to values.
    Map: Item = "map"
        { "[name:Text] pairs:{Pair}" "[name:Text] keys:{Int} values:{Int}" }
        "(map \"Entry\" { (pair P1 5) (pair P2 20) })";
    /// A key and its value.
    Pair: Pair = "pair"
        { "key:Int|Text value:Int|Text|Landmark" }
        "(pair P1 FirstSite)";
    /// How positions are written, one field after the other: a set-up may be written so.
    Notation: Item = "notation"
        { "fields:Field…" }
        "(notation { (field Board) (field Mover {\"w\" \"b\"}) })";
    /// A field of a notation: the rows of the board from the top, `/` between them, letters for pieces and numbers for so many empty
    /// sites; what is in the zones of players; the sites that are pending; the counter; the number of the turn, all players moving in
    /// one.
    FieldSimple: Field = "field Board|Hands|Pending|Counter|Turn"
        { "" }
        "(field Board)";
    /// A field of a notation: the player to move, by a word for each.
    FieldMover: Field = "field Mover"
        { "words:{Text}" }
        "(field Mover {\"w\" \"b\"})";
    /// A field of a notation: signs, each for a site whose piece is in a state; pieces are in it nowhere else.
    FieldState: Field = "field State"
        { "state:Int signs:{Pair}" }
        "(field State 1 { (pair \"K\" \"H1\") (pair \"Q\" \"A1\") })";
    /// A field of a notation: a variable.
    FieldVar: Field = "field Var"
        { "name:Text" }
        "(field Var \"Checks\")";
    /// The hints of a puzzle, about sites of a kind: of the one that is played on, if none is named.
    Hints: Item = "hints"
        { "[label:Text] hints:{Hint} [siteType:SiteType]" }
        "(hints { (hint {\"A1\" \"B1\"} 3) (hint \"C2\" 1) })";
    /// A hint: sites, in the order in which a constraint compares them, and perhaps a number that belongs to them.
    Hint: Hint = "hint"
        { "sites:Region|Text|{Text} [hint:Int]" }
        "(hint {\"A1\" \"B1\"} 3)";

    } };
}
