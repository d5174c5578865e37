//! "Did you mean": the nearest of the words that would have been right.

/// The candidate that `word` is most likely a misspelling of.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, candidates).into_iter().next()
}

/// The candidates that `word` may be a misspelling of, the nearest first; of those equally near the ones that begin alike, in the
/// order of their letters.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let plain = word.to_lowercase();
    let most = (plain.chars().count() / 3).clamp(1, 4);
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| (distance(&plain, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    let begins = |candidate: &str| candidate.to_lowercase().chars().next() == plain.chars().next();
    near.sort_unstable_by_key(|(distance, candidate)| (*distance, !begins(candidate), *candidate));
    near.dedup();
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The advice for `word`: the nearest candidate, or else all of them if they are few.
#[must_use]
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(near) = did_you_mean(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    (1..=12).contains(&candidates.len()).then(|| {
        let list: Vec<String> = candidates.iter().map(|candidate| format!("`{candidate}`")).collect();
        format!("there is {}", list.join(", "))
    })
}

fn distance(a: &str, b: &str) -> usize {
    // A word that lacks its end, or its beginning, is nearer than its length tells.
    if a.len() >= 4 && (b.starts_with(a) || a.starts_with(b) && b.len() >= 4) {
        return 1;
    }
    strsim::damerau_levenshtein(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest() {
        let words = ["HopCapture", "StepToEmpty", "Board Size"];
        assert_eq!(did_you_mean("HopCaptrue", words), Some("HopCapture"));
        assert_eq!(did_you_mean("board size", words), Some("Board Size"));
        assert_eq!(did_you_mean("StepTo", words), Some("StepToEmpty"));
        assert_eq!(did_you_mean("Quux", words), None);
        assert_eq!(did_you_mean("Lin", ["In", "Line"]), Some("Line"));
    }
}
