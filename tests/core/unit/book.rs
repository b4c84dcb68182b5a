//! Pages of the book: keys that are unknown, verbs that have one name.

mod text;

use wardroom::book::{Book, pages_in};

#[test]
fn an_unknown_key_in_a_command_file_is_refused() {
    let good = "order = 1\n[group]\nen = 'G'\nja = 'G'\n[[verb]]\nname = 'go'\nja = '行く'\n\
                help = { en = 'Goes.', ja = '行く。' }\nexamples = []\n";
    assert!(pages_in(&[("go.toml".into(), good)]).is_ok());
    for bad in ["colour = 'red'\n", "[verb.extra]\nx = 1\n"] {
        let fault = pages_in(&[("go.toml".into(), &format!("{good}{bad}"))]).unwrap_err();
        assert!(fault.to_string().starts_with("commands/go.toml: "), "{fault}");
    }
}

#[test]
fn two_verbs_of_one_name_are_refused() {
    let text = "order = 1\n[group]\nen = 'G'\nja = 'G'\n\
         [[verb]]\nname = 'go'\nja = '行く'\nhelp = { en = 'a', ja = 'b' }\nexamples = []\n\
         [[verb]]\nname = 'walk'\nja = '歩く'\naliases = ['GO']\nhelp = { en = 'a', ja = 'b' }\nexamples = []\n";
    let fault = Book::with(pages_in(&[("go.toml".into(), text)]).unwrap()).unwrap_err();
    assert_eq!(fault.to_string(), "commands/go.toml: `GO` is already the name of a verb");
}
