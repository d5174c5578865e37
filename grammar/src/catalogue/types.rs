//! What expressions denote: the types, the words of those that are enumerations, and what may stand for what.

/// Defines [`Type`] with, for each type, its name in signatures, how messages call it, and its words.
macro_rules! types {
    ($($(#[doc = $doc:literal])+ $ty:ident $called:literal $([$($word:literal)*])?;)*) => {
        /// What an expression denotes.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Type {
            $($(#[doc = $doc])+ $ty,)*
        }

        impl Type {
            /// Every type.
            pub const ALL: &[Type] = &[$(Type::$ty),*];

            /// The name it has in signatures.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Type::$ty => stringify!($ty),)*
                }
            }

            /// What it is, for the manual.
            #[must_use]
            pub fn doc(self) -> &'static str {
                match self {
                    $(Type::$ty => concat!($($doc),+).trim_ascii(),)*
                }
            }

            /// How messages call it, with its article.
            #[must_use]
            pub fn called(self) -> &'static str {
                match self {
                    $(Type::$ty => $called,)*
                }
            }

            /// The words of an enumeration; empty for other types.
            #[must_use]
            pub fn words(self) -> &'static [&'static str] {
                match self {
                    $(Type::$ty => &[$($($word),*)?],)*
                }
            }
        }
    };
}

