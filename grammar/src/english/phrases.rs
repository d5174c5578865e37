//! The phrases of the primitives: one for each row of the catalogue. A new row without one does not compile.

use crate::catalogue::Prim;

/// How a primitive is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phrase {
    /// A noun: a number, a site, a player, a direction, a zone; a part of the equipment.
    Noun(&'static str),
    /// A clause, and its contrary.
    If(&'static str, &'static str),
    /// What is done, beginning with its verb; with `=` in front, a clause with a subject of its own.
    Do(&'static str),
    /// A kind of site: what comes before its noun, the noun (`{}` for the usual one), and what follows.
    Place(&'static str, &'static str, &'static str),
    /// By a function of the module for its type, or by the ludeme around it.
    Own,
}

use Phrase::{Do, If, Noun, Own, Place as At};
use Prim as P;

/// The phrase of a primitive.
#[rustfmt::skip]
pub(super) fn phrase(prim: Prim) -> Phrase {
    match prim {
        // Equipment, boards and the frame of the rules are told by their sections.
        P::Game | P::Match | P::Games | P::Subgame | P::Players | P::PlayerSpec | P::Mode | P::Equipment | P::Board
        | P::Boardless | P::MancalaBoard | P::SurakartaBoard | P::Track | P::Values | P::PieceKind | P::AttributeSpec
        | P::ZoneSpec | P::Flips | P::Tile | P::Path | P::Domino | P::Dominoes | P::Die | P::Dice | P::Card | P::CardSpec
        | P::Deck | P::Hand | P::Regions | P::Map | P::Pair | P::Hints | P::Hint | P::Notation | P::FieldSimple | P::FieldMover | P::FieldState | P::FieldVar => Own,
        P::Square | P::Rectangle | P::Hex | P::Tri | P::Brick | P::Celtic | P::Quadhex | P::Tiling | P::Regular
        | P::Repeat | P::Spiral | P::Wedge | P::Concentric | P::GraphExplicit | P::Poly | P::GraphAdd | P::Clip
        | P::Complete | P::Dual | P::Hole | P::Intersect | P::Keep | P::Layers | P::MakeFaces | P::Merge | P::GraphUnion
        | P::Recoordinate | P::GraphRemove | P::Renumber | P::Rotate | P::Scale | P::Shift | P::Skew | P::SplitCrossings
        | P::Subdivide | P::Trim => Own,
        P::Rules | P::Meta | P::MetaSwap | P::Automove | P::Gravity | P::Pin | P::PassEnd | P::MetaNoRepeat
        | P::MetaNoSuicide | P::Start | P::Place | P::PlaceStack | P::PlaceRandom | P::ItemCount | P::StartRememberValue
        | P::StartHidden | P::StartOwner | P::StartSetNextPlayer | P::StartSetSite | P::StartSetPlayer | P::StartSetVar | P::StartSetTeam
        | P::StartSetPuzzle | P::Split | P::StartDeal | P::StartDraw | P::StartForEach | P::StartForEachValue
        | P::StartForEachPlayer | P::StartForEachOf | P::Play | P::Phase | P::NextPhase | P::End | P::EndIf | P::EndForEach
        | P::Result | P::ByScore | P::Ranking | P::FinalScore | P::Payoffs | P::Payoff | P::Rounds | P::Record => Own,

        // Moves.
        P::FromTo | P::ZoneMove | P::Add | P::Claim | P::Step | P::Slide | P::Shoot | P::Hop | P::Leap | P::Walk
        | P::Select | P::Draw | P::ZoneRef => Own,
        P::MoveAll => Do("move everything from {from} to {to}"),
        P::Pass => Do("pass"),
        P::PlayCard => Do("play a card"),
        P::Propose => Do("say “{proposition}”"),
        P::Vote => Do("vote “{vote}”"),
        P::Bet => Do("bet {range}"),
        P::Promote => Do("replace the piece on {site.site?the square moved to} by {piece}[ {role.of}]"),
        P::Revolve => Own,
        P::Remove => Own,
        P::SwapPlayers => Do("=the sides of {player1.who} and {player2.who} are swapped"),
        P::SwapPieces => Do("swap the pieces on {site1.site?the square just left} and {site2.site?the square just moved to}"),
        P::SetNextPlayer => Do("=the next turn is for {players.who}"),
        P::SetRotation => Do("turn the piece on {to?the square just moved to}"),
        P::SetTrumpSuit => Do("make {suits} the trump suit"),
        P::From | P::To | P::Between | P::Apply | P::Then | P::PieceRef => Own,
        P::Rotations => Noun("turned to {directions}"),
        P::Or | P::And | P::Append | P::AllCombinations | P::Seq | P::If | P::Priority | P::Do | P::MaxMoves => Own,
        P::MaxDistance => Do("of these moves, make one that goes furthest along the track: {moves}"),
        P::FirstMoveOnTrack => Do("move the piece that is first on the track and can move: {moves}"),
        P::AvoidStoredState => Do("make one of these moves that does not bring back the remembered position: {moves}"),
        P::While => Do("=as long as {condition.if}, this is repeated: {moves}"),
        P::ForEachPiece | P::ForEachSite | P::ForEachDirection | P::ForEachValue | P::ForEachPlayer | P::ForEachOf
        | P::ForEachLevel | P::ForEachTeam | P::ForEachGroup | P::ForEachFamily | P::ForEachDie => Own,
        P::Turn | P::TurnStep | P::AnyOrder | P::Choose | P::Ask | P::Sealed | P::Finish => Own,
        P::Checkpoint => Do("=if the game is decided by now, it ends here"),
        P::Let => Own,
        P::UseDie => Do("use the die"),

        // Effects.
        P::MoveAgain => Do("move again"),
        P::AddScore => Own,
        P::SetPlayer => Do("set {role.poss} {word} to {value}"),
        P::SetSite => Do("set the {word} of {at.site} to {value}"),
        P::SetVar => Own,
        P::SetValue => Own,
        P::SetPending => Do("keep [{value} ]in mind for the next move"),
        P::SetTeam => Do("=team {team} is made of {roles}"),
        P::SetHidden => Own,
        P::Reveal => Own,
        P::Hide => Own,
        P::RememberValue => Do("remember {value}[ under “{name}”]"),
        P::RememberPair => Do("=these two pieces count as a pair until the turn ends"),
        P::RememberState => Do("remember the position"),
        P::ForgetValue => Do("forget {value?everything remembered}[ under “{name}”]"),
        P::Note => Do("=a note is shown to {to.who?everybody}"),
        P::Trigger => Do("=“{event}” has happened for {role.who}"),
        P::Roll => Own,
        P::Random => Own,
        P::Deal => Do("deal {count?one} {type} to each player"),
        P::TakeDomino => Do("take a domino"),
        P::TakeControl => Own,
        P::Flip => Do("flip the piece on {site.site?the square just moved to}"),
        P::Sow | P::Custodial | P::Intervene | P::Directional | P::Enclose | P::Surround | P::Push | P::Attract => Own,
        P::Satisfy => Do("write a number where there is none yet, such that in the end it can be so that {constraints}"),

        // Conditions.
        P::Won => If("{player.who} has won the round", "{player.who} has not won the round"),
        P::AndBool | P::OrBool | P::Not | P::IfBool | P::Equals | P::NotEquals | P::Less | P::LessOrEqual | P::Greater
        | P::GreaterOrEqual | P::IsPlayer | P::Has | P::IsSite | P::IsIn | P::IsLine | P::IsConnected => Own,
        P::Xor => If("either {a.if} or {b.if}, but not both", "{a.if} and {b.if}, or neither"),
        P::ToBool => If("{value} is not zero", "{value} is zero"),
        P::IsPaired => If("the two pieces have been a pair in this turn", "the two pieces have not been a pair in this turn"),
        P::IsLoop => If("pieces of one player form a closed loop[ around {surround.who}]", "no pieces form a closed loop[ around {surround.who}]"),
        P::IsPath => Own,
        P::IsPattern => If("the pieces form the pattern", "the pieces do not form the pattern"),
        P::IsTree => Own,
        P::IsRegularGraph => If("the edges of {role.who} form a regular graph", "the edges of {role.who} form no regular graph"),
        P::IsThreatened => If("[{what.the} ][on {at.site} ]could be captured next", "[{what.the} ][on {at.site} ]could not be captured next"),
        P::IsRelated => If("{site.site} lies beside {region.any}", "{site.site} does not lie beside {region.any}"),
        P::IsTarget => If("the board shows the arrangement that is the goal", "the board does not show the arrangement that is the goal"),
        P::IsAngle => Own,
        P::IsHidden => If("what is on {at.site} is hidden from {to.who}", "what is on {at.site} is not hidden from {to.who}"),
        P::IsRepeat => If("the position has occurred before", "the position has not occurred before"),
        P::IsTriggered => If("“{event}” has happened for {role.who}", "“{event}” has not happened for {role.who}"),
        P::IsSimple | P::IsInteger => Own,
        P::IsCrossing => If("the edges {edge1} and {edge2} cross", "the edges {edge1} and {edge2} do not cross"),
        P::IsProposed => If("“{proposition}” has been {word}", "“{proposition}” has not been {word}"),
        P::IsLastSite => If("the last move used a site of kind {siteType}", "the last move did not use a site of kind {siteType}"),
        P::IsSolved => If("the puzzle is solved", "the puzzle is not solved"),
        P::IsUnique | P::IsCount | P::AllDifferent | P::ForAll => Own,
        P::AllGroups | P::AllFamily | P::SomeFamily | P::AllValues | P::AllSites | P::AllSimple => Own,
        P::CanMove => Own,
        P::NoPieces => Own,
        P::NoMoves => Own,
        P::NoStacks => Own,
        P::WasPass => If("the last move was a pass", "the last move was not a pass"),

        // Sites and players.
        P::FromSite | P::ToSite | P::BetweenSite | P::Site | P::LevelOf | P::Level | P::PlayerIndex | P::PlayerOf | P::Value
        | P::Mover | P::Next | P::Prev | P::Decider | P::SeatOf | P::Last | P::Kind => Own,
        P::PlayerBy => Own,
        P::Chosen | P::Recorded => Own,
        P::Round => Noun("the number of the round"),
        P::Starter => Noun("the player who began the round"),
        P::Placing => Noun("the place that {player.who} took in the round"),
        P::Pips => Noun("the number on the die"),
        P::TrackIndex => Noun("the number of that track"),
        P::EdgeSite => Noun("the edge[ between {vertex1} and {vertex2}]"),
        P::HintValue => Noun("the hint[ of {at.site}]"),
        P::What => Noun("the piece {at.on}"),
        P::AttributeOf => Own,
        P::Who => Noun("the owner of the piece {at.on}"),
        P::State => Noun("the state of {at.site}"),
        P::Rotation => Noun("the direction of the piece {at.on}"),
        P::ValuePiece => Noun("the value of the piece {at.on}"),
        P::ValuePlayer => Noun("{role.poss} value"),
        P::ValueRandom => Noun("a random number, {range}"),
        P::ValueSimple => Own,
        P::TopLevel => Noun("the highest level of {at.site}"),
        P::Score => Noun("{role.poss} score"),
        P::MatchScore => Noun("{role.poss} score of the match"),
        P::Amount => Noun("{role.poss} amount"),
        P::Pot => Noun("the pot"),
        P::Counter => Noun("the number of moves since the count of moves began anew"),
        P::Var => Own,
        P::Id => Own,
        P::Where => Own,
        P::WhereLevel => Noun("the level of that piece on {at.site}"),
        P::Ahead => Own,
        P::CentrePoint => Noun("the middle of the board"),
        P::Column => Noun("the column of {of.site}"),
        P::RowOf => Noun("the row of {of.site}"),
        P::Layer => Noun("the layer of {of.site}"),
        P::PhaseOf => Noun("the colour of {of.site}"),
        P::Cost => Noun("the cost of {at.site?}{in.all?}"),
        P::Coord => Own,
        P::HandSite => Noun("{role.poss} hand"),
        P::MapEntry => Own,
        P::RegionSite => Own,
        P::ArrayValue => Noun("number {index} of {array}"),
        P::TrackSiteFirst => Noun("the first {} of the track[ such that {if.if}]"),
        P::TrackSiteEnd => Noun("the end of the track"),
        P::TrackSiteMove => Noun("the {} {steps.by step} further along the track[ from {from.site}]"),
        P::Face => Noun("the face of the die on {site.site}"),
        P::PathExtent => Noun("the length of the longest path[ {colour.of}]"),
        P::CardTrumpSuit => Noun("the trump suit"),
        P::CardSite => Noun("the {word} of the card on {at.site}"),

        // Numbers.
        P::CountValue => Noun("how often {of} is in {in}"),
        P::CountStack => Own,
        P::CountSimple => Own,
        P::CountPlayers => Own,
        P::GreatestPlayer => Own,
        P::CountOccurrences => Own,
        P::CountSites | P::CountAt | P::CountZone | P::SumAttribute | P::CountPieces => Own,
        P::CountPips => Noun("the sum of the dice"),
        P::CountGroups => Own,
        P::CountLiberties => Noun("the number of empty neighbours of the group at {at.site?the last move}"),
        P::CountSteps => Noun("the number of steps from {site.site} to {region.all}"),
        P::CountStepsOnTrack => Noun("the number of steps along the track[ from {site1}][ to {site2}]"),
        P::SizeArray => Noun("the length of {array}"),
        P::SizeStack => Own,
        P::SizeLargePiece => Noun("the size of the piece"),
        P::SizeGroup => Noun("the size of the group at {at.site}"),
        P::SizeTerritory => Noun("the number of empty sites that {role.who} surrounds"),
        P::Plus | P::Minus | P::Times | P::Divide | P::IfInt => Own,
        P::Modulo => Noun("the remainder of {a} divided by {b}"),
        P::Power => Noun("{a} to the power of {b}"),
        P::Abs => Noun("the size of {value} without its sign"),
        P::Max | P::Min => Own,
        P::ToInt => Own,
        P::PlusFloat => Noun("the sum of {list}"),
        P::MinusFloat => Noun("{a} minus {b}"),
        P::TimesFloat => Noun("the product of {list}"),
        P::DivideFloat => Noun("{a} divided by {b}"),
        P::PowerFloat => Noun("{a} to the power of {b}"),
        P::MaxFloat => Noun("the greatest of {list}"),
        P::MinFloat => Noun("the least of {list}"),
        P::AbsFloat => Noun("the size of {value} without its sign"),
        P::Sqrt => Noun("the square root of {value}"),
        P::Sin => Noun("the sine of {value}"),
        P::Cos => Noun("the cosine of {value}"),
        P::Tan => Noun("the tangent of {value}"),
        P::Exp => Noun("the exponential of {value}"),
        P::Log => Noun("the logarithm of {value}"),
        P::Log10 => Noun("the decimal logarithm of {value}"),
        P::ToFloat => Noun("{value}"),
        P::Range | P::Exact | P::RangeMax | P::RangeMin => Own,
        P::Array => Noun("{list}"),
        P::ValuesRemembered => Noun("what is remembered[ under “{name}”]"),
        P::SizesGroup => Noun("the sizes of all groups[ of {role.who}]"),
        P::Team => Noun("the players of that team"),
        P::PlayersOf => Own,
        P::PlayersTeam => Noun("the players of {team.who}"),
        P::Results => Noun("the values of {value} for each pair of {from.all} and {to.all}"),
        P::DifferenceInts => Noun("{source} without {remove}"),
        P::IntersectionInts => Noun("what is in all of {list}"),
        P::UnionInts => Noun("all of {list}"),
        P::IfInts => Noun("{yes} if {condition.if}[, otherwise {no}]"),

        // Regions.
        P::Sites | P::SitesSimple | P::SitesIndex | P::SitesOccupied | P::SitesSide | P::SitesHand | P::SitesAround
        | P::SitesDirection | P::SitesBetween | P::SitesTrack => Own,
        P::SitesEmpty => At("empty", "{}", ""),
        P::SitesControlled => At("", "stack", "that {by.who} control"),
        P::SitesStart => At("", "{}", "on which {piece} began"),
        P::SitesMoves => At("", "{}", "of one of these moves: {moves}"),
        P::SitesLineOfSight => Own,
        P::SitesDistance => At("", "{}", "at a distance of {range} from {from.site}"),
        P::SitesGroup => At("", "{}", "of the group of connected pieces at {at.site?}{from.all?}"),
        P::SitesIncident => At("", "{result}", "touching {at.site}"),
        P::SitesRandom => At("", "{}", "that chance picks[ of {region.all}][ ({num} of them)]"),
        P::SitesLoop => At("", "{}", "of the loop"),
        P::SitesPattern => At("", "{}", "of the pattern"),
        P::SitesHidden => At("", "{}", "hidden from {to.who}"),
        P::SitesLargePiece => At("", "{}", "under the piece at {at.site}"),
        P::SitesCrossing => At("", "edge", "that crosses {at.site}"),
        P::SitesEdges => At("{word}", "edge", ""),
        P::LastBetween => At("", "{}", "passed by the last move"),
        P::Union | P::Intersection | P::Difference | P::Expand | P::IfRegion | P::LimitRegion | P::First
        | P::ForEachRegion => Own,
        P::ForEachLevelRegion => At("", "level", "of {at.site}[ such that {if.if}]"),
        P::ForEachTeamRegion => At("", "{}", "of a team: {region.all}"),

        // Directions.
        P::Directions | P::DirectionNumber | P::UnionDirections => Own,
        P::DirectionsRandom => Noun("in {num} of these directions, by chance: {directions}"),
        P::DifferenceDirections => Noun("{source}, but not {remove}"),
        P::IfDirections => Noun("{yes} if {condition.if}, otherwise {no}"),
    }
}
