//! The pages of the mail door are followed word by word, so that they stay true: by whoever runs it, through Dovecot and Exim
//! and the program as it is built, and by its players.

use std::collections::{BTreeMap, BTreeSet};

use wardroom::book::Book;
use wardroom::config::mail::Security;
use wardroom::door::mail::DOOR;
use wardroom::mail::transport::Outgoing;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::words::Lang;

use super::{BOT, Got, MailRoom, Sent};
use crate::mail::servers::{PASSWORD, Servers, Ways, until};
use crate::page::{Machine, Page, Running, Step, shows};

/// The page for whoever runs the door, and the one for players.
const OWNERS: &str = "docs/mail.md";
const PLAYERS: &str = "docs/mail.ja.md";
/// The domains of the page, and which of the test's they are.
const DOMAINS: [(&str, &str); 2] = [("example.org", "game.test"), ("example.com", "players.test")];
/// The bot's address on the page.
const ADDRESS: &str = "wardroom@example.org";
/// The name under which the test's mail server says who vouches for a mail.
const AUTHSERV: &str = "mx.game.test";

fn here(text: &str) -> String {
    DOMAINS.iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}

/// Players who do what the page says, and how their mails reach the bot.
struct Company<'a> {
    servers: &'a Servers,
    /// The command of a mail server's pipe, on this machine; without it mails go to a mailbox.
    pipe: Option<(&'a Machine, Vec<String>)>,
    last: BTreeMap<String, Got>,
    sent: usize,
}

impl<'a> Company<'a> {
    fn gather(servers: &'a Servers, pipe: Option<(&'a Machine, Vec<String>)>) -> Company<'a> {
        Company { servers, pipe, last: BTreeMap::new(), sent: 0 }
    }

    /// Does what a step says, and looks whether what it promises comes.
    async fn take(&mut self, step: &Step) {
        let user = step.who.to_lowercase();
        let sees: Vec<String> = step.sees.iter().map(|it| here(it)).collect();
        let got = match step.does.as_str() {
            "" => until(&format!("{sees:?} for {user}"), || {
                let inbox = self.servers.inbox(&user);
                inbox.iter().map(|raw| Got::read(raw)).find(|got| shows(&got.text, &sees))
            }),
            does => self.write(&step.who, &here(does)).await,
        };
        eprintln!("{}: {}\n{}", step.who, step.does, got.text);
        assert!(shows(&got.text, &sees), "{step:?}");
        self.last.insert(step.who.clone(), got);
    }

    /// A player writes, and waits for the answer.
    async fn write(&mut self, who: &str, text: &str) -> Got {
        self.sent += 1;
        let (user, id) = (who.to_lowercase(), format!("m{}@players.test", self.sent));
        let from = format!("{who} <{user}@players.test>");
        let sent = match self.last.get(who) {
            Some(got) => Sent::answer(&from, got, &id, text),
            None => {
                let to = here(ADDRESS);
                Sent { from, to, id: Some(id.clone()), text: text.into(), ..Sent::default() }
            }
        };
        match &self.pipe {
            None => {
                let out = Smtp::new(self.servers.smtp(&user, Security::Tls), &format!("{user}@players.test"));
                let out = Outgoing::Smtp(out.unwrap());
                out.send(&sent.to, sent.raw().as_bytes()).await.unwrap();
            }
            Some((machine, command)) => {
                let found =
                    format!("Authentication-Results: {AUTHSERV}; dkim=pass header.d=players.test\r\n");
                let said = machine.run_on(command, [found, sent.raw()].concat().as_bytes());
                assert_eq!(said, "", "a pipe prints nothing");
            }
        }
        until(&format!("the answer to {who}: {text}"), || {
            let inbox = self.servers.inbox(&user);
            let answer = format!("In-Reply-To: <{id}>");
            inbox.iter().find(|raw| String::from_utf8_lossy(raw).contains(&answer)).map(|raw| Got::read(raw))
        })
    }
}

