pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = word.to_lowercase();
    candidates.into_iter().find(|candidate| candidate.to_lowercase() == plain)
}
pub fn suggestion<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    did_you_mean(word, candidates).map(|w| format!("did you mean `{w}`?"))
}
