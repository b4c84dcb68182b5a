"use strict";

// Who sits, asks, agrees and leaves: docs/log-format.md, "Seats" to "The game master". All of it is public, and so checked
// through sealed lines. An order that not everyone may see may be words between players, so it is taken for a sealed one.

const SILENCE_MS = 72 * 3600 * 1000;
const COMPUTERS = ["midshipman", "lieutenant", "captain"];
const sameJson = (one, other) => JSON.stringify(one) === JSON.stringify(other);

class Seating {
  constructor(opened) {
    Object.assign(this, { seats: opened.seats, practice: opened.practice });
    Object.assign(this, { holders: new Map(), offers: new Map(), request: null });
    Object.assign(this, { sought: false, master: null, published: false, ready: null, begun: false });
    Object.assign(this, { opening: true, unclear: false, overdue: "wait", hasPace: false, stop: null });
    Object.assign(this, { expired: new Map(), absences: new Map(), humans: new Set() });
    Object.assign(this, { next: null, root: { seq: 0, kind: "", at: "" }, closed: false, revealed: false });
    Object.assign(this, { line: new Set(), sealed: new Set(), hidden: new Set(), openings: new Map() });
    Object.assign(this, { orders: new Map(), lastOrders: new Map(), bars: new Set() });
  }

  // Lines

  sealedLine(seq) {
    this.line.add(seq);
    this.endNext();
    this.sealed.add(seq);
    Object.assign(this, { opening: false, unclear: true });
  }

  endNext() {
    hold(this.next === null, "found-next", this.next);
  }

  end() {
    this.endNext();
    hold(!this.closed || this.revealed, "found-next", { kind: "SeedRevealed" });
  }

  entry(entry) {
    const { seq, kind, body, cause, at, by } = entry;
    this.line.add(seq);
    if (entry.audience !== "everyone") this.hidden.add(seq);
    if (this.next !== null) {
      const next = this.next;
      this.next = null;
      const over = kind === "TableClosed" && next.body.why === "agreed" && body.why === "over";
      const fits = kind === next.kind && (over || sameJson(body, next.body));
      hold(fits && cause === next.cause && at === next.at && by === null, "found-next", next);
      this.follow(seq, kind, body);
      return;
    }
    if (cause === null) this.root = { seq, kind, at };
    // By whose door others sit down in the opening says nothing of them.
    if (by !== null && cause === null && ![null, "computer"].includes(entry.door)) this.humans.add(by.player);
    this.opening = this.opening && (seq === 1 || (["SeatTaken", "ReadyAsked"].includes(kind) && cause === 1));
    if (kind === "Rolled") this.bars.add(seq);
    if (kind === "Rolled" || !isOfEveryGame(kind)) {
      this.fact(entry);
    } else if (!["TableOpened", "Peeked", "RulesChanged", "LawChanged", "DeadlineMoved", "ClockSet"].includes(kind)) {
      const lonely = EITHERS.includes(kind) && kind !== "TableClosed" && cause !== null;
      hold(!lonely, "found-follows-from-nothing");
      this[kind](entry, body);
    }
  }

  then({ seq, at }, kind, body) {
    this.next = { kind, body, cause: seq, at };
  }

  follow(seq, kind, body) {
    if (kind === "TakenBack") this.goBack(seq, body.to);
    if (kind === "TablePublished") this.published = true;
    if (kind === "TimeChanged") this.changeTime(body.change);
    if (kind === "MasterChanged") Object.assign(this, { master: body.player, request: null });
    if (kind === "TableClosed") this.closed = true;
    if (kind === "PlayBegan") this.begun = true;
  }

  // What follows from an order or the opening stands right behind it, and has its time.
  fact({ cause, at }) {
    if (cause > this.root.seq && this.sealed.has(cause)) {
      this.root = { seq: cause, kind: "OrderGiven", at };
      return;
    }
    const follows = cause === this.root.seq && ["OrderGiven", "TableOpened"].includes(this.root.kind);
    hold(follows, "found-follows-from-nothing");
    hold(at === this.root.at, "found-other-time");
  }

  // People

  players() {
    return new Set(this.holders.values());
  }

  by({ by }) {
    hold(by !== null, "found-nobody");
    hold(this.holders.get(by.seat) === by.player, "found-not-held", by);
    return by;
  }

  isMasters({ by }) {
    return by !== null && by.seat === "master";
  }

  mastered(entry) {
    const holds = this.isMasters(entry) && this.master !== null && entry.by.player === this.master;
    hold(holds, "found-not-the-master");
  }

