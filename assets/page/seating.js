"use strict";

// Who sits, asks, agrees and leaves: docs/log-format.md, "Seats" to "The game master". All of it is public, and so checked
// through sealed lines. An order that not everyone may see may be words between players, so it is taken for a sealed one.

const HOUR_MS = 3600 * 1000;
const SILENCE_MS = 72 * HOUR_MS;
const STOP_MS = 72 * HOUR_MS;
const PAUSE_MS = 90 * 24 * HOUR_MS;
// The least time that counts before a fixed time, and how far two databases of time zones may lie apart.
const NOTICE_MS = 12 * HOUR_MS;
const APART_MS = 2 * HOUR_MS;
// From Saturday 12:00 to Sunday 10:00 UTC it is Saturday or Sunday in every zone: the beginning of the first such span, how long
// each is, and how far they lie apart.
const [WEEKEND_MS, WEEKEND_LENGTH, WEEK_MS] = [60 * HOUR_MS, 22 * HOUR_MS, 168 * HOUR_MS];
const COMPUTERS = ["midshipman", "lieutenant", "captain"];
// The witness of the dice is checked by itself.
const OF_WITNESS = ["WitnessAsked", "DiceWitnessed", "DiceAbandoned"];
const sameJson = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isIn = ([from, until], at) => from <= at && until > at;

const isLength = (pace) => /^[0-9]+[hd]$/.test(pace);

// The least counted time of a decision at a pace.
function lengthOf(pace) {
  const [, number, unit] = /^([0-9]+)([hd])$/.exec(pace) || [];
  return unit ? number * (unit === "d" ? 24 : 1) * HOUR_MS : NOTICE_MS;
}

// How time passes, as far as lines alone tell it: a sealed entry may have raised a question, only the game says how big it is,
// and no database of zones is at hand. What is found is the earliest end that the time of a question can have.
class Pace {
  constructor() {
    Object.assign(this, { terms: null, termsSince: null, pauses: [], stop: null, seated: new Map() });
    // Questions whose time is up, by seat, each [prompt, since]; and what moved their ends, by seat and prompt.
    Object.assign(this, { expired: new Map(), moved: new Map(), setBacks: [] });
    // False under a law of time that is not known here: then nothing is checked that hangs on time.
    this.known = true;
  }

  get overdue() {
    return this.terms ? this.terms.overdue : "wait";
  }

  // When an entry was written, as far as no later one set the clock back before that.
  when({ seq, at }) {
    return Math.min(Date.parse(at), ...this.setBacks.filter(([since]) => since > seq).map(([, back]) => back));
  }

  sit(seat, at) {
    this.seated.set(seat, at);
    this.expired.delete(seat);
  }

  leave(seat) {
    this.seated.delete(seat);
    this.expired.delete(seat);
  }

  endPauses(at) {
    this.pauses = this.pauses.filter(([from]) => from < at).map((it) => (isIn(it, at) ? [it[0], at] : it));
  }

  change(change, at) {
    if (change.terms) {
      Object.assign(this, { terms: change.terms, termsSince: at });
      this.expired.clear();
      return;
    }
    this.goOn(at);
    if (change.pause) {
      this.pauses.push([at, change.pause.until === null ? at + PAUSE_MS : Date.parse(change.pause.until)]);
    }
  }

  goOn(at) {
    this.stop = null;
    this.endPauses(at);
  }

  stopAt(seq, at) {
    hold(!this.known || !this.pauses.some((span) => isIn(span, at)), "found-stopped-so");
    this.goOn(at);
    this.pauses.push([at, at + STOP_MS]);
    this.stop = seq;
  }