types! {
    // Values.
    /// A whole number; sites, levels, player indices and pieces are whole numbers too.
    Int "a number";
    /// A number with a fraction.
    Float "a number";
    /// A truth value.
    Bool "a condition";
    /// `True` or `False`, known before play: how a rule works, once and for all.
    Flag "`True` or `False`";
    /// A text in quotes.
    Text "a text";
    /// A set of sites.
    Region "a region";
    /// A list of whole numbers.
    Ints "a list of numbers";
    /// An interval of whole numbers, both ends included.
    Range "a range";
    /// One or more directions.
    Direction "a direction" [
        "N" "NNE" "NE" "ENE" "E" "ESE" "SE" "SSE" "S" "SSW" "SW" "WSW" "W" "WNW" "NW" "NNW"
        "All" "Angled" "Adjacent" "Axial" "Orthogonal" "Diagonal" "OffDiagonal" "SameLayer" "Upward" "Downward"
        "Rotational" "Base" "Support" "CW" "CCW" "In" "Out"
        "U" "UN" "UNE" "UE" "USE" "US" "USW" "UW" "UNW" "D" "DN" "DNE" "DE" "DSE" "DS" "DSW" "DW" "DNW"
        "Forward" "Backward" "Rightward" "Leftward" "Forwards" "Backwards" "Rightwards" "Leftwards"
        "FL" "FLL" "FLLL" "BL" "BLL" "BLLL" "FR" "FRR" "FRRR" "BR" "BRR" "BRRR"
        "SameDirection" "OppositeDirection"
    ];
    /// A player or an owner by the part they have; besides the words listed, `P1`, `P2` … and `Team1`, `Team2` ….
    Role "a role" [
        "Neutral" "P1" "P2" "TeamMover" "Each" "Shared" "All" "Mover" "Next" "Prev" "NonMover" "Enemy" "Friend" "Ally"
        "Player"
    ];
    /// A player: a role, or `(player …)`.
    Player "a player";

    // The parts of a game.
    /// A whole game, or a match of several.
    Game "a game";
    /// Who plays.
    Players "the players";
    /// One player of the list of players.
    PlayerSpec "a player's description";
    /// How turns are taken.
    Mode "a mode";
    /// All equipment.
    Equipment "the equipment";
    /// A piece of equipment.
    Item "an item of equipment";
    /// A track.
    Track "a track";
    /// The range of values sites may hold, in deduction puzzles.
    Values "values of sites";
    /// What a piece turns into when flipped.
    Flips "a pair of flip states";
    /// A key and its value in a map.
    Pair "a pair";
    /// A kind of card in a deck.
    CardSpec "a card";
    /// A hint of a deduction puzzle.
    Hint "a hint";
    /// A path across a tile.
    Path "a path";
    /// An attribute of a kind of piece.
    Attribute "an attribute";
    /// A field of the notation of positions.
    Field "a field of a notation";
    /// Off-board pieces of which only the number of each kind matters.
    Zone "a zone";
    /// A graph of vertices, edges and cells.
    Graph "a graph";
    /// A polygon.
    Poly "a polygon";
    /// All rules.
    Rules "rules";
    /// All rules above the rules.
    Meta "meta rules";
    /// A rule above the rules.
    MetaRule "a meta rule";
    /// All rules of the start.
    Start "the start";
    /// A rule of the start.
    StartRule "a rule of the start";
    /// How many of which item.
    ItemCount "an item with its count";
    /// What may be played.
    Play "the play";
    /// A phase.
    Phase "a phase";
    /// Where play goes when a phase ends.
    NextPhase "a next phase";
    /// All rules of the end.
    End "the end";
    /// A rule of the end.
    EndRule "a rule of the end";
    /// The result of a game.
    Result "a result";
    /// The final score of a player.
    FinalScore "a final score";
    /// The payoff of a player.
    Payoff "a payoff";
    /// The rounds of a match.
    Rounds "the rounds of a match";
    /// What is kept of a round.
    Record "a record of rounds";
    /// The games of a match.
    Games "the games of a match";
    /// A game of a match.
    Subgame "a game of a match";

    // The parts of moves.
    /// A generator of moves.
    Moves "moves";
    /// Where a move starts.
    From "`(from …)`";
    /// Where a move ends.
    To "`(to …)`";
    /// What a move passes.
    Between "`(between …)`";
    /// What follows a move.
    Then "`(then …)`";
    /// What a move does where it passes or ends.
    Apply "`(apply …)`";
    /// A reference to a piece of the equipment.
    Piece "`(piece …)`";

    // Enumerations.
    /// A word of a ludeme's name, where the name offers a choice: the argument in slot `word`.
    Word "a word";
    /// A kind of place.
    SiteType "a kind of site" ["Cell" "Vertex" "Edge"];
    /// How two sites are related.
    RelationType "a relation" ["Orthogonal" "Diagonal" "OffDiagonal" "Adjacent" "All"];
    /// A number with a name.
    IntWord "a number" ["Off" "End" "Undefined" "Infinity"];
    /// A step of a track beside numbers and directions.
    TrackStep "a step of a track" ["Off" "End" "Repeat"];
    /// A step of a walk: forward, or a turn.
    Step "a step of a walk" ["F" "L" "R"];
    /// Which sites around a site.
    Around "a kind of neighbourhood" ["Empty" "NotEmpty" "Own" "NotOwn" "Enemy" "NotEnemy"];
    /// What is seen along a line.
    Sight "a kind of line of sight" ["Empty" "Farthest" "Piece"];
    /// Families of regions every board has.
    RegionFamily "a family of regions" [
        "Rows" "Columns" "AllDirections" "HintRegions" "Layers" "Diagonals" "SubGrids" "Regions" "Vertices" "Corners"
        "Sides" "SidesNoCorners" "AllSites" "Touching"
    ];
    /// A side or end of a board or track.
    Landmark "a landmark" ["CentreSite" "LeftSite" "RightSite" "Topsite" "BottomSite" "FirstSite" "LastSite"];
    /// How a game ends for a player.
    Outcome "an outcome" ["Win" "Loss" "Draw" "Tie" "Abandon" "Crash"];
    /// How turns are taken, as a word.
    ModeWord "a mode" ["Alternating" "Simultaneous" "Simulation"];
    /// Where the stores of a mancala board are.
    Store "a kind of store" ["None" "Outer" "Inner"];
    /// What may be hidden.
    HiddenData "a kind of information" ["What" "Who" "State" "Count" "Rotation" "Value"];
    /// What counts as a repetition.
    Repetition "a kind of repetition" ["SituationalInTurn" "PositionalInTurn" "Positional" "Situational"];
    /// When something takes effect.
    When "a time" ["StartOfTurn" "EndOfTurn"];
    /// Which way a stack is read.
    StackDirection "a direction through a stack" ["FromBottom" "FromTop"];
    /// What happens at the obstacle or edge a walk meets.
    EdgeRule "what happens at the edge" ["Reflect" "Bounce" "Wrap" "Fall" "Block"];
    /// How the sites of a board are labelled.
    Labels "how sites are labelled" ["Cartesian" "Polar"];
    /// Who sees what is in a zone.
    Audience "who sees it" ["Owner" "Others" "Everyone" "Nobody"];
    /// Who is told what was chosen or rolled.
    Witness "who is told" ["Mover" "Everyone" "Nobody"];
    /// Who sits where in the next round.
    SeatRule "who sits where" ["Fixed" "Rotate"];
    /// Who begins the next round.
    StarterRule "who begins a round" ["Keep" "Rotate" "Winner" "Loser"];
    /// How often a step may be repeated, as a word.
    Often "how often" ["Any"];
    /// How gravity works.
    Gravity "a kind of gravity" ["PyramidalDrop"];
    /// What a round of passes means.
    PassEnd "what passing means" ["Draw" "NoEnd"];
    /// What pins a piece.
    Pin "a kind of pin" ["SupportMultiple"];
    /// Who was to move before.
    PrevWord "which player before" ["Mover" "MoverLastTurn"];
    /// All of something.
    AllWord "`All`" ["All"];
    /// What can be dealt.
    Dealable "what can be dealt" ["Dominoes" "Cards"];
    /// The face of a card.
    CardWord "a kind of card" [
        "Joker" "Ace" "Two" "Three" "Four" "Five" "Six" "Seven" "Eight" "Nine" "Ten" "Jack" "Queen" "King"
    ];
    /// An element of a deduction puzzle.
    PuzzleElement "an element of a puzzle" ["Cell" "Edge" "Vertex" "Hint"];
    /// A shape of square boards.
    SquareShape "a shape" ["NoShape" "Square" "Rectangle" "Diamond" "Limping"];
    /// A shape of boards of hexagons.
    HexShape "a shape" ["NoShape" "Square" "Rectangle" "Diamond" "Triangle" "Hexagon" "Star" "Limping" "Prism"];
    /// A shape of boards of triangles.
    TriShape "a shape" ["NoShape" "Square" "Rectangle" "Diamond" "Triangle" "Hexagon" "Star" "Limping" "Prism"];
    /// A shape of boards of bricks.
    BrickShape "a shape" ["Square" "Rectangle" "Diamond" "Prism" "Spiral" "Limping"];
    /// A shape of concentric boards.
    ConcentricShape "a shape" ["Square" "Triangle" "Hexagon" "Target"];
    /// A star.
    StarShape "a shape" ["Star"];
    /// The diagonals of a square board.
    Diagonals "a kind of diagonals" ["Implied" "Solid" "SolidNoSplit" "Alternating" "Concentric" "Radiating"];
    /// A semi-regular tiling.
    TilingWord "a tiling" [
        "T31212" "T3464" "T488" "T33434" "T33336" "T33344" "T3636" "T4612" "T333333_33434"
    ];
    /// The tiling of a game without a board.
    OpenTiling "a tiling" ["Square" "Triangular" "Hexagonal"];
}

