//! Receipts of orders by mail: each entry that a mail led to names the mail.

use wardroom::receipt::{Receipt, ReceiptKeys, SenderProof};

use super::{MailRoom, RECEIPT_KEY, Setting};

const ANN: &str = "ann@home.example";

#[tokio::test]
async fn each_order_of_a_mail_has_a_receipt_of_that_mail() {
    let mut room = MailRoom::with(Setting { receipts: true, ..Setting::default() });
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    room.answer(ANN, &opened[0], "load goeben wireless\ndone").await;
    let entries = room.store.read(&table, 1).unwrap();
    let stored = room.store.receipts(&table).unwrap();
    let keys = ReceiptKeys::new(RECEIPT_KEY, None);
    let mut orders = 0;
    for entry in entries.iter().filter(|entry| entry.door.as_deref() == Some("mail") && entry.by.is_some()) {
        let digest = entry.receipt.as_ref().unwrap_or_else(|| panic!("{entry:?}"));
        let receipt = stored.iter().find(|receipt| receipt.digest == *digest).unwrap();
        assert_eq!(Some(&receipt.player), entry.by.as_ref().map(|by| &by.player));
        let text = keys.open(digest, &receipt.sealed).unwrap();
        let SenderProof::Mail(mail) = Receipt::read(&text).unwrap().proof else { panic!("{text}") };
        let raw = String::from_utf8(mail.raw().unwrap()).unwrap();
        let line = if entry.kind == "OrderGiven" { "load goeben wireless" } else { "new goeben" };
        assert!(raw.contains(line), "{}: {raw}", entry.kind);
        orders += usize::from(entry.kind == "OrderGiven");
    }
    assert!(orders >= 1, "{entries:#?}");
    // Two commands of one mail: nobody sees that they are of one.
    let all: std::collections::BTreeSet<_> =
        entries.iter().filter_map(|entry| entry.receipt.clone()).collect();
    assert_eq!(all.len(), stored.len());
}