  setBack(seq, before, at) {
    if (!this.known) return;
    this.setBacks.push([seq, at]);
    if (this.termsSince !== null) this.termsSince = Math.min(this.termsSince, at);
    for (const [seat, since] of this.seated) this.seated.set(seat, Math.min(since, at));
    const stays = this.pauses.filter(([from, until]) => from <= at || (from <= before && before < until));
    this.pauses = stays.map((it) => (it[0] <= at ? it : [at, at + it[1] - before]));
    for (const [seat, [, since]] of Array.from(this.expired)) if (since > at) this.expired.delete(seat);
    for (const [key, moved] of this.moved) {
      const by = moved.filter(({ hours }) => hours !== undefined);
      this.moved.set(key, by.map((it) => ({ ...it, since: Math.min(it.since, at) })));
    }
  }

  move(seat, prompt, moved) {
    const key = `${seat} ${prompt}`;
    this.moved.set(key, (this.moved.get(key) || []).concat(moved));
  }

  // When so much time has counted at the earliest.
  after(from, length, off) {
    let [at, left] = [from, length];
    for (;;) {
      const spans = off.filter(([begins, ends]) => ends > Math.max(at, begins));
      if (this.terms.weekends_off !== undefined) {
        const begins = WEEKEND_MS + (Math.floor((at - WEEKEND_MS - WEEKEND_LENGTH) / WEEK_MS) + 1) * WEEK_MS;
        spans.push([begins, begins + WEEKEND_LENGTH]);
      }
      if (spans.length === 0) return at + left;
      const [begins, ends] = spans.reduce((one, other) => (other[0] < one[0] ? other : one));
      const runs = Math.max(0, begins - at);
      if (left <= runs) return at + left;
      left -= runs;
      at = ends;
    }
  }

  // The end of the time of a big question and that of a small one, as far as they have one: each [at, whether it is the end and
  // not only the earliest].
  ends({ seat, prompt, raised, exact }, off) {
    if (this.terms === null) return [];
    const begun = Math.max(...[raised, this.seated.get(seat), this.termsSince].filter((it) => it !== undefined));
    const end = (pace) => {
      let at = this.after(begun, lengthOf(pace), off);
      for (const { since, hours, told } of this.moved.get(`${seat} ${prompt}`) || []) {
        if (hours !== undefined) at = this.after(Math.max(at, since), hours * HOUR_MS, off);
        else if (since >= begun) at = Math.max(at, told);
      }
      return [at, exact && isLength(pace) && this.terms.weekends_off === undefined];
    };
    return [this.terms.big, this.terms.small].filter((pace) => pace !== "none").map(end);
  }

  // The earliest moment by which each of these players, with what does not count for them, would have had to decide something big,
  // since the last seat was taken or the terms were agreed.
  endWait(said, at, offs, dark) {
    if (!this.known) return;
    const pace = this.terms === null ? "none" : this.terms.big;
    hold(pace !== "none", "found-wait-ended-so");
    if (dark) return;
    const begun = Math.max(...this.seated.values(), this.termsSince);
    const ends = offs.map((off) => this.after(begun, lengthOf(pace), off));
    const [first, exact] = [Math.max(...ends), isLength(pace) && this.terms.weekends_off === undefined];
    hold(exact ? said === first : said >= first, "found-other-deadline", { due: new Date(first).toISOString() });
    const grace = this.terms.grace_hours * HOUR_MS;
    const isOver = (off) => at >= this.after(said, grace, off) && !off.some((span) => isIn(span, at));
    hold(offs.every(isOver), "found-in-grace");
  }

  knowsZones() {
    if (this.terms === null) return false;
    const paces = [this.terms.big, this.terms.small].filter((pace) => pace !== "none");
    return paces.length > 0 && (this.terms.weekends_off !== undefined || paces.some((pace) => pace.includes(" ")));
  }

