//! The commands of a table as a test gives them: one word each, with what is short for a test.

use chrono::{DateTime, Utc};
use wardroom::dice_page::DicePage;
use wardroom::game::{OrderForm, Seat};
use wardroom::games::Packed;
use wardroom::log::{Store, TimeChange};
use wardroom::pace::Hours;
use wardroom::table::{
    Caller, History, Order, Rematch, Reply, SeatSession, Table, TableCommand, TableFault, Tables,
};
use wardroom::view::VisibleEntry;

type Done = Result<Reply, TableFault>;

/// Gives commands to the tables of a store.
pub trait Commands<G: Packed> {
    fn gives(&self, table: &str, caller: &Caller, command: TableCommand) -> Done;
    fn rematch(
        &self,
        old: &Table<G>,
        caller: &Caller,
    ) -> Result<Result<Rematch, wardroom::game::Refusal>, TableFault>;

    fn submit(&self, table: &str, caller: &Caller, order: &Order) -> Done {
        self.gives(table, caller, TableCommand::Order(order.clone()))
    }
    fn take_seat(&self, table: &str, caller: &Caller, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::TakeSeat { seat })
    }
    fn offer_seat(&self, table: &str, caller: &Caller, at: Seat, seat: Seat, player: &str) -> Done {
        self.gives(table, caller, TableCommand::OfferSeat { at, seat, player: player.to_owned() })
    }
    fn withdraw_offer(&self, table: &str, caller: &Caller, at: Seat, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::WithdrawOffer { at, seat })
    }
    fn decline_seat(&self, table: &str, caller: &Caller, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::DeclineSeat { seat })
    }
    fn seek_players(&self, table: &str, caller: &Caller, at: Seat, sought: bool) -> Done {
        self.gives(table, caller, TableCommand::SeekPlayers { at, sought })
    }
    fn leave(&self, table: &str, caller: &Caller) -> Done {
        self.gives(table, caller, TableCommand::Leave)
    }
    fn take_back(&self, table: &str, caller: &Caller, to: u64) -> Done {
        self.gives(table, caller, TableCommand::TakeBack { to })
    }
    fn undo(&self, table: &str, caller: &Caller, seat: Seat, count: usize) -> Done {
        self.gives(table, caller, TableCommand::Undo { seat, count })
    }
    fn ask_take_back(&self, table: &str, caller: &Caller, seat: Seat, order: u64) -> Done {
        self.gives(table, caller, TableCommand::AskTakeBack { seat, order })
    }
    fn propose_close(&self, table: &str, caller: &Caller, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::ProposeClose { seat })
    }
    fn answer_request(&self, table: &str, caller: &Caller, seat: Seat, number: u64, agrees: bool) -> Done {
        self.gives(table, caller, TableCommand::AnswerRequest { seat, number, agrees })
    }
    fn say_ready(&self, table: &str, caller: &Caller, seat: Seat, ready: bool) -> Done {
        self.gives(table, caller, TableCommand::SayReady { seat, ready })
    }
    fn publish(&self, table: &str, caller: &Caller, seat: Seat, delay: u32) -> Done {
        self.gives(table, caller, TableCommand::Publish { seat, delay })
    }
    fn unpublish(&self, table: &str, caller: &Caller, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::Unpublish { seat })
    }
    fn change_time(&self, table: &str, caller: &Caller, seat: Seat, change: &TimeChange) -> Done {
        self.gives(table, caller, TableCommand::ChangeTime { seat, change: change.clone() })
    }
    fn stop_clock(&self, table: &str, caller: &Caller, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::StopClock { seat })
    }
    fn book_absence(
        &self,
        table: &str,
        caller: &Caller,
        seat: Seat,
        span: (DateTime<Utc>, DateTime<Utc>),
    ) -> Done {
        self.gives(table, caller, TableCommand::BookAbsence { seat, span })
    }
    fn end_absence(&self, table: &str, caller: &Caller, seat: Seat, booked: u64) -> Done {
        self.gives(table, caller, TableCommand::EndAbsence { seat, booked })
    }
    /// Says whether it was noted.
    fn expire(
        &self,
        table: &str,
        seat: Seat,
        prompt: u64,
        not_before: DateTime<Utc>,
        computer: Option<&str>,
    ) -> Result<bool, TableFault> {
        let computer = computer.map(str::to_owned);
        let expire = TableCommand::Expire { seat, prompt, not_before, computer };
        Ok(self.gives(table, &Caller::program(), expire)?.is_accepted())
    }
    fn claim(&self, table: &str, caller: &Caller, seat: Seat, against: Seat) -> Done {
        self.gives(table, caller, TableCommand::Claim { seat, against })
    }
    fn change_master(&self, table: &str, caller: &Caller, seat: Seat, player: Option<&str>) -> Done {
        let player = player.map(str::to_owned);
        self.gives(table, caller, TableCommand::ChangeMaster { seat, player })
    }
    fn resign_as_master(&self, table: &str, caller: &Caller) -> Done {
        self.gives(table, caller, TableCommand::ResignAsMaster)
    }
    fn change_time_as_master(&self, table: &str, caller: &Caller, change: &TimeChange) -> Done {
        self.gives(table, caller, TableCommand::ChangeTimeAsMaster { change: change.clone() })
    }
    fn extend(&self, table: &str, caller: &Caller, seat: Seat, hours: Hours) -> Done {
        self.gives(table, caller, TableCommand::Extend { seat, hours })
    }
    fn replace(&self, table: &str, caller: &Caller, seat: Seat, player: Option<&str>) -> Done {
        self.gives(table, caller, TableCommand::Replace { seat, player: player.map(str::to_owned) })
    }
    fn close_as_master(&self, table: &str, caller: &Caller) -> Done {
        self.gives(table, caller, TableCommand::CloseAsMaster)
    }
    fn close(&self, table: &str, caller: &Caller) -> Done {
        self.gives(table, caller, TableCommand::Close)
    }
    fn close_as_manager(&self, table: &str, caller: &Caller) -> Done {
        self.gives(table, caller, TableCommand::CloseFromOutside)
    }
    fn resign(&self, table: &str, caller: &Caller, seat: Seat) -> Done {
        self.gives(table, caller, TableCommand::Resign { seat })
    }
}

