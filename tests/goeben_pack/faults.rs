//! Every way a club's pack can be wrong: an edit of the built-in files and what the club is told.

use wardroom::games::goeben::pack::*;

use crate::text_of;

/// What is wrong; the file; the text to find in it; what it becomes; the message, or the telling part of it.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    // Layout and spelling
    (
        "format",
        "pack.toml",
        "format = 1",
        "format = 2",
        "pack.toml, line 6, column 1, `format`: format 2 is unknown",
    ),
    ("no format", "pack.toml", "format = 1", "", "missing field `format`"),
    ("no TOML", "spaces.toml", "[spaces.MES]", "[spaces.MES", "spaces.toml, line"),
    (
        "unknown key",
        "spaces.toml",
        "owner = \"spanish\"",
        "ownr = \"spanish\"",
        "unknown field `ownr`, expected one of",
    ),
    (
        "key and place",
        "spaces.toml",
        "owner = \"spanish\"",
        "ownr = \"spanish\"",
        "line 71, column 1, `spaces.CTG.ownr`",
    ),
    ("extra table", "lines.toml", "lines = [", "extra = 1\nlines = [", "unknown field `extra`"),
    ("key twice", "ships.toml", "hull = 12\n", "hull = 12\nhull = 12\n", "duplicate key"),
    ("table twice", "spaces.toml", "[spaces.GIB]", "[spaces.NAT]", "`spaces.NAT`: duplicate key"),
    ("unknown kind", "spaces.toml", "kind = \"transit\"", "kind = \"transi\"", "unknown variant `transi`"),
    ("unknown class", "ships.toml", "class = \"CP\"", "class = \"LC\"", "unknown variant `LC`"),
    ("unknown nation", "pack.toml", "[nations.greek]", "[nations.grecian]", "unknown variant `grecian`"),
    (
        "no integer",
        "ships.toml",
        "armour = 3",
        "armour = \"three\"",
        "`ships.defence.armour`: invalid type: string",
    ),
    ("negative", "ships.toml", "armour = 3", "armour = -3", "invalid value: integer `-3`, expected u8"),
    (
        "id too long",
        "ships.toml",
        "[ships.saida]",
        "[ships.saida-of-the-imperial-and-royal-navy]",
        "is not a name",
    ),
    ("value missing", "ships.toml", "armour = 3\n", "", "`ships.defence`: missing field `armour`"),
    // Names and sources
    (
        "empty name",
        "spaces.toml",
        "en = \"Messina\"",
        "en = \" \"",
        "`spaces.MES.name.en`: the text is empty",
    ),
    (
        "no Japanese",
        "spaces.toml",
        "{ en = \"Messina\", ja = \"メッシーナ\" }",
        "{ en = \"Messina\" }",
        "missing field `ja`",
    ),
    ("line break", "spaces.toml", "en = \"Messina\"", "en = \"Mes\\nsina\"", "holds a line break"),
    (
        "same name",
        "spaces.toml",
        "en = \"Messina\"",
        "en = \"Naples\"",
        "`spaces.NAP.name.en`: MES has the same name",
    ),
    (
        "same ship",
        "ships.toml",
        "ja = \"サイダ\"",
        "ja = \"ゲーベン\"",
        "`ships.saida.name.ja`: goeben has the same name",
    ),
    (
        "capitals",
        "spaces.toml",
        "[spaces.MES]",
        "[spaces.mar]\nname = { en = \"A\", ja = \"B\" }\nkind = \"transit\"\nzone = \"western\"\nlatitude = 1\nlongitude = 1\nsource = \"x\"\n[spaces.MES]",
        "`spaces.mar`: MAR has the same id, capitals aside",
    ),
    (
        "no source",
        "pack.toml",
        "source = \"rules 6.0\"",
        "source = \"\"",
        "`nations.german.source`: the text is empty",
    ),
    // The map
    (
        "unknown space",
        "lines.toml",
        "[\"MES\", \"CPS\"]",
        "[\"MSE\", \"CPS\"]",
        "no space MSE; did you mean MES?",
    ),
    (
        "strange space",
        "lines.toml",
        "[\"MES\", \"CPS\"]",
        "[\"QWERTYUI\", \"CPS\"]",
        "spaces.toml has no space QWERTYUI",
    ),
    (
        "line to itself",
        "lines.toml",
        "[\"MES\", \"CPS\"]",
        "[\"MES\", \"MES\"]",
        "the line leads from MES to itself",
    ),
    ("line twice", "lines.toml", "[\"MES\", \"CPS\"]", "[\"STY\", \"MES\"]", "joined already by line"),
    (
        "line back",
        "lines.toml",
        "[\"ALB\", \"ORN\"]",
        "[\"ALB\", \"GPZ\"]",
        "`lines[4].between`: ALB and GPZ are joined already by line 3 of the list; a line is sailed both ways",
    ),
    (
        "one-way line",
        "lines.toml",
        "{ between = [\"NAT\", \"GPZ\"],",
        "{ one_way = true, between = [\"NAT\", \"GPZ\"],",
        "there is no one-way line",
    ),
    (
        "from and to",
        "lines.toml",
        "{ between = [\"NAT\", \"GPZ\"],",
        "{ from = \"NAT\", to = \"GPZ\",",
        "there is no one-way line",
    ),
    (
        "three ends",
        "lines.toml",
        "[\"NAT\", \"GPZ\"]",
        "[\"NAT\", \"GPZ\", \"GIB\"]",
        "`lines[1].between`: a line joins 2 spaces; 3 are given",
    ),
    (
        "no line",
        "lines.toml",
        "  { between = [\"OBE\", \"BEI\"], source = \"reconstruction: the way to and from a harbour\" },\n",
        "",
        "`spaces.BEI`: no line in lines.toml reaches this space",
    ),
    (
        "cut off",
        "lines.toml",
        "[\"LEV\", \"OBE\"]",
        "[\"BS1\", \"OBE\"]",
        "no way leads here from MES, where the squadron begins",
    ),
    (
        "port of nobody",
        "spaces.toml",
        "owner = \"spanish\"\n",
        "",
        "`spaces.CTG.owner`: the key is missing: a port belongs to a nation",
    ),
    (
        "owned sea",
        "spaces.toml",
        "kind = \"transit\"",
        "owner = \"british\"\nkind = \"transit\"",
        "a transit space belongs to nobody",
    ),
    (
        "neutral zone",
        "spaces.toml",
        "kind = \"patrol-zone\"\nowner = \"british\"",
        "kind = \"patrol-zone\"\nowner = \"greek\"",
        "a patrol zone belongs to a nation that stands allied",
    ),
    (
        "Black Sea",
        "spaces.toml",
        "zone = \"black-sea\"",
        "zone = \"marmara\"",
        "kind and zone must both be black-sea",
    ),
    (
        "Atlantic",
        "spaces.toml",
        "zone = \"atlantic\"",
        "zone = \"western\"",
        "the Atlantic exit lies in the zone atlantic",
    ),
    (
        "latitude",
        "spaces.toml",
        "latitude = 3820",
        "latitude = 38200",
        "38200 is out of range; -9000 to 9000 is possible",
    ),
    (
        "guarded sea",
        "spaces.toml",
        "kind = \"transit\"",
        "coastal_units = 1\nkind = \"transit\"",
        "coastal units guard ports and naval bases of Allied",
    ),
    (
        "named space",
        "spaces.toml",
        "[spaces.POL]",
        "[spaces.POLA]",
        "`spaces.POL`: the space is missing; the rules name it",
    ),
    (
        "named kind",
        "spaces.toml",
        "kind = \"naval-base\"\nowner = \"austro-hungarian\"\nzone = \"adriatic\"\nlatitude = 4487",
        "kind = \"port\"\nowner = \"austro-hungarian\"\nzone = \"adriatic\"\nlatitude = 4487",
        "`spaces.POL.kind`: must be naval-base",
    ),
    // Powers and ships
    (
        "side",
        "pack.toml",
        "standing = \"allied\"",
        "standing = \"neutral\"",
        "`nations.british.standing`: must be allied",
    ),
    (
        "no nation",
        "pack.toml",
        "[nations.greek]\nname = { en = \"Greece\", ja = \"ギリシャ\" }\nstanding = \"neutral\"\nsource = \"reconstruction: neutral in August 1914\"\n",
        "",
        "`nations.greek`: the nation is missing",
    ),
    (
        "hull",
        "ships.toml",
        "hull = 12",
        "hull = 0",
        "`german.goeben.hull`: 0 is out of range; 1 to 20 is possible",
    ),
    ("leadership", "ships.toml", "leadership = 4", "leadership = 7", "7 is out of range; 0 to 6 is possible"),
    (
        "maximum",
        "ships.toml",
        "maximum = 5",
        "maximum = 7",
        "`german.goeben.maximum`: 7 is out of range; 1 to 6",
    ),
    ("cruise", "ships.toml", "cruise = 4", "cruise = 6", "`german.goeben.cruise`: 6 is out of range; 1 to 5"),
    ("coal", "ships.toml", "coal = 4", "coal = 9", "`german.goeben.coal`: 9 is out of range; 0 to 6"),
    ("guns", "ships.toml", "primary = 5", "primary = 50", "`german.goeben.primary`: 50 is out of range"),
    ("class of ours", "ships.toml", "class = \"BC\"", "class = \"DD\"", "DD is no class of the squadron"),
    ("no squadron", "ships.toml", "standard = true", "standard = false", "no ship is `standard = true`"),
    (
        "named ship",
        "ships.toml",
        "[german.moltke]",
        "[german.moltke-2]",
        "`german.moltke`: the ship is missing",
    ),
    (
        "what-if ship",
        "ships.toml",
        "what_if = true",
        "what_if = false",
        "`ships.new-zealand.what_if`: must be true",
    ),
    (
        "marker's name",
        "ships.toml",
        "[ships.warrior]",
        "[ships.storm]",
        "`ships.storm`: an Incident marker has this name",
    ),
    (
        "German's name",
        "ships.toml",
        "[ships.warrior]",
        "[ships.goeben]",
        "`ships.goeben`: goeben has the same id, capitals aside",
    ),
    (
        "German counter",
        "ships.toml",
        "nation = \"british\"",
        "nation = \"german\"",
        "German ships stand under [german]",
    ),
    (
        "Greek counter",
        "ships.toml",
        "nation = \"british\"",
        "nation = \"greek\"",
        "the rules know no greek ships",
    ),
    (
        "British convoy",
        "ships.toml",
        "nation = \"french\"\nclass = \"TC\"",
        "nation = \"british\"\nclass = \"TC\"",
        "troop convoys are french",
    ),
    ("no speed", "ships.toml", "speed = 6", "speed = 0", "speed`: 0 is out of range; 1 to 12 is possible"),
    // Counters
    (
        "too few units",
        "counters.toml",
        "value = 3, count = 6",
        "value = 3, count = 0",
        "`coastal`: spaces.toml places 15 units, but only 14 exist",
    ),
    ("value twice", "counters.toml", "value = 3,", "value = 2,", "`coastal`: the value 2 stands here twice"),
    (
        "value 0",
        "counters.toml",
        "value = 3,",
        "value = 0,",
        "`coastal[3].value`: 0 is out of range; 1 to 20",
    ),
    ("many markers", "counters.toml", "count = 7", "count = 200", "200 is out of range; 0 to 40 is possible"),
    (
        "no marker",
        "counters.toml",
        "[incidents.storm]\nname = { en = \"Storm\", ja = \"暴風雨\" }\ncount = 1\nsource = \"reconstruction: a rare event\"\n",
        "",
        "`incidents.storm`: the marker is missing; its count may be 0",
    ),
    (
        "no cargo",
        "counters.toml",
        "[cargo.mines]\nname = { en = \"Mines\", ja = \"機雷\" }\ncrew = false\npoints = 1\ncount = 3\noptional = true\nsource = \"rules Cargo chart, 23; reconstruction: count\"\n",
        "",
        "`cargo.mines`: the row is missing",
    ),
    (
        "bonus",
        "counters.toml",
        "repair_dice = 2",
        "repair_dice = 9",
        "`cargo.damage-control.repair_dice`: 9 is out of range",
    ),
    // The set-up
    (
        "squadron nowhere",
        "pack.toml",
        "squadron = \"MES\"",
        "squadron = \"MESS\"",
        "`set_up.squadron`: spaces.toml has no space MESS; did you mean MES?",
    ),
    ("squadron at Malta", "pack.toml", "squadron = \"MES\"", "squadron = \"MLT\"", "MLT is an enemy harbour"),
    (
        "squadron on patrol",
        "pack.toml",
        "squadron = \"MES\"",
        "squadron = \"MPZ\"",
        "MPZ is patrol-zone, where no squadron may begin",
    ),
    (
        "alert 0",
        "pack.toml",
        "alert = 1",
        "alert = 0",
        "`set_up.alert`: 0 is out of range; 1 to 6 is possible",
    ),
    ("colliers", "pack.toml", "colliers = 1", "colliers = 3", "`set_up.colliers`: 3 is out of range; 0 to 2"),
    (
        "unknown zone",
        "pack.toml",
        "zone = \"GPZ\"",
        "zone = \"GBZ\"",
        "`set_up.stocks[1].zones[1].zone`: spaces.toml has no space GBZ",
    ),
    ("no zone", "pack.toml", "zone = \"GPZ\"", "zone = \"GIB\"", "GIB is no patrol zone"),
    ("zone twice", "pack.toml", "zone = \"TPZ\"", "zone = \"MPZ\"", "MPZ stands here twice"),
    (
        "stock too small",
        "pack.toml",
        "count = 5",
        "count = 12",
        "19 markers are drawn from a stock that holds 18",
    ),
    ("stock twice", "pack.toml", "nation = \"french\"", "nation = \"british\"", "british stands here twice"),
    (
        "stock of ours",
        "pack.toml",
        "nation = \"french\"",
        "nation = \"german\"",
        "the french ships have no stock",
    ),
    (
        "Quiet Seas",
        "pack.toml",
        "quiet_seas = 3",
        "quiet_seas = 6",
        "the stocks take 8 Quiet Seas, but only 7 exist",
    ),
    // The missions
    ("no mission", "missions.toml", "[missions.suez-canal]", "[missions.suez]", "unknown variant `suez`"),
    (
        "objective",
        "missions.toml",
        "\"CON\"",
        "\"COM\"",
        "`missions.ottoman-alliance.objective`: spaces.toml has no space COM; did you mean CON?",
    ),
    ("no end", "missions.toml", "objective = [\"CON\"]\n", "", "the mission ends nowhere"),
    (
        "Black Sea goal",
        "missions.toml",
        "\"CON\"",
        "\"BS1\"",
        "BS1 is in the Black Sea, which no ship enters",
    ),
    (
        "closed exit",
        "missions.toml",
        "atlantic = true\n",
        "",
        "`missions.atlantic-breakout.atlantic`: must be true",
    ),
    ("open coast", "missions.toml", "\"PSD\"", "\"BEI\"", "no coastal units are placed at BEI"),
    (
        "coast nowhere",
        "missions.toml",
        "\"PSD\"",
        "\"SUEZ\"",
        "`missions.suez-canal.coast`: spaces.toml has no space SUEZ",
    ),
    ("coast twice", "missions.toml", "\"PHV\"", "\"ALG\"", "ALG stands here twice"),
    ("Allied bases", "missions.toml", "\"friendly\"", "\"allied\"", "no ship ends in an Allied base"),
    ("days", "missions.toml", "days = 10", "days = 0", "days`: 0 is out of range; 1 to 30 is possible"),
    ("points", "missions.toml", "victory_points = 60", "victory_points = -60", "-60 is out of range"),
    // The charts
    (
        "no terrain",
        "charts.toml",
        "[terrain.sea]\nstop = false\nextra_markers = 0\ncoal_dice = 0\nammunition_dice = 0\ncargo = false\nrepair_dice = 0\nsource = \"rules Terrain Effects Chart, errata (Repair table)\"\n",
        "",
        "`terrain.sea`: the row is missing from the chart",
    ),
    (
        "coal dice",
        "charts.toml",
        "coal_dice = 2",
        "coal_dice = 99",
        "99 is out of range; 0 to 12 is possible",
    ),
    (
        "no face",
        "charts.toml",
        "  { die = 6, result = \"magazine\" },\n",
        "",
        "`shore_base.rows`: the face 6 has no row; a die has six",
    ),
    (
        "face twice",
        "charts.toml",
        "{ die = 6, result = \"magazine\" }",
        "{ die = 5, result = \"magazine\" }",
        "`shore_base.rows[6].die`: the face 5 has a row already",
    ),
    (
        "face 7",
        "charts.toml",
        "{ die = 6, result = \"magazine\" }",
        "{ die = 7, result = \"magazine\" }",
        "7 is out of range; 1 to 6 is possible",
    ),
    (
        "unknown hit",
        "charts.toml",
        "result = \"magazine\"",
        "result = \"magasin\"",
        "unknown variant `magasin`",
    ),
    (
        "contact gap",
        "charts.toml",
        "  { total = 0, result = \"N\" },\n",
        "",
        "`contact.rows[7].total`: 1 follows -1; the next row is for 0",
    ),
    (
        "contact twice",
        "charts.toml",
        "{ total = 0,",
        "{ total = -1,",
        "`contact.rows[7].total`: the total -1 has a row already",
    ),
    (
        "columns",
        "charts.toml",
        "[\"SI\", \"SI\", \"SI\", \"SI\"]",
        "[\"SI\", \"SI\"]",
        "2 results; 4 are needed, one for each value 0 to 3",
    ),
    (
        "brackets",
        "charts.toml",
        "[0, 0, 0, 1, 1, 2, 2]",
        "[0, 0, 1, 1, 2, 2]",
        "6 values; 7 are needed, one for each Leadership",
    ),
    (
        "beyond",
        "charts.toml",
        "[0, 0, 0, 1, 1, 2, 2]",
        "[0, 0, 0, 1, 1, 2, 3]",
        "make 4, beyond the last column, 3",
    ),
    (
        "intelligence face",
        "charts.toml",
        "{ die = 2, results",
        "{ die = 1, results",
        "`intelligence.rows[2].die`: the face 1 has a row",
    ),
    ("firing", "charts.toml", "gunnery = 6", "gunnery = 7", "`firing.gunnery`: 7 is out of range; 1 to 6"),
    (
        "nets",
        "charts.toml",
        "torpedo_against_nets = 6",
        "torpedo_against_nets = 4",
        "4 is out of range; 5 to 6 is possible",
    ),
    (
        "no column",
        "charts.toml",
        "[targeting.coast]\norder = [\"BB\", \"BC\", \"B\", \"CA\", \"CL\", \"DD\"]\nsource = \"rules Targeting Priority chart\"\n",
        "",
        "`targeting.coast`: the row is missing from the chart",
    ),
    (
        "no target",
        "charts.toml",
        "\"CA\", \"CL\", \"DD\", \"B\"",
        "\"CA\", \"DD\", \"B\"",
        "`targeting.cruiser.order`: CL is missing; ships.toml has targets of that class",
    ),
    (
        "target twice",
        "charts.toml",
        "\"CA\", \"CL\", \"DD\", \"B\"",
        "\"CA\", \"CL\", \"DD\", \"CL\"",
        "CL stands here twice",
    ),
    (
        "no score",
        "charts.toml",
        "[victory.allied.TC]\nsunk = 20\ndamaged = 10\nsource = \"rules Victory Point chart\"\n",
        "",
        "`victory.allied.TC`: the row is missing from the chart",
    ),
    ("our loss", "charts.toml", "sunk = -40", "sunk = 40", "`victory.german.BC.sunk`: 40 is out of range"),
    ("damage", "charts.toml", "damaged = 10", "damaged = 30", "30 is more than 20 for sinking it"),
    ("alert", "charts.toml", "outwitted = -2", "outwitted = -12", "`alert.outwitted`: -12 is out of range"),
    (
        "placement",
        "charts.toml",
        "result = \"ATH\"",
        "result = \"ATHENS\"",
        "`placement.rows[5].result`: spaces.toml has no space ATHENS; did you mean ATH?",
    ),
    (
        "placement at sea",
        "charts.toml",
        "result = \"ATH\"",
        "result = \"NAT\"",
        "NAT is atlantic-exit, where no squadron may begin",
    ),
];

