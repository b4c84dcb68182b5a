//! A turn and a battle of *Grand Fleet 1.2* as its players read them, in both languages: `tests/core/report/grand-fleet-*.txt`.
//! `british> ` and `german> ` are orders, `dice: 3 5` are the dice, and the places of mixed markers, of what follows;
//! `british> show` and `british> options` show the board and the menu. `UPDATE=1` writes the rest.

use wardroom::book::Parsed;
use wardroom::game::{Audience, Chance, Fact, Game, Resolved, Stop, Viewer, Word};
use wardroom::games::grand_fleet::event::Event;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::state::{Setup, State};
use wardroom::report::{GameReport, parse_error};
use wardroom::words::Lang;

use super::grand_fleet::Desk;
use super::listed;
use wardroom::games::grand_fleet::GrandFleet;

#[test]
fn a_turn_and_a_battle_of_grand_fleet_read_as_written() {
    for name in ["turn", "battle"] {
        for (lang, end) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
            let file = format!("grand-fleet-{name}.{end}.txt");
            let path = format!("{}/tests/core/report/{file}", env!("CARGO_MANIFEST_DIR"));
            let then = std::fs::read_to_string(&path).unwrap();
            let now = Table::new(lang).play(&then);
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
}

struct Table {
    desk: Desk,
    lang: Lang,
    state: State,
    text: String,
}

impl Table {
    fn new(lang: Lang) -> Table {
        let desk = Desk::new();
        let mut state = desk.game.blank();
        let facts = desk.game.start(&Setup::default(), &mut Chance::scripted([])).unwrap();
        desk.fold(&mut state, &facts);
        let mut table = Table { desk, lang, state, text: String::new() };
        table.tell(&facts, Viewer::Spectator);
        table
    }

    fn play(mut self, script: &str) -> String {
        let mut dice = Chance::scripted([]);
        // Quiet lines lead to where the story begins.
        for line in script.lines() {
            if let Some(values) = line.strip_prefix("dice: ") {
                dice = Chance::scripted(values.split_whitespace().map(|value| value.parse().unwrap()));
                self.text.push_str(&format!("{line}\n"));
            } else if let Some((side, typed)) = line.split_once("> ") {
                let Some(side) = Side::named(side.trim_start_matches('-')) else { continue };
                let told = self.text.len();
                self.line(side, typed, &mut dice);
                if line.starts_with('-') {
                    self.text.truncate(told);
                    self.text.push_str(&format!("{line}\n"));
                }
            } else if line.starts_with('#') {
                self.text.push_str(&format!("{line}\n"));
            }
        }
        self.text
    }

    fn line(&mut self, side: Side, typed: &str, dice: &mut Chance<'_>) {
        let options = self.desk.game.options(&self.state, side.seat());
        let teller = self.desk.teller(self.lang);
        for prompt in self.desk.game.prompts(&self.state).iter().filter(|prompt| prompt.seat == side.seat()) {
            self.text.push_str(&format!("{}\n", teller.prompt(prompt, &options)));
        }
        self.text.push_str(&format!("\n{side}> {typed}\n"));
        let viewer = Viewer::Seat(side.seat());
        let said = match self.desk.book.one(typed, &options, &self.desk.lexicon) {
            Err(error) => {
                parse_error(&self.desk.words, self.lang, &self.desk.book, &self.desk.lexicon, &error)
            }
            Ok(Parsed::Table { verb, words }) => self.shown(verb, &words, viewer),
            Ok(Parsed::Pick { number, .. }) => format!("!! option {number}"),
            Ok(Parsed::Order { form, .. }) => {
                match self.desk.game.resolve(&self.state, side.seat(), &form, dice) {
                    Ok(Resolved { facts, .. }) => {
                        self.desk.fold(&mut self.state, &facts);
                        return self.tell(&facts, viewer);
                    }
                    Err(Stop::Refused(refusal)) => teller.refusal(&refusal),
                    Err(other) => format!("!! {other}"),
                }
            }
        };
        self.text.push_str(&format!("{}\n", said.trim_end()));
    }

    fn shown(&self, verb: Word, words: &[String], viewer: Viewer) -> String {
        let teller = self.desk.teller(self.lang);
        let view = self.desk.game.view(&self.state, viewer);
        if verb.as_str() == "options" {
            let Viewer::Seat(seat) = viewer else { return String::new() };
            let options = self.desk.game.options(&self.state, seat);
            let menu = teller.menu(&options, 6);
            let mut lines = listed(&teller.phrases, &menu.choices, &options);
            lines.extend(menu.outlines);
            return lines.join("\n");
        }
        let Some(what) = words.first() else { return teller.board_text(&view) };
        let word: Word = what.parse().unwrap();
        match teller.section(&view, word) {
            Some(lines) => lines.into_iter().map(|(_, line)| line + "\n").collect(),
            None => teller.part(&view, word).unwrap_or_default().join("\n"),
        }
    }

    /// What a seat is told of what happened.
    fn tell(&mut self, facts: &[Fact<Event>], viewer: Viewer) {
        let may = |fact: &&Fact<Event>| match (GrandFleet::fact_policy(fact).audience, viewer) {
            (Audience::Everyone, _) => true,
            (Audience::Seats(seats), Viewer::Seat(seat)) => seats.contains(&seat),
            _ => false,
        };
        let facts: Vec<Fact<Event>> = facts.iter().filter(may).cloned().collect();
        for told in self.desk.teller(self.lang).report_lines(&facts, &[]) {
            let mark = if told.weight.is_sentence() { "  " } else { "" };
            self.text.push_str(&format!("{mark}{told}\n"));
        }
    }
}
