use parlour_grammar::expand::{Files, Selection};
use parlour_interpreter::play::*;
use std::sync::atomic::{AtomicBool, AtomicU64};
struct F(std::path::PathBuf);
impl Files for F {
    fn read(&self, p: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(p)).map_err(|e| e.to_string())
    }
}
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap();
    let path = args.next().unwrap();
    let mut selection = Selection::default();
    let mut rest = vec![];
    for a in args {
        if let Some((n, v)) = a.split_once('=') {
            selection.options.push((n.into(), v.into()))
        } else if let Some(r) = a.strip_prefix('@') {
            selection.ruleset = Some(r.into())
        } else {
            rest.push(a)
        }
    }
    let bytes = std::fs::read(&path)?;
    let files = F(std::path::Path::new(&path).parent().unwrap().into());
    let game = match Game::load(&Source { name: &path, bytes: &bytes, files: &files }, &selection) {
        Ok(g) => g,
        Err(e) => {
            println!("{e}");
            return Ok(());
        }
    };
    print!("{}", game.warnings());
    match what.as_str() {
        "program" => println!("{}", game.program()),
        "perft" => {
            let s = game.start(0)?;
            let d: u32 = rest[0].parse()?;
            for k in 1..=d {
                let t = std::time::Instant::now();
                println!("{k} {} {:?}", perft(&s, k, Unit::Ply)?, t.elapsed());
            }
        }
        "moves" => {
            let mut s = game.start(0)?;
            for m in &rest {
                let mv = s.parse_move(m)?;
                s.apply(&mv)?;
            }
            println!("over {} {:?}", s.is_over(), s.outcome());
            let m: Vec<_> = s.notated_moves()?.into_iter().map(|(_, t)| t).collect();
            println!("{} {}", m.len(), m.join(" "));
            for site in 0..game.equipment().sites {
                let p = s.pieces(site);
                if !p.is_empty() {
                    print!("{}={:?} ", game.equipment().label(site), p.iter().map(|p| p.component).collect::<Vec<_>>());
                }
            }
            println!();
        }
        _ => {
            let settings = Playouts {
                time: Some(std::time::Duration::from_secs_f64(rest[0].parse()?)),
                count: None,
                ..Default::default()
            };
            println!("{:#?}", playouts(&game, &settings, &AtomicBool::new(false), &AtomicU64::new(0))?);
        }
    }
    Ok(())
}