  mayBeMaster(player) {
    hold(player !== this.master && (player === null || !this.players().has(player)), "found-master-so");
  }

  isSeat(seat) {
    hold(this.seats.includes(seat), "found-no-seat", { seat });
  }

  holdsGame() {
    return this.ready !== null && !this.begun;
  }

  unanswered(kind, body, at) {
    const asked = this.request;
    const same = asked !== null && asked.kind === kind && sameJson(asked.body, body);
    return same && Date.parse(at) - Date.parse(asked.at) >= SILENCE_MS;
  }

  // Seats

  SeatTaken(entry, { seat }) {
    this.isSeat(seat);
    const [player, held] = [entry.by.player, this.holders.get(seat)];
    if (entry.cause === 1) hold(this.opening && !this.holdsGame(), "found-sits-later", { seat });
    const kept = this.offers.get(seat);
    if (entry.cause === null || entry.cause === 1) {
      hold(player !== this.master, "found-master-sits", { seat });
      hold(kept === undefined || kept === player, "found-kept", { seat });
      const left = this.overdue === "substitute" && this.expired.has(seat) && held !== player;
      hold(kept !== undefined || held === undefined || left, "found-taken", { seat });
      this.offers.delete(seat);
    } else {
      this.standIn(entry, seat, player, held, kept === undefined ? held : kept);
    }
    this.holders.set(seat, player);
    this.request = null;
    this.expired.delete(seat);
    if (this.ready === null) return;
    if (held === undefined) this.ready.delete(player);
    else this.ready.clear();
  }

  // Right behind an expiry: by the terms another player at the table, or a computer player, who did nothing so far that
  // people do.
  standIn(entry, seat, player, held, kept) {
    const { root } = this;
    const behind = entry.cause === root.seq && entry.seq === root.seq + 1 && root.kind === "TimeExpired" && entry.at === root.at;
    const sits = this.players().has(player);
    const others = this.overdue === "stand-in";
    const computer = COMPUTERS.includes(this.overdue) && !this.humans.has(player) && player !== this.master;
    const may = others ? sits && held !== player : computer;
    hold(behind && this.expired.has(seat) && may, "found-stands-in-so", { seat });
    this.offers.delete(seat);
    if (!others && kept !== undefined && kept !== player) this.offers.set(seat, kept);
  }

  SeatOffered(entry, { seat, player }) {
    this.isSeat(seat);
    if (this.isMasters(entry)) this.mastered(entry);
    const by = this.isMasters(entry) ? "master" : this.by(entry).seat;
    const held = this.holders.get(seat);
    hold(held === undefined || (by === seat && held !== player), "found-offered-so", { seat });
    this.offers.set(seat, player);
  }

  OfferWithdrawn(entry, { seat }) {
    hold(this.offers.has(seat), "found-not-offered", { seat });
    const declined = sameJson(entry.by, { player: this.offers.get(seat), seat });
    this.offers.delete(seat);
    if (declined) return;
    hold(this.by(entry).seat === seat || !this.holders.has(seat), "found-offer-of-another", { seat });
  }

  PlayersSought(entry, { sought }) {
    this.by(entry);
    const free = this.seats.some((seat) => !this.holders.has(seat));
    hold(this.sought !== sought && (free || !sought), "found-sought-so");
    this.sought = sought;
  }

  ReadyAsked() {
    hold(this.opening, "found-follows-from-nothing");
    hold(this.ready === null, "found-ready-asked-so");
    this.ready = new Set();
  }

  ReadySaid(entry, { ready }) {
    const { player } = this.by(entry);
    hold(this.holdsGame() && this.ready.has(player) !== ready, "found-ready-so");
    if (ready) this.ready.add(player);
    else this.ready.delete(player);
    const all = this.seats.every((seat) => this.holders.has(seat) && this.ready.has(this.holders.get(seat)));
    if (all) this.then(entry, "PlayBegan", {});
  }

  PlayBegan() {
    hold(false, "found-follows-from-nothing");
  }

  SeatVacated(entry, { seat }) {
    // A player leaves a seat of their own.
    if (entry.by.seat === seat) this.by(entry);
    else this.mastered(entry);
    hold(this.holders.has(seat), "found-vacated-so", { seat });
    this.offers.delete(seat);
    this.holders.delete(seat);
    Object.assign(this, { sought: true, request: null });
    this.expired.delete(seat);
    if (this.ready !== null) this.ready.clear();
  }

