//! Every verb of the table through every door: alone, as is right, with a word too many, with words that take a consent back, and
//! with yes, no and off, in both languages. What comes of a line is the same in every door, or [`REASONS`] says why not.

use std::collections::{BTreeMap, BTreeSet};

use wardroom::book::{Book, Verb};
use wardroom::club::table_words::TableVerb;

use crate::desk::{ANN, BOB, Came, Desk, Outcome, Person, Way};
use Outcome::{Asks, Done, Refused, Shown};

/// Where a verb can do what it is for, what is right there, and what comes of that.
struct Place {
    verb: &'static str,
    /// How the table is opened.
    opened: &'static [&'static str],
    /// Ann is alone at it.
    alone: bool,
    /// What is done before.
    before: &'static [(Person, &'static str)],
    /// Hours that pass then.
    hours: i64,
    /// What stands behind the verb, in English and in Japanese.
    right: [&'static str; 2],
    /// What else does something there.
    also: &'static [&'static str],
    /// What comes of the verb with that, and of the verb with nothing.
    comes: [Outcome; 2],
}

/// A table in play where the verb, with nothing behind it, does something.
const DOES: Place = Place {
    verb: "",
    opened: &[],
    alone: false,
    before: &[(ANN, "choose 4"), (BOB, "choose 7")],
    hours: 0,
    right: ["", ""],
    also: &[],
    comes: [Done, Done],
};
/// The same where it shows something.
const SHOWS: Place = Place { comes: [Shown, Shown], ..DOES };
/// A table at which nobody but Ann sits.
const ALONE: Place = Place { alone: true, before: &[], ..DOES };
/// One that was agreed to be played at a pace.
const TIMED: Place = Place { before: &[(ANN, "pace 2d"), (BOB, "agree")], ..DOES };

/// What means no, where a verb has a word for it.
const NO: [&str; 4] = ["no", "いいえ", "off", "オフ"];

