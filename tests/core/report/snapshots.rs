//! A played beginning as a player reads it, in both languages: `tests/core/report/*.txt`. `> ` is an order, `dice: 3 5` are
//! the dice, and the places drawn, of what follows; `UPDATE=1` writes the rest.

use wardroom::book::Parsed;
use wardroom::game::{Chance, Game, Stop, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::state::Setup;
use wardroom::report::GameReport;
use wardroom::report::parse_error;
use wardroom::words::Lang;

use super::{Campaign, Desk, listed};

#[test]
fn a_beginning_reads_as_written() {
    let desk = Desk::new();
    for (lang, file) in [(Lang::En, "beginning.en.txt"), (Lang::Ja, "beginning.ja.txt")] {
        let path = format!("{}/tests/core/report/{file}", env!("CARGO_MANIFEST_DIR"));
        let then = std::fs::read_to_string(&path).unwrap();
        let now = played(&desk, lang, &then);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        assert!(!now.contains("!! "), "{file}: {now}");
        for (number, (then, now)) in then.lines().zip(now.lines()).enumerate() {
            assert_eq!(then, now, "{file} line {}", number + 1);
        }
        assert_eq!(then.lines().count(), now.lines().count(), "{file}");
    }
}

fn played(desk: &Desk, lang: Lang, then: &str) -> String {
    let teller = desk.teller(lang);
    let tell = |text: &mut String, facts: &[_]| {
        for told in teller.report_lines(facts, &[]) {
            let mark = if told.weight.is_sentence() { "  " } else { "" };
            text.push_str(&format!("{mark}{told}\n"));
        }
    };
    let mut text = String::new();
    let mut dice = Chance::scripted([]);
    let mut campaign = Campaign { desk, state: desk.game.blank(), seed: 0 };
    let mut begun = false;
    for line in then.lines() {
        if let Some(values) = line.strip_prefix("dice: ") {
            dice = Chance::scripted(values.split_whitespace().map(|value| value.parse().unwrap()));
            text.push_str(&format!("{line}\n"));
        }
        if !begun {
            let facts = desk.game.start(&Setup::default(), &mut dice).unwrap();
            campaign.fold(&facts);
            tell(&mut text, &facts);
            begun = true;
        }
        let Some(typed) = line.strip_prefix("> ") else { continue };
        for prompt in desk.game.prompts(&campaign.state) {
            text.push_str(&format!(
                "{}\n",
                teller.prompt(&prompt, &desk.game.options(&campaign.state, prompt.seat))
            ));
        }
        text.push_str(&format!("\n> {typed}\n"));
        let mut line = match desk.book.line(typed, &desk.game.options(&campaign.state, Goeben::commander())) {
            Ok(line) => line,
            Err(error) => {
                text.push_str(&parse_error(&desk.words, lang, &desk.book, &desk.lexicon, &error));
                text.push('\n');
                continue;
            }
        };
        loop {
            let options = desk.game.options(&campaign.state, Goeben::commander());
            let view = desk.game.view(&campaign.state, Viewer::Spectator);
            let Some(parsed) = desk.book.next(&mut line, &options, &desk.lexicon) else { break };
            match parsed {
                Err(error) => {
                    text.push_str(&parse_error(&desk.words, lang, &desk.book, &desk.lexicon, &error));
                    text.push('\n');
                }
                Ok(Parsed::Table { verb, .. }) if verb.as_str() == "show" => {
                    text.push_str(&teller.board_text(&view));
                }
                Ok(Parsed::Table { verb, words }) if verb.as_str() == "options" => {
                    let choices = teller.choices(&options, 3);
                    let only = |line: &&String| words.iter().all(|word| line.contains(word.as_str()));
                    for line in listed(&teller.phrases, &choices, &options).iter().filter(only) {
                        text.push_str(&format!("{line}\n"));
                    }
                }
                Ok(Parsed::Table { verb, words }) => text.push_str(&format!("{verb} {words:?}\n")),
                Ok(Parsed::Pick { number, .. }) => text.push_str(&format!("option {number}\n")),
                Ok(Parsed::Order { form, .. }) => match campaign.with(&form, &mut dice) {
                    Ok(facts) => tell(&mut text, &facts),
                    Err(Stop::Refused(refusal)) => {
                        text.push_str(&format!("{}\n", teller.refusal(&refusal)));
                        break;
                    }
                    Err(other) => text.push_str(&format!("!! {other}\n")),
                },
            }
        }
    }
    text
}