  // Orders

  OrderGiven(entry, { prompt }) {
    const { seat } = this.by(entry);
    hold(!this.holdsGame() && prompt > (this.lastOrders.get(seat) || 0), "found-not-asked", { seat });
    if (entry.audience !== "everyone") {
      this.unclear = true;
      return;
    }
    this.request = null;
    this.expired.delete(seat);
    this.orders.set(entry.seq, seat);
    this.lastOrders.set(seat, entry.seq);
  }

  // Back goes a table to right before an order that counts, as far as everyone can see.
  isStep(to) {
    const at = to + 1;
    const unseen = this.line.has(at) && (this.sealed.has(at) || this.hidden.has(at));
    hold(this.line.has(to) && (this.orders.has(at) || unseen), "found-no-step", { to });
  }

  goBack(seq, to) {
    this.request = null;
    for (const places of [this.line, this.orders, this.bars, this.openings]) {
      for (const at of Array.from(places.keys())) if (at > to) places.delete(at);
    }
    this.line.add(seq);
  }

  TakenBack(entry, { to }) {
    const { player } = this.by(entry);
    this.isStep(to);
    for (const [at, seat] of this.orders) {
      hold(at <= to || this.holders.get(seat) === player, "found-not-agreed", { entry: at, seat });
    }
    const bar = Array.from(this.bars).find((at) => at > to);
    const lifted = this.practice && this.players().size <= 1;
    hold(bar === undefined || lifted, "found-past-bar", { entry: bar });
    this.goBack(entry.seq, to);
  }

  Opened(entry, { entries }) {
    const opened = new Set([].concat(...this.openings.values()));
    for (const seq of entries) {
      const hides = this.hidden.has(seq) || this.sealed.has(seq);
      const counts = this.closed || this.line.has(seq);
      hold(hides && counts && !opened.has(seq), "found-opens-so", { entry: seq });
    }
    this.bars.add(entry.seq);
    this.openings.set(entry.seq, entries);
  }

  // Requests

  ask(entry, kind, body) {
    if (this.unclear) this.request = null;
    this.unclear = false;
    const { player } = this.by(entry);
    hold(this.players().size > 1, "found-alone");
    hold(this.request === null, "found-request-open", { entry: this.request && this.request.seq });
    this.request = { seq: entry.seq, at: entry.at, kind, body, agreed: new Set([player]) };
  }

  TakeBackAsked(entry, { to }) {
    this.isStep(to);
    this.ask(entry, "TakenBack", { to });
  }

  CloseProposed(entry) {
    this.ask(entry, "TableClosed", { why: "agreed" });
  }

  PublishProposed(entry, { delay }) {
    hold(!this.published, "found-published");
    this.ask(entry, "TablePublished", { delay });
  }

  TimeProposed(entry, { change }) {
    this.ask(entry, "TimeChanged", { change });
  }

  TimeStopped(entry) {
    this.request = null;
    this.ask(entry, "stop", {});
    this.stop = entry.seq;
  }

  isClaimable({ by }, seat) {
    return by.player !== this.holders.get(seat) && this.overdue === "claim" && this.expired.has(seat);
  }

  ClaimProposed(entry, { seat }) {
    this.by(entry);
    hold(this.players().size > 2 && this.isClaimable(entry, seat), "found-claimed-so", { seat });
    this.ask(entry, "claim", { seat });
  }

  MasterProposed(entry, { player }) {
    this.mayBeMaster(player);
    this.ask(entry, "MasterChanged", { player });
  }

  Answered(entry, { request, agrees }) {
    const { player } = this.by(entry);
    const asked = this.request;
    hold(asked !== null && asked.seq === request, "found-no-request", { entry: request });
    if (!agrees) {
      this.request = null;
      if (this.stop === request) this.stop = null;
      return;
    }
    hold(!asked.agreed.has(player), "found-agreed-before", { player });
    asked.agreed.add(player);
    const against = asked.kind === "claim" ? this.holders.get(asked.body.seat) : undefined;
    hold(player !== against, "found-claimed-from", { player });
    if (!Array.from(this.players()).every((one) => one === against || asked.agreed.has(one))) return;
    this.request = null;
    if (asked.kind === "stop") this.then(entry, "TimeChanged", { change: { pause: { until: null } } });
    else if (asked.kind === "claim") this.then(entry, "TableClosed", { why: "claimed" });
    else this.then(entry, asked.kind, asked.body);
  }

  // Alone