const PLACES: &[Place] = &[
    // table.toml
    Place { verb: "help", right: ["undo", "取り消し"], ..SHOWS },
    Place { verb: "options", right: ["pass", "パス"], ..SHOWS },
    Place { verb: "hint", opened: &["practice"], ..SHOWS },
    Place { verb: "why", ..SHOWS },
    Place { verb: "show", ..SHOWS },
    Place { verb: "log", right: ["5", "5"], ..SHOWS },
    Place { verb: "recap", right: ["1", "1"], ..SHOWS },
    Place { verb: "dice", right: ["5", "5"], ..SHOWS },
    Place {
        verb: "undo",
        before: &[(ANN, "choose 4"), (BOB, "choose 7"), (ANN, "pass")],
        right: ["1", "1"],
        ..DOES
    },
    Place { verb: "wait", ..SHOWS },
    Place { verb: "close", ..DOES },
    Place { verb: "quit", ..SHOWS },
    // other-players.toml
    Place { verb: "who", ..SHOWS },
    Place {
        verb: "ask-undo",
        before: &[(ANN, "choose 4"), (BOB, "choose 7"), (ANN, "pass"), (BOB, "pass")],
        right: ["1", "1"],
        ..DOES
    },
    Place { verb: "agree", before: &[(BOB, "publish")], ..DOES },
    Place { verb: "object", before: &[(BOB, "publish")], ..DOES },
    Place { verb: "publish", right: ["20", "20"], ..DOES },
    Place { verb: "unpublish", before: &[(BOB, "publish"), (ANN, "agree")], ..DOES },
    Place { verb: "rename", right: ["Night watch", "夜の当直"], comes: [Done, Refused], ..DOES },
    Place { verb: "invite", right: ["@eve blue", "@eve blue"], comes: [Done, Refused], ..ALONE },
    Place { verb: "pass-seat", right: ["@eve", "@eve"], comes: [Done, Refused], ..DOES },
    Place { verb: "need-player", ..ALONE },
    Place {
        verb: "need-player",
        before: &[(ANN, "need-player")],
        right: ["off", "終了"],
        also: &NO,
        comes: [Done, Refused],
        ..ALONE
    },
    Place { verb: "ready", opened: &["ready"], before: &[], ..DOES },
    Place { verb: "unready", opened: &["ready"], before: &[(ANN, "ready")], ..DOES },
    Place {
        verb: "luck",
        opened: &["dice=players"],
        before: &[],
        right: ["seven grey cats", "灰色の猫が七匹"],
        ..DOES
    },
    Place { verb: "rematch", before: &[(ANN, "close"), (BOB, "agree")], ..DOES },
    Place { verb: "master", right: ["@eve", "@eve"], comes: [Done, Shown], ..DOES },
    Place { verb: "withdraw-offer", before: &[(ANN, "invite @eve blue")], right: ["blue", "blue"], ..ALONE },
    Place { verb: "resign", right: ["yes", "はい"], comes: [Done, Asks], ..DOES },
    // standing.toml
    Place {
        verb: "standing",
        right: ["quick when act then pass", "quick 問い act 命令 pass"],
        comes: [Done, Shown],
        ..DOES
    },
    Place { verb: "plan", right: ["roll then pass", "roll 次に pass"], comes: [Done, Shown], ..DOES },
    Place {
        verb: "pass-ahead",
        right: ["until turn is at least 40", "turnが40以上 まで"],
        comes: [Done, Refused],
        ..DOES
    },
    // time.toml
    Place { verb: "time", ..SHOWS },
    Place { verb: "pace", right: ["2d", "2日"], comes: [Done, Shown], ..DOES },
    Place { verb: "pause", right: ["until 3d", "3日"], ..TIMED },
    Place {
        verb: "resume",
        before: &[(ANN, "pace 2d"), (BOB, "agree"), (ANN, "pause"), (BOB, "agree")],
        ..DOES
    },
    Place { verb: "stop-clock", ..TIMED },
    Place { verb: "absent", right: ["3d", "3日"], comes: [Done, Refused], ..TIMED },
    Place { verb: "end-absence", before: &[(ANN, "pace 2d"), (BOB, "agree"), (ANN, "absent 3d")], ..DOES },
    Place {
        verb: "claim",
        before: &[(ANN, "pace 1h grace none overdue claim"), (BOB, "agree"), (ANN, "choose 4")],
        hours: 2,
        right: ["blue", "blue"],
        ..DOES
    },
    Place { verb: "zone", right: ["Asia/Tokyo", "Asia/Tokyo"], comes: [Done, Shown], ..DOES },
    Place { verb: "reminders", right: ["1d, 3d", "1日、3日"], also: &NO, comes: [Done, Shown], ..DOES },
    Place {
        verb: "quiet",
        right: ["22:00-08:00 Asia/Tokyo", "22:00〜8:00 東京"],
        comes: [Done, Shown],
        ..DOES
    },
    Place { verb: "calendar", right: ["new", "新規"], ..DOES },
    Place { verb: "browser", right: ["off", "オフ"], ..DOES },
];

/// What is typed behind a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Try {
    Nothing,
    Right,
    /// The same in full-width letters.
    FullWidth,
    OneTooMany,
    Not,
    Later,
    If,
    Yes,
    No,
    Off,
}

impl Try {
    const ALL: [Try; 10] = [
        Try::Nothing,
        Try::Right,
        Try::FullWidth,
        Try::OneTooMany,
        Try::Not,
        Try::Later,
        Try::If,
        Try::Yes,
        Try::No,
        Try::Off,
    ];