impl<G: Packed, S: Store + ?Sized> Commands<G> for Tables<G, S> {
    fn gives(&self, table: &str, caller: &Caller, command: TableCommand) -> Done {
        self.perform(table, caller, &command)
    }
    fn rematch(
        &self,
        old: &Table<G>,
        caller: &Caller,
    ) -> Result<Result<Rematch, wardroom::game::Refusal>, TableFault> {
        self.open_rematch(old, caller)
    }
}

/// Gives commands of one seat, and reads what it sees.
pub trait SeatCommands<G: Packed> {
    fn gives(&self, command: TableCommand) -> Done;
    fn sits_at(&self) -> Seat;
    fn table(&self) -> &str;
    fn log(&self, after: u64) -> Result<Vec<VisibleEntry>, TableFault>;
    fn dice(&self) -> Result<DicePage, TableFault>;
    fn history(&self) -> Result<History<G>, TableFault>;

    fn submit(&self, prompt: u64, form: OrderForm) -> Done {
        self.gives(TableCommand::Order(Order { seat: self.sits_at(), prompt, form }))
    }
    fn undo(&self, count: usize) -> Done {
        self.gives(TableCommand::Undo { seat: self.sits_at(), count })
    }
    fn ask_undo(&self, order: u64) -> Done {
        self.gives(TableCommand::AskTakeBack { seat: self.sits_at(), order })
    }
    fn propose_close(&self) -> Done {
        self.gives(TableCommand::ProposeClose { seat: self.sits_at() })
    }
    fn change_time(&self, change: &TimeChange) -> Done {
        self.gives(TableCommand::ChangeTime { seat: self.sits_at(), change: change.clone() })
    }
    fn stop_clock(&self) -> Done {
        self.gives(TableCommand::StopClock { seat: self.sits_at() })
    }
    fn publish(&self, delay: u32) -> Done {
        self.gives(TableCommand::Publish { seat: self.sits_at(), delay })
    }
    fn unpublish(&self) -> Done {
        self.gives(TableCommand::Unpublish { seat: self.sits_at() })
    }
    fn rename(&self, name: &str) -> Done {
        self.gives(TableCommand::Rename { seat: self.sits_at(), name: name.to_owned() })
    }
    fn answer(&self, number: u64, agrees: bool) -> Done {
        self.gives(TableCommand::AnswerRequest { seat: self.sits_at(), number, agrees })
    }
    fn resign(&self) -> Done {
        self.gives(TableCommand::Resign { seat: self.sits_at() })
    }
    fn invite(&self, seat: Seat, player: &str) -> Done {
        self.gives(TableCommand::OfferSeat { at: self.sits_at(), seat, player: player.to_owned() })
    }
    fn pass_seat_to(&self, player: &str) -> Done {
        self.invite(self.sits_at(), player)
    }
    fn withdraw_offer(&self, seat: Seat) -> Done {
        self.gives(TableCommand::WithdrawOffer { at: self.sits_at(), seat })
    }
    fn take_seat(&self) -> Done {
        self.gives(TableCommand::TakeSeat { seat: self.sits_at() })
    }
    fn decline_seat(&self) -> Done {
        self.gives(TableCommand::DeclineSeat { seat: self.sits_at() })
    }
    fn close(&self) -> Done {
        self.gives(TableCommand::Close)
    }
}

impl<G: Packed, S: Store + ?Sized> SeatCommands<G> for SeatSession<G, S> {
    fn gives(&self, command: TableCommand) -> Done {
        self.give(&command)
    }
    fn sits_at(&self) -> Seat {
        self.own_seat()
    }
    fn table(&self) -> &str {
        self.table_id()
    }
    fn log(&self, after: u64) -> Result<Vec<VisibleEntry>, TableFault> {
        self.lines_after(after)
    }
    fn dice(&self) -> Result<DicePage, TableFault> {
        self.dice_page()
    }
    fn history(&self) -> Result<History<G>, TableFault> {
        self.past()
    }
}
