//! Completion: from the words before the cursor and the options of the position to the words that can come next.

use std::collections::BTreeSet;

use wardroom::book::{Completing, Completion, fold};
use wardroom::game::{Node, Options, Word};
use wardroom::words::Lang;

use super::round_trip::{Luck, all_trees};
use super::{Desk, desk, desk_of_grand_fleet, tree};

const TREE: &str = "load ship(goeben breslau) item(wireless optics) box(1 2 3)
    move ship(goeben breslau) speed(cruise maximum) path~(MES 2)
    share points{goeben.coal:3 breslau.coal:4}1..5
    coal space(POL) source(port collier) ships*(goeben breslau)
    done";

fn completion(desk: &Desk, options: &Options, lang: Lang, line: &str) -> Completion {
    let (book, lexicon) = (&desk.book, &desk.lexicon);
    Completing { book, lexicon, lang, options, alone: true }.complete(line)
}

fn typed(completion: &Completion) -> Vec<&str> {
    completion.offers.iter().map(|offer| offer.typed.as_str()).collect()
}

#[test]
fn the_options_give_the_next_word() {
    let desk = desk();
    let options = tree::options(TREE, &desk.chart);
    for (lang, line, from, words) in [
        (Lang::En, "", 0, &["load", "move", "share", "coal", "done"][..]),
        (Lang::En, "lo", 0, &["load", "log"]),
        (Lang::En, "  LO", 2, &["load", "log"]),
        // Other names of a verb stand back.
        (Lang::En, "roll", 0, &["rolls"]),
        (Lang::En, "load ", 5, &["goeben", "breslau"]),
        (Lang::En, "load b", 5, &["breslau"]),
        (Lang::En, "load goeben wir", 12, &["wireless"]),
        // A box, or, as the box may be left out, another item.
        (Lang::En, "load goeben wireless ", 21, &["1", "2", "3", "wireless", "optics"]),
        (Lang::En, "load ship=br", 10, &["breslau"]),
        (Lang::En, "load goeben; mo", 13, &["move"]),
        (Lang::En, "load zeppelin ", 14, &[]),
        (Lang::En, "load goeben zepp", 12, &[]),
        (Lang::En, "done ", 5, &[]),
        (Lang::En, "load \"go", 0, &[]),
        (Lang::En, "share ", 6, &["goeben.coal=", "breslau.coal="]),
        (Lang::En, "share goeben.coal=", 18, &["1", "2", "3"]),
        (Lang::En, "share goeben.coal=2 ", 20, &["breslau.coal="]),
        (Lang::En, "coal POL ships=goeben,", 22, &["breslau"]),
        (Lang::En, "help sha", 5, &["share"]),
        (Lang::Ja, "", 0, &["搭載", "移動", "配分", "給炭", "完了"]),
        (Lang::Ja, "搭載　", 9, &["ゲーベン", "ブレスラウ"]),
        (Lang::Ja, "搭載 ぶれ", 7, &["ブレスラウ"]),
        // What is typed in the other language is completed in it.
        (Lang::Ja, "load go", 5, &["goeben"]),
        (Lang::En, "移", 0, &["移動"]),
        (Lang::En, "load ゲ", 5, &["ゲーベン"]),
    ] {
        let found = completion(&desk, &options, lang, line);
        assert_eq!(typed(&found), words, "`{line}`");
        assert_eq!(found.from, if words.is_empty() { found.from } else { from }, "`{line}`");
    }
}

#[test]
fn a_place_is_listed_with_its_name() {
    let desk = desk();
    let options = tree::options(TREE, &desk.chart);
    let found = completion(&desk, &options, Lang::En, "move goeben cruise ");
    let tyrrhenian = found.offers.iter().find(|offer| offer.typed == "STY").unwrap();
    assert_eq!(tyrrhenian.shown, "STY Southern Tyrrhenian (Lipari)");
    // Two steps are too few for more, and a name is as good as the letters.
    assert!(!typed(&found).contains(&"CON"), "{found:?}");
    let named = completion(&desk, &options, Lang::En, "move goeben cruise southern-t");
    assert_eq!(typed(&named), ["Southern-Tyrrhenian-(Lipari)"]);
}

#[test]
fn things_of_a_sorting_are_offered_once() {
    let desk = desk_of_grand_fleet();
    let shape = "form fleets#(bc:lion,tiger b:bellerophon,superb)(1 2 1-up:bc)";
    let options = tree::options(shape, &desk.chart);
    for (line, words) in [
        ("form ", &["1=", "2=", "1-up="][..]),
        ("form 1=lion ", &["2=", "1-up="]),
        ("form 1=lion,", &["bc", "b", "tiger", "bellerophon", "superb", "rest"]),
        ("form 1=lion 1-up=", &["bc", "tiger", "rest"]),
        ("form 1=lion 2=t", &["tiger"]),
    ] {
        assert_eq!(typed(&completion(&desk, &options, Lang::En, line)), words, "`{line}`");
    }
}