    /// The line, in English or in Japanese.
    fn line(self, place: &Place, verb: &Verb, lang: usize) -> String {
        let (name, right) = ([verb.name.as_str(), &verb.ja][lang], place.right[lang]);
        let more = match self {
            Try::Nothing => "".to_owned(),
            Try::Right => right.to_owned(),
            Try::FullWidth => return wide(&format!("{name} ")) + right,
            Try::OneTooMany => format!("{right} {}", ["twice", "二度"][lang]),
            Try::Not => ["not", "ではない"][lang].to_owned(),
            Try::Later => ["later", "あとで"][lang].to_owned(),
            Try::If => ["if it is 3d", "もし 3日なら"][lang].to_owned(),
            Try::Yes => ["yes", "はい"][lang].to_owned(),
            Try::No => ["no", "いいえ"][lang].to_owned(),
            Try::Off => ["off", "オフ"][lang].to_owned(),
        };
        format!("{name} {more}").trim().to_owned()
    }

    /// What comes of a line with this behind its verb, unless there is a reason.
    fn comes(self, place: &Place, line: &str) -> Outcome {
        let does = |right: &&str| line.split_once(' ').is_some_and(|(_, words)| words == *right);
        match self {
            Try::Right | Try::FullWidth => place.comes[0],
            Try::Nothing => place.comes[1],
            _ if place.right.iter().chain(place.also).any(does) => place.comes[0],
            _ => Refused,
        }
    }
}

/// Letters of ASCII as a Japanese keyboard writes them in full width.
fn wide(text: &str) -> String {
    let wide = |c: char| match c {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(c as u32 + 0xFEE0).unwrap(),
        other => other,
    };
    text.chars().map(wide).collect()
}

/// Where something else comes of a line: the verbs, what stands behind them, the doors, what comes of it, and why.
struct Reason {
    verbs: &'static [&'static str],
    tries: &'static [Try],
    ways: &'static [Way],
    comes: Outcome,
    why: &'static str,
}

const RIGHT: &[Try] = &[Try::Right, Try::FullWidth];
const BARE: &[Try] = &[Try::Nothing, Try::Right, Try::FullWidth];
const WRONG: &[Try] = &[Try::OneTooMany, Try::Not, Try::Later, Try::If, Try::Yes, Try::No, Try::Off];