  expire(seen, said, at, off, dark) {
    const { seat, prompt } = seen;
    if (!this.known) {
      this.expired.set(seat, [prompt, at]);
      return;
    }
    const ends = this.ends(seen, off);
    hold(ends.length > 0, "found-not-due", { seat });
    if (!dark) {
      const due = new Date(Math.min(...ends.map(([end]) => end))).toISOString();
      const fits = ([end, exact]) => (exact ? said === end : said >= end);
      hold(ends.some(fits), "found-other-deadline", { due });
      const over = this.after(said, this.terms.grace_hours * HOUR_MS, off);
      hold(at >= over && !off.some((span) => isIn(span, at)), "found-in-grace");
    }
    const before = this.expired.get(seat);
    hold(before === undefined || before[0] !== prompt, "found-expired-before");
    this.expired.set(seat, [prompt, at]);
  }
}

class Seating {
  constructor(opened) {
    Object.assign(this, { seats: opened.seats, practice: opened.practice });
    Object.assign(this, { holders: new Map(), offers: new Map(), request: null });
    Object.assign(this, { sought: false, master: null, published: false, ready: null, begun: false });
    // What seats promised and did not show, the seats that gave theirs, and whether a promise was shown; null where none is asked for.
    this.entropy = null;
    // `orderedSince` is the entry from which on none is earlier than the one before it; `dark` that the clock was set back from a
    // time that a sealed line hides.
    Object.assign(this, { opening: true, unclear: false, law: new TimeLaw(), pace: new Pace(), orderedSince: null, dark: false });
    // Entries that can be read; those that may have raised a question; players who are people by the doors they came by, and those
    // who are computers by theirs, or because they stood in.
    Object.assign(this, { read: [], raising: new Set(), humans: new Set(), computers: new Set(), stoodIn: new Set() });
    Object.assign(this, { next: null, root: { seq: 0, kind: "", at: "" }, closed: false, revealed: false });
    Object.assign(this, { line: new Set(), sealed: new Set(), hidden: new Set(), openings: new Map() });
    Object.assign(this, { orders: new Map(), lastOrders: new Map(), bars: new Set() });
  }

  // Lines

  sealedLine(seq) {
    this.line.add(seq);
    this.endNext();
    this.sealed.add(seq);
    this.raising.add(seq);
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
    this.handle(entry);
    this.law.follow(entry);
    this.read.push(entry);
  }

  handle(entry) {
    const { seq, kind, body, cause, at, by } = entry;
    this.line.add(seq);
    const raises = ["TableOpened", "OrderGiven", "Rolled", "TakenBack", "PlayBegan"];
    if (!isOfEveryGame(kind) || raises.includes(kind)) this.raising.add(seq);
    if (entry.audience !== "everyone") this.hidden.add(seq);
    if (this.next !== null) {
      const next = this.next;
      this.next = null;
      const over = kind === "TableClosed" && next.body.why === "agreed" && body.why === "over";
      const fits = kind === next.kind && (over || sameJson(body, next.body));
      hold(fits && cause === next.cause && at === next.at && by === null, "found-next", next);
      this.follow(entry, kind, body);
      return;
    }
    if (cause === null) this.root = { seq, kind, at };
    this.seeDoor(entry);
    this.opening = this.opening && (seq === 1 || (["SeatTaken", "ReadyAsked", "WitnessAsked", "EntropyAsked"].includes(kind) && cause === 1));
    if (kind === "Rolled") this.bars.add(seq);
    if (kind === "Rolled" || !isOfEveryGame(kind)) {
      this.fact(entry);
    } else if (!["TableOpened", "Peeked", "RulesChanged", "LogRestored", ...OF_WITNESS].includes(kind)) {
      const lonely = EITHERS.includes(kind) && kind !== "TableClosed" && cause !== null;
      hold(!lonely, "found-follows-from-nothing");
      this[kind](entry, body);
    }
  }

  then({ seq, at }, kind, body) {
    this.next = { kind, body, cause: seq, at };
  }

  follow(entry, kind, body) {
    const { seq } = entry;
    if (kind === "TakenBack") this.goBack(seq, body.to);
    if (kind === "TablePublished") this.published = true;
    if (kind === "TimeChanged") this.changeTime(entry, body.change);
    if (kind === "MasterChanged") Object.assign(this, { master: body.player, request: null });
    if (kind === "TableClosed") this.closed = true;
    if (kind !== "PlayBegan") return;
    Object.assign(this, { begun: true, raising: new Set([seq]), root: { seq, kind, at: entry.at } });
  }