/// The places in a typed order at which a word begins, outside quotes.
fn beginnings(typed: &str) -> Vec<usize> {
    let (mut quoted, mut found) = (false, vec![0]);
    for (at, sign) in typed.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '「' => quoted = true,
            '」' => quoted = false,
            ' ' | ',' | '=' if !quoted => found.push(at + 1),
            _ => {}
        }
    }
    found
}

/// Whatever can be ordered can be typed with the help of it alone.
#[test]
fn every_word_of_every_order_is_offered_at_its_first_letter() {
    let mut luck = Luck::default();
    for (desk, options) in all_trees() {
        for _ in 0..40 {
            let form = options.sample(&mut |n| luck.below(n)).unwrap();
            let (book, lexicon) = (&desk.book, &desk.lexicon);
            let short = Lang::ALL.iter().map(|lang| book.type_short_in(*lang, &form, &options, lexicon));
            for order in short.chain([book.type_out(&form)]) {
                let args = book.verb(form.verb.as_str()).map(|verb| &verb.args[..]).unwrap_or_default();
                for at in beginnings(&order) {
                    let rest = &order[at..];
                    let is_key = |name: &str| rest.starts_with(&format!("{name}="));
                    let first = rest.chars().next().unwrap_or('「');
                    // Keys need not be typed, and within quotes nothing is offered.
                    if matches!(first, '"' | '「') || args.iter().any(|arg| is_key(arg.name.as_str())) {
                        continue;
                    }
                    // A word that begins alike in both languages is offered in the reader's.
                    let found = Lang::ALL
                        .iter()
                        .map(|lang| completion(&desk, &options, *lang, &order[..at + first.len_utf8()]));
                    let found: Vec<Completion> = found.collect();
                    let mut offers = found.iter().flat_map(|it| &it.offers);
                    let fits = offers.any(|it| fold(rest).starts_with(&fold(&it.typed)));
                    assert!(
                        fits && found.iter().all(|it| it.from == at),
                        "`{order}` from {at} on: {found:?}"
                    );
                }
            }
        }
    }
}

fn words_of(node: &Node, words: &mut BTreeSet<Word>) {
    match node {
        Node::OneOf { of, .. } => of.iter().for_each(|(word, below)| {
            words.insert(*word);
            words_of(below, words);
        }),
        Node::SomeOf { of, .. } => words.extend(of.iter().map(|(word, _)| *word)),
        Node::Split { bins, .. } => words.extend(bins.iter().map(|(bin, _)| *bin)),
        Node::Walk { walk, .. } => words.extend(walk.routes().into_keys()),
        Node::Sort { sort, .. } => {
            words.extend(sort.items.iter().flat_map(|item| [item.word, item.class]));
            words.extend(sort.bins.iter().map(|bin| bin.word));
        }
        Node::End | Node::Number { .. } | Node::Text { .. } => {}
    }
}

/// The lexicon names every ship and place of the game; what the seat may not order is never among the words.
#[test]
fn nothing_is_offered_that_is_not_among_the_options() {
    let mut luck = Luck::default();
    for (desk, options) in all_trees() {
        let mut words = BTreeSet::new();
        options.verbs.iter().for_each(|(_, node)| words_of(node, &mut words));
        let mut known: BTreeSet<String> = words.iter().map(|word| fold(word.as_str())).collect();
        for verb in desk.book.verbs().iter().filter(|verb| options.verb(verb.name.as_str()).is_some()) {
            for word in &words {
                let named =
                    Lang::ALL.iter().map(|lang| desk.book.type_word(*lang, *word, verb, &desk.lexicon));
                known.extend(named.map(|name| fold(&name)));
            }
            known.insert(fold(&verb.name.to_string()));
        }
        known.extend(["rest".to_owned(), fold("残り")]);
        for _ in 0..40 {
            let form = options.sample(&mut |n| luck.below(n)).unwrap();
            for (lang, order) in
                [(Lang::En, desk.book.type_out(&form)), (Lang::Ja, desk.book.type_out(&form))]
            {
                for at in beginnings(&order) {
                    for offer in completion(&desk, &options, lang, &order[..at]).offers {
                        let name = fold(offer.typed.trim_end_matches('='));
                        let is_number = name.chars().all(|c| c.is_ascii_digit());
                        let is_verb = at == 0;
                        assert!(
                            is_number || is_verb || known.contains(&name),
                            "`{}`: {offer:?}",
                            &order[..at]
                        );
                    }
                }
            }
        }
    }
}