const REASONS: &[Reason] = &[
    Reason {
        verbs: &["rename", "luck"],
        tries: WRONG,
        ways: &Way::ALL,
        comes: Done,
        why: "a table may be called anything, and any words are luck",
    },
    Reason {
        verbs: &["help", "show"],
        tries: WRONG,
        ways: &[Way::Terminal, Way::Mail, Way::Board],
        comes: Shown,
        why: "they show whatever is named, or say that nothing is called so",
    },
    Reason {
        verbs: &["show"],
        tries: WRONG,
        ways: &[Way::Discord],
        comes: Shown,
        why: "it shows whatever is named, or says that nothing is called so",
    },
    Reason {
        verbs: &["options"],
        tries: RIGHT,
        ways: &[Way::Discord],
        comes: Refused,
        why: "the orders of a verb are picked from menus",
    },
    Reason {
        verbs: &["help"],
        tries: RIGHT,
        ways: &[Way::Discord],
        comes: Refused,
        why: "Discord itself explains its commands; `/show help` speaks of orders",
    },
    Reason {
        verbs: &["recap"],
        tries: BARE,
        ways: &[Way::Discord],
        comes: Refused,
        why: "the thread has all that happened; `/show log` has the last of it",
    },
    Reason {
        verbs: &["wait", "quit"],
        tries: BARE,
        ways: &[Way::Mail, Way::Discord, Way::Board],
        comes: Refused,
        why: "nobody sits there who could wait or leave",
    },
    Reason {
        verbs: &["luck"],
        tries: &[Try::Nothing],
        ways: &[Way::Mail, Way::Board],
        comes: Refused,
        why: "the key of a mail or of what is pressed is the server's, which is no luck of a player's",
    },
    Reason {
        verbs: &["why"],
        tries: BARE,
        ways: &[Way::Board],
        comes: Refused,
        why: "what takes seconds to work out is worked out at another door",
    },
    Reason {
        verbs: &["close"],
        tries: BARE,
        ways: &[Way::Mail],
        comes: Asks,
        why: "what cannot be taken back wants a second mail",
    },
    Reason {
        verbs: &["pass-seat"],
        tries: RIGHT,
        ways: &[Way::Mail, Way::Discord, Way::Board],
        comes: Asks,
        why: "a seat goes with its secrets: by a second mail, by a button",
    },
    Reason {
        verbs: &["pass-seat"],
        tries: &[Try::Not, Try::Later, Try::Yes, Try::No, Try::Off],
        ways: &[Way::Board],
        comes: Asks,
        why: "the player is looked up once it is confirmed",
    },
    Reason {
        verbs: &["resign"],
        tries: &[Try::Right, Try::FullWidth, Try::Yes],
        ways: &[Way::Mail],
        comes: Asks,
        why: "what cannot be taken back wants a second mail",
    },
    Reason {
        verbs: &["resign"],
        tries: &[Try::Right, Try::FullWidth, Try::Yes],
        ways: &[Way::Discord],
        comes: Refused,
        why: "yes is a button below the question",
    },
    Reason {
        verbs: &["invite", "pass-seat"],
        tries: &[Try::Not, Try::Later, Try::Yes, Try::No, Try::Off],
        ways: &[Way::Terminal],
        comes: Done,
        why: "at a terminal somebody may be called so",
    },
    Reason {
        verbs: &["master"],
        tries: &[Try::Not, Try::Later, Try::Yes],
        ways: &[Way::Terminal],
        comes: Done,
        why: "at a terminal somebody may be called so",
    },
    Reason {
        verbs: &["quiet"],
        tries: &[Try::No, Try::Off],
        ways: &Way::ALL,
        comes: Shown,
        why: "there are no quiet hours to end, and it says so",
    },
    Reason {
        verbs: &["calendar"],
        tries: &[Try::No, Try::Off],
        ways: &[Way::Terminal, Way::Mail, Way::Board],
        comes: Shown,
        why: "there is no link to take away, and it says so",
    },
    Reason {
        verbs: &["calendar"],
        tries: &[Try::Off],
        ways: &[Way::Discord],
        comes: Shown,
        why: "there is no link to take away, and it says so; of the choices none is `no`",
    },
    Reason {
        verbs: &["browser"],
        tries: &[Try::No],
        ways: &[Way::Terminal, Way::Mail, Way::Board],
        comes: Done,
        why: "`no` ends the sessions as `off` does; of the choices in Discord none is `no`",
    },
];

fn reason(verb: &str, it: Try, way: Way) -> Option<Outcome> {
    let of = |reason: &&Reason| {
        reason.verbs.contains(&verb) && reason.tries.contains(&it) && reason.ways.contains(&way)
    };
    REASONS.iter().find(of).map(|reason| reason.comes)
}

impl Place {
    fn desk(&self, way: Way) -> Desk {
        let mut desk = if self.alone { Desk::alone(way, self.opened) } else { Desk::with(way, self.opened) };
        for (who, line) in self.before {
            desk.does(*who, line);
        }
        if self.hours > 0 {
            desk.pass(self.hours);
        }
        desk
    }

    /// What comes of each line, through one door; a table where something was done is left for a new one.
    fn tried(&self, way: Way, verb: &Verb) -> BTreeMap<(Try, String), Came> {
        let (mut desk, mut came) = (None, BTreeMap::new());
        for it in Try::ALL {
            let lines: BTreeSet<String> = (0..2).map(|lang| it.line(self, verb, lang)).collect();
            for line in lines {
                let at = desk.get_or_insert_with(|| self.desk(way));
                let of = at.types(ANN, &line);
                if of.outcome == Done {
                    desk = None;
                }
                came.insert((it, line), of);
            }
        }
        came
    }
}

