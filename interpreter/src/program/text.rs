//! The readable text form of a program.

use super::Program;
use std::fmt;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "program: {} players, {} sites, sets of {} words, states of {} bytes, {} instructions",
            self.players,
            self.sites,
            self.width,
            self.words * 8,
            self.code.len()
        )?;
        for (i, field) in self.fields.iter().enumerate() {
            let hashed = if field.hash.is_some() { ", position" } else { "" };
            writeln!(f, "f{i}: {}[{}] of {} bits{hashed}", field.name, field.len, 1 << field.lane)?;
        }
        for (i, index) in self.indexes.iter().enumerate() {
            writeln!(f, "x{i}: {} of {}, {} classes", index.name, index.field, index.classes)?;
        }
        for (i, map) in self.maps.iter().enumerate() {
            let way =
                if map.groups.is_empty() { "site by site".to_owned() } else { format!("{} shifts", map.groups.len()) };
            writeln!(f, "m{i}: {}, {way}", map.name)?;
        }
        for (k, constant) in self.constants.iter().enumerate() {
            writeln!(f, "r{} = {constant}", super::LAST_REG as usize - k)?;
        }
        for (k, set) in self.set_constants.iter().enumerate() {
            write!(f, "s{} =", super::SET_REGS - 1 - k)?;
            for word in set {
                write!(f, " {word:#x}")?;
            }
            writeln!(f)?;
        }
        for (i, table) in self.block_tables.iter().enumerate() {
            write!(f, "bt{i} =")?;
            for block in table {
                write!(f, " {block}")?;
            }
            writeln!(f)?;
        }
        for (i, rule) in self.rules.iter().enumerate() {
            write!(f, "rule{i}: {:?}", rule.kind)?;
            for (k, (role, reg)) in rule.choices.iter().enumerate() {
                let mark = if rule.set_choice == Some(k) { "*" } else { "" };
                write!(f, " {role:?}{mark}={reg}")?;
            }
            if let Some(k) = rule.derived {
                write!(f, " (choice {k} derived)")?;
            }
            writeln!(f, " → {}", rule.effects)?;
        }
        for block in &self.blocks {
            writeln!(f, "\n{}:", block.name)?;
            for pc in block.start..block.end {
                writeln!(f, "  @{pc} {}", self.code[pc as usize].0)?;
            }
        }
        Ok(())
    }
}
