//! `parlour show`: a game as board, picture, program, statistics.

use crate::args::{Format, Show};
use crate::console::Console;
use crate::drawing;
use crate::failure::Failure;
use crate::load;
use crate::{players, view};
use parlour_grammar::expand::OptionKind;
use parlour_interpreter::board::SiteType;
use parlour_interpreter::play::picture::{self, Style};
use parlour_interpreter::play::{Game, State};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// Runs the command.
pub fn run(args: &Show, console: &Console) -> Result<(), Failure> {
    let state = load::state(&args.file, &args.at, &args.choices.selection(), args.seat, console)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let drawn = args.pictures.are_wanted();
    if drawn {
        drawing::write(&drawing::last(&state, args.seat).document(), &args.pictures)?;
    }
    if args.stats {
        out.write_all(statistics(state.game()).as_bytes())?;
    }
    if args.program {
        write!(out, "{}", state.game().program())?;
    }
    if !drawn && !args.stats && !args.program {
        if args.format == Format::Json {
            writeln!(out, "{:#}", view::observation(&state, args.seat))?;
            return Ok(out.flush()?);
        }
        writeln!(out, "{}", state.game().name())?;
        out.write_all(position(&state, args.seat, console.boards()).as_bytes())?;
    }
    Ok(out.flush()?)
}

/// The board as a player sees it, or as it is, and who is to move.
pub fn position(state: &State, seat: Option<u32>, style: Style) -> String {
    format!("{}{}\n", picture::text_as(state, seat, style), players::status(state))
}

/// What a game is made of, in numbers.
pub fn statistics(game: &Game) -> String {
    let mut out = String::new();
    row(&mut out, "game", game.name());
    row(&mut out, "players", game.players());
    for game in game.games() {
        out += &of_program(&game);
    }
    for option in game.options() {
        let of = match &option.kind {
            OptionKind::Items(items) => format!("of {} items", items.len()),
            OptionKind::Number { min, max, .. } => format!("of {min} to {max}"),
        };
        row(&mut out, "option", format!("{} = {} ({of})", option.label, option.value()));
    }
    for ruleset in game.rulesets() {
        row(&mut out, "ruleset", format!("{}{}", ruleset.name, if ruleset.chosen { " (chosen)" } else { "" }));
    }
    for (_, source) in game.sources().iter().filter(|(_, source)| !source.name.starts_with('<')) {
        row(&mut out, "file", format!("{}, {} lines", source.name, source.text.lines().count()));
    }
    row(&mut out, "fingerprint", format!("{:016x}", game.fingerprint()));
    out
}

fn row(out: &mut String, what: &str, value: impl Display) {
    _ = writeln!(out, "{what:<16} {value}");
}

/// What a game, or one of a match of several, is compiled to.
fn of_program(game: &Game) -> String {
    let (equipment, program) = (game.equipment(), game.program());
    let mut out = String::new();
    let mut row = |what: &str, value: String| row(&mut out, what, value);
    game.title().into_iter().for_each(|title| row("game of match", title.to_owned()));
    let kinds = [SiteType::Cell, SiteType::Vertex, SiteType::Edge].map(|kind| (kind, equipment.board.count(kind)));
    let board: Vec<String> = kinds.iter().map(|(kind, n)| format!("{n} {}", kind.name().to_lowercase())).collect();
    row("board", board.join(", "));
    row("sites in play", equipment.sites.to_string());
    for container in &equipment.containers[1..] {
        row("container", format!("{}, {} site{}", container.name, container.sites, plural(container.sites as usize)));
    }
    let components: Vec<&str> = equipment.components.iter().map(|component| component.name.as_str()).collect();
    row("pieces", components.join(", "));
    if let Some(stacks) = &program.stacks {
        row("highest stack", stacks.max.to_string());
    }
    row("phases", program.phases.to_string());
    row("rules", program.rules.len().to_string());
    row("instructions", program.code.len().to_string());
    row("blocks", program.blocks.len().to_string());
    row("state", format!("{} bytes", program.words * 8));
    out
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}