/// What is not as it should be, of the verbs of one page.
fn amiss(page: &[&str]) -> Vec<String> {
    let book = Book::of_door("table").unwrap();
    let mut amiss = Vec::new();
    for place in PLACES.iter().filter(|place| page.contains(&place.verb)) {
        let verb = book.verb(place.verb).unwrap();
        let mut wrote: BTreeMap<(Try, String), BTreeMap<Way, Vec<String>>> = BTreeMap::new();
        for way in Way::ALL {
            for ((it, line), came) in place.tried(way, verb) {
                let comes = reason(place.verb, it, way).unwrap_or_else(|| it.comes(place, &line));
                if came.outcome != comes {
                    let said: String = came.said.chars().take(200).collect();
                    amiss.push(format!("{way:?}: `{line}` is {:?} and not {comes:?}: {said}", came.outcome));
                }
                if came.outcome == Done {
                    wrote.entry((it, line)).or_default().insert(way, came.wrote);
                }
            }
        }
        let differ = |ways: &BTreeMap<Way, Vec<String>>| ways.values().collect::<BTreeSet<_>>().len() > 1;
        let differing = wrote.into_iter().filter(|(_, ways)| differ(ways));
        amiss.extend(differing.map(|((_, line), ways)| format!("`{line}` wrote {ways:?}")));
    }
    amiss
}

/// The verbs of a page of `commands/table/`.
fn verbs_of(page: &str) -> Vec<&'static str> {
    let text = std::fs::read_to_string(format!("{}/commands/table/{page}.toml", env!("CARGO_MANIFEST_DIR")));
    let page: toml::Table = text.unwrap().parse().unwrap();
    let named: Vec<&str> =
        page["verb"].as_array().unwrap().iter().map(|verb| verb["name"].as_str().unwrap()).collect();
    let known =
        named.iter().map(|name| PLACES.iter().find(|place| place.verb == *name).map(|place| place.verb));
    known
        .zip(&named)
        .map(|(known, name)| known.unwrap_or_else(|| panic!("`{name}` has no place here")))
        .collect()
}

macro_rules! pages {
    ($($test:ident: $page:expr;)*) => { $(
        #[test]
        fn $test() {
            let amiss = amiss(&verbs_of($page));
            assert!(amiss.is_empty(), "{}", amiss.join("\n"));
        }
    )* };
}

pages! {
    what_every_game_has_is_the_same_in_every_door: "table";
    what_players_ask_of_each_other_is_the_same_in_every_door: "other-players";
    standing_orders_are_the_same_in_every_door: "standing";
    time_is_the_same_in_every_door: "time";
}

#[test]
fn luck_without_words_is_none_that_the_server_makes() {
    for (way, source) in [
        (Way::Terminal, Some("drawn")),
        (Way::Discord, Some("message")),
        (Way::Mail, None),
        (Way::Board, None),
    ] {
        let mut desk = Desk::with(way, &["dice=players"]);
        let came = desk.types(ANN, "luck");
        let given = desk.last_of("EntropyGiven");
        assert_eq!(given.as_ref().map(|given| given["source"].as_str().unwrap()), source, "{way:?}");
        assert_eq!(came.outcome == Refused, source.is_none(), "{way:?}: {}", came.said);
    }
}

#[test]
fn every_verb_of_the_table_is_tried() {
    let pages = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/commands/table")).unwrap();
    let mut pages: Vec<String> =
        pages.map(|page| page.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    pages.sort();
    assert_eq!(pages, ["other-players", "standing", "table", "time"]);
    let verbs: BTreeSet<&str> = pages.iter().flat_map(|page| verbs_of(page)).collect();
    let tried: BTreeSet<&str> = PLACES.iter().map(|place| place.verb).collect();
    assert_eq!(verbs, tried);
    let read: BTreeSet<&str> = TableVerb::ALL.iter().map(|verb| verb.as_str()).collect();
    assert_eq!(verbs, read);
}

/// A reason that says what comes anyway is none.
#[test]
fn every_reason_says_something_else() {
    for reason in REASONS {
        assert!(!reason.why.is_empty());
        for verb in reason.verbs {
            let mut places = PLACES.iter().filter(|place| place.verb == *verb);
            let differs = |place: &Place| reason.tries.iter().any(|it| it.comes(place, "") != reason.comes);
            assert!(places.any(differs), "{verb}: {}", reason.why);
        }
    }
}