  // What follows from an order, the opening or a delayed beginning stands right behind it, and has its time.
  fact({ seq, cause, at }) {
    if (cause > this.root.seq && this.sealed.has(cause)) {
      this.root = { seq: cause, kind: "OrderGiven", at };
    }
    const setsUp = this.entropy === null ? "TableOpened" : "PlayBegan";
    const follows = cause === this.root.seq && ["OrderGiven", setsUp].includes(this.root.kind);
    hold(follows, "found-follows-from-nothing");
    hold(at === this.root.at, "found-other-time");
    // The last of what follows raises the next questions.
    for (let before = this.root.seq; before < seq; before += 1) this.raising.delete(before);
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
    return same && (!this.pace.known || Date.parse(at) - Date.parse(asked.at) >= SILENCE_MS);
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
      const left = this.pace.overdue === "substitute" && this.isUp(seat) && held !== player;
      hold(kept !== undefined || held === undefined || left, "found-taken", { seat });
      this.offers.delete(seat);
    } else {
      this.standIn(entry, seat, player, held, kept === undefined ? held : kept);
    }
    this.holders.set(seat, player);
    this.request = null;
    this.pace.sit(seat, Date.parse(entry.at));
    if (held !== undefined) this.forgetPromise(seat);
    if (this.ready === null) return;
    if (held === undefined) this.ready.delete(player);
    else this.ready.clear();
  }

  // Right behind an expiry: by the terms another player at the table, or a computer player. That one did nothing so far that
  // people do, and holds another seat only if the log shows it to be a computer.
  standIn(entry, seat, player, held, kept) {
    const { root } = this;
    const behind = entry.cause === root.seq && entry.seq === root.seq + 1 && root.kind === "TimeExpired" && entry.at === root.at;
    const sits = this.players().has(player);
    const others = this.pace.overdue === "stand-in";
    const shown = !this.humans.has(player) && (!sits || this.computers.has(player));
    const computer = COMPUTERS.includes(this.pace.overdue) && shown && player !== this.master;
    const may = held !== player && (others ? sits : computer);
    hold(behind && this.isUp(seat) && may, "found-stands-in-so", { seat });
    this.offers.delete(seat);
    if (others) return;
    this.computers.add(player);
    this.stoodIn.add(player);
    if (kept !== undefined && kept !== player) this.offers.set(seat, kept);
  }

  // By which door a player comes tells people from computers. Who stood in as a computer comes by no other than theirs. By whose
  // door others sit down in the opening says nothing of them.
  seeDoor({ by, cause, door }) {
    if (by === null || cause !== null || door === null) return;
    if (door === "computer") {
      this.computers.add(by.player);
      return;
    }
    hold(!this.stoodIn.has(by.player), "found-stands-in-so", { seat: by.seat });
    this.humans.add(by.player);
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

  // The time of the players who are not ready is up, at a table whose set-up waits for nobody else.
  WaitEnded(entry, { deadline }) {
    const held = this.seats.filter((seat) => this.holders.has(seat));
    const waiting = held.filter((seat) => this.ready === null || !this.ready.has(this.holders.get(seat)));
    const waits = this.holdsGame() && this.entropy !== null && held.length === this.seats.length && waiting.length > 0;
    if (waits) this.pace.endWait(Date.parse(deadline), Date.parse(entry.at), waiting.map((seat) => this.off(seat)), this.dark);
    hold(waits, "found-wait-ended-so");
    this.then(entry, "PlayBegan", {});
  }

  PlayBegan() {
    hold(false, "found-follows-from-nothing");
  }

  // Entropy

  // Another player has the seat, or none: only what was given stays.
  forgetPromise(seat) {
    if (this.entropy !== null) this.entropy.promised.delete(seat);
  }

  hasEntropy(seat) {
    return this.entropy.promised.has(seat) || this.entropy.given.has(seat);
  }

  EntropyAsked() {
    hold(this.opening, "found-follows-from-nothing");
    hold(this.entropy === null && this.ready !== null, "found-entropy-asked-so");
    this.entropy = { promised: new Map(), given: new Set(), shown: false };
  }

  EntropyPromised(entry, { digest }) {
    const { seat } = this.by(entry);
    const may = this.holdsGame() && this.entropy !== null && !this.entropy.shown && !this.hasEntropy(seat);
    hold(may, "found-entropy-so");
    this.entropy.promised.set(seat, digest);
  }

  // At once, or what was promised: that comes when all other seats can add nothing any more.
  EntropyGiven(entry, { digest }) {
    const { seat, player } = this.by(entry);
    hold(this.holdsGame() && this.entropy !== null, "found-entropy-so");
    const promised = this.entropy.promised.get(seat);
    if (promised === undefined) {
      hold(!this.entropy.shown && !this.hasEntropy(seat), "found-entropy-so");
    } else {
      const settled = (other) => {
        const holder = this.holders.get(other);
        return holder !== undefined && (holder === player || this.hasEntropy(other) || this.ready.has(holder));
      };
      hold(promised === hex(sha256(utf8(digest))) && this.seats.every(settled), "found-entropy-so");
      this.entropy.promised.delete(seat);
      this.entropy.shown = true;
    }
    this.entropy.given.add(seat);
  }

  SeatVacated(entry, { seat }) {
    // A player leaves a seat of their own.
    if (entry.by.seat === seat) this.by(entry);
    else this.mastered(entry);
    hold(this.holders.has(seat), "found-vacated-so", { seat });
    this.offers.delete(seat);
    this.holders.delete(seat);
    Object.assign(this, { sought: true, request: null });
    this.pace.leave(seat);
    this.forgetPromise(seat);
    if (this.ready !== null) this.ready.clear();
  }

  // Orders

  OrderGiven(entry, { prompt }) {
    const { seat } = this.by(entry);
    const raised = this.raising.has(prompt) && this.line.has(prompt);
    const asked = !this.holdsGame() && prompt > (this.lastOrders.get(seat) || 0) && raised;
    hold(asked, "found-not-asked", { seat });
    if (entry.audience !== "everyone") {
      this.unclear = true;
      return;
    }
    this.request = null;
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

  NameProposed(entry, { name }) {
    this.ask(entry, "NameChanged", { name });
  }

  OwnDiceProposed(entry) {
    this.ask(entry, "OwnDiceAgreed", {});
  }

  TimeProposed(entry, { change }) {
    this.ask(entry, "TimeChanged", { change });
  }

  TimeStopped(entry) {
    this.request = null;
    this.ask(entry, "stop", {});
    this.pace.stopAt(entry.seq, Date.parse(entry.at));
  }

  isClaimable({ by }, seat) {
    return by.player !== this.holders.get(seat) && this.pace.overdue === "claim" && this.isUp(seat);
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
      if (this.pace.stop === request) this.pace.goOn(Date.parse(entry.at));
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

  NameChanged(entry) {
    this.by(entry);
    hold(this.players().size <= 1, "found-published-so");
  }

  OwnDiceAgreed(entry) {
    this.by(entry);
    hold(this.players().size <= 1, "found-own-dice-so");
  }

  TableUnpublished(entry) {
    this.by(entry);
    hold(this.published, "found-not-published");
    this.published = false;
  }

  changeTime({ at }, change) {
    this.pace.change(change, Date.parse(at));
    if (change.terms && this.ready !== null) this.ready.clear();
  }

  TimeChanged(entry, { change }) {
    let alone;
    if (this.isMasters(entry)) {
      this.mastered(entry);
      alone = !change.terms;
    } else {
      this.by(entry);
      const silent = this.unanswered("TimeChanged", { change: "resume" }, entry.at);
      alone = this.players().size < 2 || (change === "resume" && (this.pace.stop !== null || silent));
    }
    hold(alone, "found-time-changed-so");
    this.changeTime(entry, change);
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

  isUp(seat) {
    const expired = this.pace.expired.get(seat);
    return expired !== undefined && expired[0] > (this.lastOrders.get(seat) || 0);
  }

  // A question that may be open, to a seat that has a player. Where a sealed line raised it under the law by which times stand in
  // order, it was no earlier than the entry before that.
  question(seat, prompt) {
    this.isSeat(seat);
    const raised = prompt > (this.lastOrders.get(seat) || 0) && this.raising.has(prompt) && this.line.has(prompt);
    hold(this.holders.has(seat) && !this.holdsGame() && raised, "found-not-asked", { seat });
    const before = this.read.filter((entry) => entry.seq <= prompt).pop();
    const exact = before.seq === prompt;
    const known = exact || (this.orderedSince !== null && this.orderedSince < prompt);
    return { seat, prompt, raised: known ? this.pace.when(before) : undefined, exact };
  }

  // What does not count of the time of a seat's player.
  off(seat) {
    const away = this.law.away.get(this.holders.get(seat)) || [];
    return this.pace.pauses.concat(away.map(([, from, until]) => [from, until]));
  }

  TimeExpired(entry, { seat, prompt, deadline }) {
    const seen = this.question(seat, prompt);
    this.pace.expire(seen, Date.parse(deadline), Date.parse(entry.at), this.off(seat), this.dark);
  }

  TimeExtended(entry, { seat, prompt, hours }) {
    this.mastered(entry);
    const due = this.pace.ends(this.question(seat, prompt), this.off(seat)).length > 0;
    hold(due || !this.pace.known, "found-not-due", { seat });
    this.pace.expired.delete(seat);
    this.pace.move(seat, prompt, { since: Date.parse(entry.at), hours });
  }

  DeadlineMoved(entry, { seat, prompt, deadline }) {
    const [seen, told] = [this.question(seat, prompt), Date.parse(deadline)];
    if (!this.pace.known) return;
    const may = ([end]) => this.dark || told >= end - APART_MS;
    hold(this.pace.knowsZones() && this.pace.ends(seen, this.off(seat)).some(may), "found-told-so", { seat });
    this.pace.move(seat, prompt, { since: Date.parse(entry.at), told });
  }

  LawChanged(entry, { law }) {
    if (this.orderedSince === null && law > 1) this.orderedSince = entry.seq;
    this.pace.known = law <= LAW;
  }

  ClockSet(entry) {
    const [at, last] = [Date.parse(entry.at), this.read[this.read.length - 1]];
    // What was written last before it may be sealed.
    if (last.seq + 1 !== entry.seq) this.dark = true;
    this.pace.setBack(entry.seq, Date.parse(last.at), at);
    if (this.request !== null && Date.parse(this.request.at) > at) this.request.at = entry.at;
  }

  AbsenceBooked(entry, { from, until }) {
    const { player } = this.by(entry);
    // Under the second law its lines alone tell whether it may be booked.
    if (this.law.law > 1) return;
    const year = (time) => new Date(time).getUTCFullYear();
    const [begins, ends] = [Date.parse(from), Date.parse(until)];
    const others = (this.law.away.get(player) || []).filter(([, since]) => year(since) === year(begins));
    const taken = others.reduce((sum, [, since, end]) => sum + end - since, ends - begins);
    hold(taken <= this.law.days * 24 * HOUR_MS, "found-away-too-long", { days: this.law.days });
  }

  AbsenceEnded(entry) {
    const { player } = this.by(entry);
    const at = Date.parse(entry.at);
    const lasts = (this.law.away.get(player) || []).some(([, , until]) => until > at);
    hold(lasts || !this.pace.known, "found-not-away", { player });
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