  TablePublished(entry) {
    this.by(entry);
    hold(!this.published, "found-published");
    hold(this.players().size <= 1, "found-published-so");
    this.published = true;
  }

  TableUnpublished(entry) {
    this.by(entry);
    hold(this.published, "found-not-published");
    this.published = false;
  }

  changeTime(change) {
    this.stop = null;
    if (!change.terms) return;
    this.overdue = change.terms.overdue;
    this.hasPace = change.terms.big !== "none" || change.terms.small !== "none";
    this.expired.clear();
    if (this.ready !== null) this.ready.clear();
  }

  TimeChanged(entry, { change }) {
    let alone;
    if (this.isMasters(entry)) {
      this.mastered(entry);
      alone = !change.terms;
    } else {
      this.by(entry);
      const silent = this.unanswered("TimeChanged", { change: "resume" }, entry.at);
      alone = this.players().size < 2 || (change === "resume" && (this.stop !== null || silent));
    }
    hold(alone, "found-time-changed-so");
    this.changeTime(change);
    this.request = null;
  }

  MasterChanged(entry, { player }) {
    this.mayBeMaster(player);
    let alone;
    if (this.isMasters(entry)) {
      this.mastered(entry);
      alone = player === null;
    } else {
      this.by(entry);
      const silent = this.unanswered("MasterChanged", { player: null }, entry.at);
      alone = this.players().size < 2 || (player === null && silent);
    }
    hold(alone, "found-master-so");
    Object.assign(this, { master: player, request: null });
  }

  Resigned(entry, { seat }) {
    this.by(entry);
    this.isSeat(seat);
    this.then(entry, "TableClosed", { why: "resigned" });
  }

  TableClosed(entry, { why }) {
    const { by, cause } = entry;
    let right;
    if (by === null) {
      const order = cause === this.root.seq && this.root.kind === "OrderGiven";
      right = why === "over" && (order || (cause > this.root.seq && this.sealed.has(cause)));
    } else if (by.seat === "manager") {
      right = ["manager", "over"].includes(why);
    } else if (this.isMasters(entry)) {
      this.mastered(entry);
      right = ["master", "over"].includes(why);
    } else {
      this.by(entry);
      const alone = (seat) => this.players().size === 2 || this.unanswered("claim", { seat }, entry.at);
      const claimed = () => this.seats.some((seat) => alone(seat) && this.isClaimable(entry, seat));
      right = why === "claimed" ? claimed() : this.players().size === 1 && ["abandoned", "over"].includes(why);
    }
    hold(right, "found-closed-so", { why });
    this.closed = true;
  }

  SeedRevealed() {
    hold(this.closed, "found-not-closed");
    this.revealed = true;
  }

  // Time

  TimeExpired(entry, { seat, prompt }) {
    this.isSeat(seat);
    const asked = this.holders.has(seat) && !this.holdsGame() && prompt > (this.lastOrders.get(seat) || 0);
    hold(asked, "found-not-asked", { seat });
    hold(this.hasPace, "found-not-due", { seat });
    hold(this.expired.get(seat) !== prompt, "found-expired-before");
    this.expired.set(seat, prompt);
  }

  TimeExtended(entry, { seat }) {
    this.mastered(entry);
    hold(this.holders.has(seat) && this.hasPace, "found-not-due", { seat });
    this.expired.delete(seat);
  }

  AbsenceBooked(entry, { until }) {
    const { player } = this.by(entry);
    this.absences.set(player, (this.absences.get(player) || []).concat(until));
  }

  AbsenceEnded(entry) {
    const { player } = this.by(entry);
    const booked = this.absences.get(player) || [];
    hold(booked.some((until) => until > entry.at), "found-not-away", { player });
    // Later versions of the entry end one of them.
    if (entry.v === 1) this.absences.delete(player);
  }
}

// The first fault of the seating in lines that hold, before entry `end`; undefined when there is none.
function seatingFault(lines, end) {
  if (lines.length === 0 || lines[0] === undefined || lines[0].kind !== "TableOpened") return undefined;
  const seating = new Seating(lines[0].body);
  for (const [at, line] of lines.entries()) {
    if (at + 1 >= end) return undefined;
    const fault = faultOf(() => (line.sealed ? seating.sealedLine(line.seq) : seating.entry(line)));
    if (fault) return { entry: at + 1, fault };
  }
  const fault = end === Infinity && faultOf(() => seating.end());
  return fault ? { entry: lines.length, fault } : undefined;
}