/// Starts the program with a configuration of the page and the page's own command, and waits until it is well.
async fn served(machine: &Machine, page: &Page, config: &str) -> Running {
    machine.configure(config, ("/etc/wardroom/mail-password", PASSWORD));
    let serve = page.runs().into_iter().find(|run| run[0] == "serve").expect("the page starts the bot");
    let mut running = machine.serve(&serve);
    let address = running.address().await;
    page.asks_for_health(&address).await;
    running
}

/// The servers of this test in place of those of a configuration of the page. There are no name servers where tests run: that
/// a provider vouches for its users' mails is told by the server that takes them.
fn on_this_machine(servers: &Servers, config: &str) -> String {
    let [imap, smtp] = [servers.imap("", Security::Tls), servers.smtp("", Security::Starttls)];
    let (ca, plain) = (servers.authority(), servers.smtp("", Security::Plain));
    let at = |port: u16| format!("host = \"localhost\", port = {port}, ca_file = {ca:?}");
    let text = config
        .replace("host = \"imap.example.org\"", &at(imap.port))
        .replace("host = \"smtp.example.org\", port = 587", &at(smtp.port))
        .replace(
            "host = \"localhost\", port = 25,",
            &format!("host = \"localhost\", port = {},", plain.port),
        );
    let known = if text.contains("authserv_id") { "" } else { &format!("authserv_id = \"{AUTHSERV}\"\n") };
    here(&text) + known
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim"]
async fn the_page_leads_from_a_mailbox_to_the_first_games() {
    let servers = Servers::start_with(&Ways { vouches: Some(AUTHSERV), ..Ways::default() });
    let (page, machine) = (Page::read(OWNERS), Machine::new(vec![]));
    let config = on_this_machine(&servers, &page.blocks("toml")[0]);
    let running = served(&machine, &page, &config).await;
    let mut company = Company::gather(&servers, None);
    let steps = page.steps("mail");
    assert!(steps.len() > 6, "the page leads to games");
    for step in &steps {
        company.take(step).await;
    }
    assert!(machine.exists("/var/lib/wardroom/wardroom.db"));
    running.stop();

    // What holds without the line that lets anyone begin.
    let anyone = "who_may_start = \"anyone\"\n";
    assert!(config.contains(anyone) && page.text.contains("With `who_may_start = \"known\"`, the default"));
    let running = served(&machine, &page, &config.replace(anyone, "")).await;
    let got = company.write("Eve", "Hello!").await;
    assert!(
        got.text.contains("Only players of this club open tables here; ask one to invite you"),
        "{got:?}"
    );
    let got = company.write("Ann", "list").await;
    assert!(got.text.contains("has waited for you since"), "players go on: {got:?}");
    running.stop();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim"]
async fn the_page_leads_from_a_mail_servers_pipe_to_the_first_games() {
    let servers = Servers::start_with(&Ways { takes_from_here: true, ..Ways::default() });
    let (page, machine) = (Page::read(OWNERS), Machine::new(vec![]));
    let config = on_this_machine(&servers, &page.blocks("toml")[1]);
    assert!(config.contains(AUTHSERV), "{config}");
    let running = served(&machine, &page, &config).await;
    let postfix = page.blocks("text").concat();
    let (_, pipe) = postfix.split_once("argv=/usr/bin/wardroom ").expect("the page's pipe");
    let pipe = pipe.lines().next().unwrap().split_whitespace().map(str::to_owned).collect();
    let mut company = Company::gather(&servers, Some((&machine, pipe)));
    for step in &page.steps("mail") {
        company.take(step).await;
    }
    running.stop();
}

const HARU: &str = "haru@kita.example";
const KEN: &str = "ken@minami.example";
/// The line that the last mail says to answer with.
const CONFIRM: &str = "…";
/// Who writes, the words of the page, the line that is written for them where it is another, and what the answer tells.
const LINES: &[(&str, &str, &str, &str)] = &[
    (HARU, "開卓 goeben", "", "を開きました：ゲーベン 1914"),
    (HARU, "言語 日本語", "", "これからは日本語で書きます"),
    (HARU, "時間帯 Asia/Tokyo", "", "いま2023-11-15 07:13（東京）"),
    (HARU, "。", "搭載 ゲーベン 無線。給炭艦 WSI", "給炭艦がシチリア島西方（WSI）で待ちます"),
    (HARU, "取り消し", "", "取り消し：記録10番の直後の状態に戻りました"),
    (HARU, "ヘルプ", "", "卓一覧 － 自分の卓を"),
    (HARU, "盤面", "", "ゲーベン（巡洋戦艦）：メッシーナ（MES）"),
    (HARU, "記録", "", "無線電信をボックス 1 に搭載"),
    (HARU, "ダイス", "", "任務を引き"),
    (HARU, "席順", "", "司令官：あなた、いまの番"),
    (HARU, "卓一覧", "", "からあなたの番です"),
    (HARU, "ペース 2日", "", "決定の期限：2日"),
    (HARU, "ペース 2日 時間切れ コンピューター", "", "コンピューター（大尉）が代わりに"),
    (HARU, "ペース 2日 時間切れ 予約命令", "", "自身の予約命令で答え"),
    (HARU, "時間", "", "期限は2023-11-17"),
    (HARU, "休止", "", "全員が再開に同意するまで休止"),
    (HARU, "不在届 12月24日まで", "不在届 11月24日まで", "2023-11-25 00:00（東京）まで"),
    (HARU, "進行役", "", "この卓に進行役はいません"),
    (HARU, "進行役 mia@example.org", "", "この卓に進行役が付きました"),
    (HARU, "進行役 なし", "", "この卓の進行役はいなくなりました"),
    (HARU, "時間帯", "", "いま2023-11-15"),
    (HARU, "リマインダー 1日、締切の6時間前", "", "リマインダー：質問の1日後"),
    (HARU, "リマインダー 1日、締切の6時間前、まとめて20:00", "", "20:00（東京）に一通にまとめて"),
    (HARU, "カレンダー", "", "自分のカレンダーです"),
    (HARU, "ブラウザー", "", "ブラウザーの盤へのリンクです"),
    (HARU, "おやすみ時間 22:00〜8:00", "", "22:00〜08:00 東京"),
    (HARU, "日報 20:00", "", "20:00（東京）にメールを1通"),
    (HARU, "日報 なし", "", "日報は届きません"),
    (HARU, "書き出し", "", "添付します"),
    (HARU, "画像 なし", "", "画像は付きません"),
    (HARU, "画像 小", "", "画像は付きません"),
    (HARU, "画像 大", "", "画像は付きません"),
    (HARU, "公開", "", "リンク"),
    (HARU, "公開停止", "", "卓の公開をやめました"),
    (HARU, "公開 20", "", "20件遅れ"),
    (HARU, "連携", "", "コードは"),
    (HARU, "連携 コード", "連携 CODE", "まだ何もしていません"),
    (HARU, "", CONFIRM, "一人のプレイヤーになりました"),
    (HARU, "知らせ先 メール", "", "これからはそこで"),
    (HARU, "知らせ先 ディスコード", "", "これからはそこで"),
    (HARU, "知らせ先 両方", "", "これからはそこで"),
    (HARU, "連携解除", "", "まだ何もしていません"),
    (HARU, "", CONFIRM, "二人のプレイヤーに戻りました"),
    (HARU, "閉卓", "", "まだ何もしていません"),
    (HARU, "", CONFIRM, "卓を閉じました：途中で終了"),
    (HARU, "開卓 grand-fleet", "", "空席：ドイツ"),
    (HARU, "募集", "", "プレイヤーの募集を始めました"),
    (HARU, "募集一覧", "", "から募集中"),
    (HARU, "招待 アドレス", "招待 ken@minami.example", "ken@minami.exampleにメールを送ります"),
    (KEN, "参加", "", "ドイツの席に着きました"),
    (KEN, "時計停止", "", "ドイツが時計を止めました"),
    (KEN, "新アドレス", "", "まだ何もしていません"),
    (KEN, "", CONFIRM, "無効になりました"),
    (KEN, "席譲り", "席譲り mei@nishi.example", "まだ何もしていません"),
    (KEN, "", CONFIRM, "mei@nishi.exampleにメールを送ります"),
    (KEN, "停止", "", "止めました"),
    (KEN, "再開", "", "再開します"),
    (HARU, "投了", "", "まだ何もしていません"),
    (HARU, "", CONFIRM, "卓を閉じました：投了"),
    (HARU, "盤面 分かれ目", "", "分かれ目"),
    (HARU, "検証", "", "完全性（"),
    (HARU, "再戦", "", "再戦の卓は"),
    (HARU, "開卓 grand-fleet 準備確認", "", "準備待ち：イギリス"),
    (HARU, "準備完了", "", "イギリスの準備ができました"),
    (HARU, "準備取消", "", "イギリスが準備完了を取り消しました"),
    (HARU, "開卓 grand-fleet dice=players", "", "準備待ち：イギリス"),
    (HARU, "運 灰色の猫が七匹", "", "ダイス"),
    (KEN, "二度と送らないで", "", "二度とメールを送りません"),
];

/// What the page says to write: what stands between 「 and 」, but for what is written in Discord.
fn quoted(page: &str) -> BTreeSet<&str> {
    let quoted = page.split('「').skip(1).map(|rest| rest.split_once('」').expect("a quote ends").0);
    quoted.filter(|words| !words.starts_with('/')).collect()
}

#[tokio::test]
async fn each_line_that_the_players_page_says_to_write_does_what_it_says() {
    let page = Page::read(PLAYERS);
    let known: BTreeSet<&str> =
        LINES.iter().map(|(_, words, ..)| *words).filter(|it| !it.is_empty()).collect();
    assert_eq!(quoted(&page.text), known, "the lines of the page, and those that are written here");
    let mut room = MailRoom::new();
    let elsewhere = room.club.people().meet("discord", "7", "haru", Lang::Ja).unwrap();
    let code = room.club.linking().new_code(&elsewhere.id).unwrap();
    let first =
        Sent { from: HARU.into(), to: BOT.into(), text: "はじめまして".into(), ..Sent::default() };
    let mut last: BTreeMap<String, Got> = BTreeMap::new();
    for got in room.deliver(&first).await {
        last.insert(got.to.clone(), got);
    }
    for (who, words, line, told) in LINES {
        let confirmed = || {
            let (_, line) = last[*who].text.split_once("返信してください：").expect("a line to confirm with");
            line.lines().next().unwrap()
        };
        let line = match *line {
            "" => *words,
            CONFIRM => confirmed(),
            line => line,
        };
        let line = line.replace("CODE", &code);
        let came = room.answer(who, &last[*who].clone(), &line).await;
        let answer = came.iter().find(|got| got.to == *who).expect("an answer");
        assert!(answer.text.contains(told), "{line}: no {told:?} in {}", answer.text);
        assert_eq!(answer.files.len(), usize::from(*words == "書き出し"), "{line}");
        for got in came {
            last.insert(got.to.clone(), got);
        }
    }
    let silent = room.answer(KEN, &last[KEN].clone(), "盤面").await;
    assert!(silent.iter().all(|got| got.to != KEN), "for ever: {silent:#?}");
}

/// Code in the owners' page, below what is set up there, that is no line of a mail.
const NO_LINES: [&str; 5] =
    ["Message-ID", "serve", "require_dkim = true", "answers_an_hour", "strangers_a_day"];

#[test]
fn every_line_that_the_owners_page_speaks_of_is_one() {
    let text = Page::read(OWNERS).text;
    let (_, text) = text.split_once("## What players write").expect("the page says what is written");
    let (of_door, of_tables) = (Book::of_door(DOOR).unwrap(), Book::of("goeben").unwrap());
    let spans = Page { text: text.to_owned() }.spans();
    // Nor what is written in Discord, asked for over HTTP, or run.
    let other = |span: &str| span.starts_with('/') || span.starts_with("wardroom ");
    let lines = spans.iter().filter(|span| !NO_LINES.contains(&span.as_str()) && !other(span));
    let lines: Vec<&String> = lines.collect();
    assert!(lines.len() > 12, "{lines:?}");
    for line in lines {
        assert!(of_door.command(line).or_else(|| of_tables.command(line)).is_some(), "{line}");
    }
}
