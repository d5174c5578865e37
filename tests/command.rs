//! Transcripts of the command, in `tests/cmd/`. To write them anew: `TRYCMD=overwrite cargo test --test suite command`.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("COLUMNS", "240")
        .case("tests/cmd/*.toml")
        .case("tests/cmd/*.trycmd");
}