impl Type {
    /// The type called `name` in signatures.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Type> {
        Type::ALL.iter().copied().find(|ty| ty.name() == name)
    }

    /// Whether `word` is one of the type's words.
    #[must_use]
    pub fn has_word(self, word: &str) -> bool {
        self.words().contains(&word)
            || self == Type::Role
                && ["P", "Team"]
                    .iter()
                    .any(|prefix| word.strip_prefix(prefix).and_then(|n| n.parse::<u16>().ok()).is_some_and(|n| n > 0))
    }

    /// Whether what denotes `self` may stand where `wanted` is asked.
    #[must_use]
    pub fn fits(self, wanted: Type) -> bool {
        self == wanted || COERCIONS.contains(&(self, wanted))
    }
}

/// What may stand for what: the first where the second is asked. Closed under composition.
const COERCIONS: &[(Type, Type)] = &[
    // A site is a region of one.
    (Type::Int, Type::Region),
    (Type::Int, Type::Float),
    // A condition that play decides is found out afterwards, with advice of its own.
    (Type::Bool, Type::Flag),
    // A player is the number of the player.
    (Type::Role, Type::Player),
    (Type::Role, Type::Int),
    (Type::Player, Type::Int),
    // What is done, and whether.
    (Type::Apply, Type::Moves),
    // `Off`, `Infinity`.
    (Type::IntWord, Type::Int),
    (Type::IntWord, Type::Float),
];

/// What a collection `{…}` of the first may stand for.
pub const COLLECTIONS: &[(Type, Type)] =
    &[(Type::Int, Type::Ints), (Type::Int, Type::Region), (Type::Direction, Type::Direction)];