fn edited(file: &str, find: &str, replace: &str) -> String {
    let text = text_of(file);
    assert!(text.contains(find), "{file} has no {find:?}");
    // A whole flag is turned everywhere, anything else at its first place.
    if find == "standard = true" { text.replace(find, replace) } else { text.replacen(find, replace, 1) }
}

#[test]
fn every_fault_is_told_with_file_key_and_reason() {
    let mut wrong = Vec::new();
    for (what, file, find, replace, message) in CASES {
        match Pack::from_files([((*file).to_owned(), edited(file, find, replace))]) {
            Ok(_) => wrong.push(format!("{what}: accepted")),
            Err(fault) if fault.to_string().contains(message) => {}
            Err(fault) => wrong.push(format!("{what}: wanted {message}\n    got {fault}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_found_by_a_check_names_the_line_of_the_value() {
    let cases = [
        ("ships.toml", "hull = 12", "hull = 0"),
        ("spaces.toml", "owner = \"british\"\nzone = \"eastern\"", "owner = \"italian\"\nzone = \"eastern\""),
        ("lines.toml", "[\"MES\", \"CPS\"]", "[\"MES\", \"MES\"]"),
        ("charts.toml", "{ die = 6, result = \"magazine\" }", "{ die = 5, result = \"magazine\" }"),
        ("pack.toml", "{ zone = \"ADZ\", count = 5 }", "{ zone = \"ADZ\", count = 55 }"),
    ];
    for (file, find, replace) in cases {
        let text = edited(file, find, replace);
        let line = text[..text.find(replace).unwrap()].matches('\n').count() + 1;
        let fault = Pack::from_files([(file.to_owned(), text)]).unwrap_err();
        assert_eq!((fault.file.as_str(), fault.place.map(|place| place.line)), (file, Some(line)), "{fault}");
    }
}

#[test]
fn files_are_known_by_name_given_once_and_not_huge() {
    let told = |files: Vec<(&str, String)>| {
        let files = files.into_iter().map(|(name, text)| (name.to_owned(), text));
        Pack::from_files(files).unwrap_err().to_string()
    };
    assert_eq!(
        told(vec![("space.toml", String::new())]),
        "space.toml: no such file in a pack; did you mean spaces.toml?"
    );
    assert!(
        told(vec![("q.toml", String::new())]).contains("its files are pack.toml, spaces.toml, lines.toml")
    );
    let map = || ("lines.toml", text_of("lines.toml").to_owned());
    assert_eq!(told(vec![map(), map()]), "lines.toml: the file is given twice");
    let huge = format!("{}#{}", text_of("lines.toml"), "x".repeat(limits::FILE_BYTES));
    assert!(told(vec![("lines.toml", huge)]).contains("bytes; the limit is 262144"));
    assert!(told(vec![("lines.toml", String::new())]).contains("missing field `lines`"));
}

#[test]
fn a_map_of_more_than_200_spaces_is_refused() {
    let mut text = text_of("spaces.toml").to_owned();
    for number in 0..limits::SPACES {
        text.push_str(&format!(
            "\n[spaces.X{number}]\nname = {{ en = \"X{number}\", ja = \"X{number}\" }}\nkind = \"transit\"\n\
             zone = \"western\"\nlatitude = 0\nlongitude = 0\nsource = \"test\"\n"
        ));
    }
    let fault = Pack::from_files([("spaces.toml".to_owned(), text)]).unwrap_err();
    assert_eq!(fault.reason, "302 spaces; the limit is 200");
}

#[test]
fn a_stored_pack_is_checked_like_files() {
    let stored = || serde_json::to_value(Pack::builtin()).unwrap();
    let told = |value| Pack::from_value(value).unwrap_err().to_string();

    let mut value = stored();
    value["format"] = 9.into();
    assert_eq!(told(value), "pack.toml, `format`: format 9 is unknown; this version reads format 1");
    let mut value = stored();
    value.as_object_mut().unwrap().remove("lines");
    assert_eq!(told(value), "lines.toml, `lines`: the key is missing");
    let mut value = stored();
    value["surprise"] = 1.into();
    assert_eq!(told(value), "pack.toml, `surprise`: no such key in a pack");
    let mut value = stored();
    value["spaces"]["MES"]["owner"] = "tuscan".into();
    assert!(told(value).starts_with("spaces.toml, `spaces`: unknown variant `tuscan`"));
    let mut value = stored();
    value["charts"]["alert"]["jamming"] = 100.into();
    assert!(told(value).starts_with("charts.toml, `alert.jamming`: 100 is out of range"));
    assert_eq!(told(serde_json::Value::Null), "pack.toml: a pack is a JSON object");
}

#[test]
fn a_club_may_replace_one_file_alone() {
    let text = edited("ships.toml", "armour = 4", "armour = 5");
    let pack = Pack::from_files([("ships.toml".to_owned(), text)]).unwrap();
    assert_ne!(pack, Pack::builtin());
    assert_eq!(pack.spaces, Pack::builtin().spaces);
}

#[test]
fn the_page_for_clubs_shows_faults_as_they_are_told() {
    let page = include_str!("../../docs/goeben-data.md");
    let cases = [
        ("lines.toml", "[\"MES\", \"CPS\"]", "[\"MSE\", \"CPS\"]"),
        ("ships.toml", "hull = 12", "hull = 0"),
        ("pack.toml", "count = 5", "count = 12"),
    ];
    for (file, find, replace) in cases {
        let files = [(file.to_owned(), edited(file, find, replace))];
        let fault = Pack::from_files(files).unwrap_err().to_string();
        assert!(page.contains(&fault), "the page lacks: {fault}");
    }
    let missing = FILES.iter().find(|(file, _)| !page.contains(&format!("| `{file}` |")));
    assert_eq!(missing, None, "every file is in the table of the page");
}
