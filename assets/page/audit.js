"use strict";

// The check of a log in the browser: docs/log-format.md, "What to check", points 1 to 3. The rules of the game (point 4)
// are not checked here. It comes to the verdicts of `wardroom audit`, each fault named by the key of its sentence.

// The formats of logs, and the verbs of orders that have no part in the dice from format 2 on.
const FORMATS = [1, 2];
const TALK = ["letter", "message"];
const LIMITS = { depth: 32, entry: 262144, pack: 4194304, of: 10000, take: 10000, seats: 64, word: 64, delay: 10000 };

// What does not hold: the key of its sentence, and what that speaks of.
class Fault extends Error {
  constructor(key, about = {}) {
    super(key);
    Object.assign(this, { key, about });
  }
}

function hold(holds, key, about) {
  if (!holds) throw new Fault(key, about);
}

// The fault of what `step` does; undefined when there is none. Anything else that is thrown is a mistake of this script.
function faultOf(step) {
  try {
    step();
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  return undefined;
}

// Canonical JSON

// A value written in canonical form and no other. An integer beyond 2^53 is given as its digits in an array of one, which
// is of no form that anything below takes.
function canonicalValue(text) {
  let at = 0;
  const wrong = () => new Fault("found-not-canonical", { offset: utf8(text.slice(0, at)).length });
  const take = (sign) => {
    if (text[at] !== sign) throw wrong();
    at += 1;
  };
  const word = (written, value) => {
    if (!text.startsWith(written, at)) throw wrong();
    at += written.length;
    return value;
  };
  const string = () => {
    // Control characters, quotes and backslashes are escaped, in one way each; nothing else is, and no half of a pair.
    const form =
      /"(?:[^\u0000-\u001f"\\\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff]|\\["\\bfnrt]|\\u00(?:0[0-7be-f]|1[0-9a-f]))*"/y;
    form.lastIndex = at;
    const found = form.exec(text);
    if (!found) throw wrong();
    at = form.lastIndex;
    return JSON.parse(found[0]);
  };
  const number = () => {
    const form = /-?(?:0|[1-9][0-9]*)/y;
    form.lastIndex = at;
    const found = form.exec(text);
    if (!found || found[0] === "-0") throw wrong();
    const digits = found[0].replace("-", "");
    const most = found[0] === digits ? "9223372036854775807" : "9223372036854775808";
    if (digits.length > most.length || (digits.length === most.length && digits > most)) throw wrong();
    at = form.lastIndex;
    const read = Number(found[0]);
    return Number.isSafeInteger(read) ? read : [digits];
  };
  const list = (depth) => {
    const items = [];
    take("[");
    if (text[at] !== "]") {
      items.push(value(depth));
      while (text[at] === ",") {
        at += 1;
        items.push(value(depth));
      }
    }
    take("]");
    return items;
  };
  const object = (depth) => {
    const fields = Object.create(null);
    let before;
    const field = () => {
      const key = string();
      if (/[^\u0000-\u007f]/.test(key) || (before !== undefined && key <= before)) throw wrong();
      before = key;
      take(":");
      fields[key] = value(depth);
    };
    take("{");
    if (text[at] !== "}") {
      field();
      while (text[at] === ",") {
        at += 1;
        field();
      }
    }
    take("}");
    return fields;
  };
  const value = (depth) => {
    const sign = text[at];
    if ((sign === "{" || sign === "[") && depth === LIMITS.depth) throw wrong();
    if (sign === "{") return object(depth + 1);
    if (sign === "[") return list(depth + 1);
    if (sign === '"') return string();
    if (sign === "t") return word("true", true);
    if (sign === "f") return word("false", false);
    if (sign === "n") return word("null", null);
    return number();
  };
  const read = value(0);
  if (at !== text.length) throw wrong();
  return read;
}

// Forms

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const hasKeys = (value, keys) => isObject(value) && Object.keys(value).join() === keys;
const isCount = (value, least = 0) => Number.isSafeInteger(value) && value >= least;
const isU32 = (value) => isCount(value) && value < 2 ** 32;
const isHex = (value, digits) =>
  typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
const isWord = (value) => typeof value === "string" && /^[!-~]{1,64}$/.test(value);
const isTable = (value) => typeof value === "string" && /^[a-z0-9_-]{1,64}$/.test(value);
const isBool = (value) => typeof value === "boolean";
const orNull = (is) => (value) => value === null || is(value);
const listOf = (is) => (value) => Array.isArray(value) && value.every(is);
const ascends = (list) => list.every((item, i) => i === 0 || list[i - 1] < item);
const isSeats = (value) =>
  listOf(isWord)(value) && value.length >= 1 && value.length <= LIMITS.seats && ascends(value);
const isAudience = (value) => value === "everyone" || value === "nobody" || isSeats(value);
const isViewer = (value) => value === "full" || (value !== "nobody" && isAudience(value));

function isTime(value) {
  const form = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.[0-9]{3}Z$/;
  const found = typeof value === "string" && form.exec(value);
  if (!found) return false;
  const [year, month, day, hour, minute, second] = found.slice(1).map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] && hour < 24 && minute < 60 && second < 60;
}

const ENTRY_KEYS = "at,audience,body,by,cause,door,key,kind,salt,seq,table,v";
// The first format whose entries may name receipts.
const RECEIPTS_SINCE = 2;
const isBy = (by) => hasKeys(by, "player,seat") && isWord(by.player) && isWord(by.seat);

const ENTRY_FORM = {
  at: isTime,
  audience: isAudience,
  body: isObject,
  by: orNull(isBy),
  cause: orNull((cause) => isCount(cause, 1)),
  door: orNull(isWord),
  key: orNull((key) => isHex(key, 64)),
  kind: (kind) => typeof kind === "string" && /^[A-Z][A-Za-z0-9]{0,63}$/.test(kind),
  salt: (salt) => isHex(salt, 32),
  seq: (seq) => isCount(seq, 1),
  table: isTable,
  v: (v) => isU32(v) && v > 0,
};

const any = () => true;
const isSeq = isCount;
// A table's name: 1 to 40 characters that can be seen, without links, mentions and outer spaces.
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\ufeff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const LINK = /[@\uff20<>]|:\/\/|[^\s.]\.[A-Za-z]{2}/u;
const isName = (name) =>
  typeof name === "string" &&
  Array.from(name).length >= 1 &&
  Array.from(name).length <= 40 &&
  name === name.trim() &&
  !UNSEEN.test(name) &&
  !LINK.test(name);
const isDelay = (delay) => isCount(delay) && delay <= LIMITS.delay;

// The law of time, and how many emergency stops and days of absence there are where nothing else is agreed.
const [LAW, STOPS, DAYS] = [2, 2, 28];
const TERMS = "absence_days,big,grace_hours,overdue,small";
const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const isZone = (zone) => typeof zone === "string" && /^[A-Za-z0-9_+/-]{1,64}$/.test(zone);

// The number of a version of the rules, and whether one is higher than another: digits, without zeros before them.
const isVersion = (version) => isWord(version) && /^[1-9][0-9]*$/.test(version);
const isLater = (one, other) => (one.length === other.length ? one > other : one.length > other.length);

// The grammar of paces in docs/log-format.md.
function isPace(pace, weekendsOff) {
  if (pace === "none") return true;
  if (typeof pace !== "string") return false;
  const length = /^([1-9][0-9]{0,2})([hd])$/.exec(pace);
  if (length) {
    const number = Number(length[1]);
    return length[2] === "d" ? number <= 30 : number <= 720 && number % 24 > 0;
  }
  const times = /^([A-Za-z,]+) ([0-9:,]+) ([A-Za-z0-9_+/-]{1,64})$/.exec(pace);
  if (!times) return false;
  const days = times[1] === "daily" ? WEEK.map((_, at) => at) : times[1].split(",").map((day) => WEEK.indexOf(day));
  const at = times[2].split(",");
  const clocks = at.every((time) => /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(time)) && ascends(at);
  const named = !days.includes(-1) && ascends(days) && (times[1] === "daily" || days.length < 7);
  return clocks && named && !(weekendsOff === times[3] && days.every((day) => day > 4));
}

function isTerms(terms) {
  if (!isObject(terms)) return false;
  const optional = Object.keys(terms).filter((key) => key === "stops" || key === "weekends_off");
  if (!hasKeys(terms, [TERMS, ...optional].join())) return false;
  if ("stops" in terms && !(isCount(terms.stops) && terms.stops < 2 ** 16)) return false;
  if ("weekends_off" in terms && !isZone(terms.weekends_off)) return false;
  const counts = isCount(terms.absence_days) && terms.absence_days < 2 ** 16;
  const grace = isCount(terms.grace_hours) && terms.grace_hours <= 720;
  const computers = ["midshipman", "lieutenant", "captain"];
  const overdue = ["wait", "claim", "substitute", "stand-in", "standing-orders", ...computers].includes(terms.overdue);
  const paces = [terms.big, terms.small].every((pace) => isPace(pace, terms.weekends_off));
  return counts && grace && overdue && paces;
}

// How time is to pass otherwise: other terms, a pause, or going on.
function isChange(change) {
  if (change === "resume") return true;
  if (hasKeys(change, "pause")) return hasKeys(change.pause, "until") && orNull(isTime)(change.pause.until);
  return hasKeys(change, "terms") && isTerms(change.terms);
}

// The bodies of the kinds that every game has, keys in order.
const isNamedKey = (key) => typeof key === "string" && /^[!-~]{1,400}$/.test(key);
const WITNESSED = {
  counter: (counter) => isCount(counter, 1),
  output: (output) => isHex(output, 128),
  proof: (proof) => isHex(proof, 160),
  value: (value) => isHex(value, 64),
};
const BODIES = {
  TableOpened: {
    format: (format) => FORMATS.includes(format),
    game: isWord,
    options: any,
    pack: (hash) => isHex(hash, 64),
    practice: isBool,
    rules_version: isVersion,
    seats: (seats) =>
      listOf(isWord)(seats) && seats.length >= 1 && seats.length <= LIMITS.seats && new Set(seats).size === seats.length,
    seed_commitment: (hash) => isHex(hash, 64),
  },
  SeatOffered: { player: isWord, seat: isWord },
  OfferWithdrawn: { seat: isWord },
  SeatTaken: { seat: isWord },
  OrderGiven: { order: any, prompt: isSeq },
  Rolled: {
    about: listOf(isWord),
    form: (form) => ["dice", "draw", "shuffle"].includes(form),
    number: isU32,
    of: (of) => isCount(of, 1) && of <= LIMITS.of,
    purpose: isWord,
    rule: isWord,
    side: orNull(isWord),
    take: (take) => isCount(take) && take <= LIMITS.take,
    values: listOf(isU32),
  },
  TakeBackAsked: { to: isSeq },
  CloseProposed: {},
  PublishProposed: { delay: isDelay },
  Answered: { agrees: isBool, request: isSeq },
  TakenBack: { to: isSeq },
  Opened: { entries: (seqs) => listOf(isSeq)(seqs) && ascends(seqs), to: isAudience },
  Resigned: { seat: isWord },
  TableClosed: {
    why: (why) => ["over", "abandoned", "resigned", "agreed", "manager", "claimed", "master"].includes(why),
  },
  SeedRevealed: { seed: (seed) => isHex(seed, 64) },
  Peeked: { by: orNull(isWord), what: isWord },
  RulesChanged: { from: isVersion, to: isVersion },
  LogRestored: { chain: (chain) => isHex(chain, 64), seq: isSeq },
  TablePublished: { delay: isDelay },
  TableUnpublished: {},
  NameProposed: { name: isName },
  NameChanged: { name: isName },
  TimeProposed: { change: isChange },
  TimeChanged: { change: isChange },
  TimeStopped: {},
  TimeExpired: { deadline: isTime, prompt: isSeq, seat: isWord },
  AbsenceBooked: { from: isTime, until: isTime },
  AbsenceEnded: { booked: (seq) => isCount(seq, 1) },
  ClaimProposed: { seat: isWord },
  PlayersSought: { sought: isBool },
  ReadyAsked: {},
  ReadySaid: { ready: isBool },
  WaitEnded: { deadline: isTime },
  PlayBegan: {},
  EntropyAsked: {},
  EntropyPromised: { digest: (digest) => isHex(digest, 64) },
  EntropyGiven: {
    digest: (digest) => isHex(digest, 64),
    source: (source) => ["words", "message", "drawn"].includes(source),
  },
  WitnessAsked: { log: isNamedKey, witness: isNamedKey },
  DiceWitnessed: WITNESSED,
  DiceAbandoned: WITNESSED,
  OwnDiceProposed: {},
  OwnDiceAgreed: {},
  MasterProposed: { player: orNull(isWord) },
  MasterChanged: { player: orNull(isWord) },
  SeatVacated: { seat: isWord },
  TimeExtended: { hours: (hours) => isCount(hours, 1) && hours <= 720, prompt: isSeq, seat: isWord },
  // A newer program may write a law that this one does not know.
  LawChanged: { law: (law) => isU32(law) && law > 1 },
  DeadlineMoved: { deadline: isTime, prompt: isSeq, seat: isWord },
  ClockSet: {},
};
const VERSIONS = { AbsenceEnded: 2, Peeked: 2 };
const OLDER = { AbsenceEnded: { 1: {} }, Peeked: { 1: { what: isWord } } };
const SOMEBODYS = [
  "SeatOffered",
  "OfferWithdrawn",
  "SeatTaken",
  "OrderGiven",
  "TakeBackAsked",
  "CloseProposed",
  "PublishProposed",
  "Answered",
  "Resigned",
  "TableUnpublished",
  "TimeProposed",
  "TimeStopped",
  "AbsenceBooked",
  "AbsenceEnded",
  "ClaimProposed",
  "PlayersSought",
  "ReadySaid",
  "EntropyPromised",
  "EntropyGiven",
  "MasterProposed",
  "NameProposed",
  "OwnDiceProposed",
  "SeatVacated",
  "TimeExtended",
];
// Somebody's where they follow from nothing.
const EITHERS = [
  "TakenBack",
  "TableClosed",
  "TablePublished",
  "TimeChanged",
  "MasterChanged",
  "NameChanged",
  "OwnDiceAgreed",
];
// Only the game master's.
const MASTERS = ["SeatVacated", "TimeExtended"];

function holdForm(value, form) {
  hold(hasKeys(value, Object.keys(form).join()), "page-form");
  for (const [key, is] of Object.entries(form)) hold(is(value[key]), "page-form-of", { key });
}

// The line that a text is: an entry, or `{digest, sealed, seq, table}`.
function lineOf(text) {
  hold(utf8(text).length <= LIMITS.entry, "page-form");
  const line = canonicalValue(text);
  hold(isObject(line), "page-form");
  if ("sealed" in line) {
    const holds = hasKeys(line, "digest,sealed,seq,table") && line.sealed === true && isHex(line.digest, 64);
    hold(holds && isCount(line.seq, 1) && isTable(line.table), "page-form");
  } else {
    const { receipt, ...others } = line;
    holdForm(others, ENTRY_FORM);
    if ("receipt" in line) hold(isHex(receipt, 64) && line.door !== null, "page-form-of", { key: "receipt" });
    hold(line.cause === null || line.cause < line.seq, "page-form-of", { key: "cause" });
  }
  return line;
}

const isOfEveryGame = (kind) => Object.prototype.hasOwnProperty.call(BODIES, kind);

// Whether the body is one of its kind; those of a game are the game's to read.
function holdBody({ kind, body, v }) {
  if (!isOfEveryGame(kind)) return;
  const newest = VERSIONS[kind] || 1;
  hold(v <= newest, "page-form-of", { key: "v" });
  holdForm(body, v < newest ? OLDER[kind][v] : BODIES[kind]);
  if (kind === "Rolled") holdRoll(body);
}

const isEvent = (kind) => (entry) => entry.kind === kind && !faultOf(() => holdBody(entry));

// Whether the entry is what its kind can be, in its place, by its maker, for its audience.
function holdEvent(entry) {
  const { kind, body, seq } = entry;
  holdBody(entry);
  holdMaker(entry);
  if (!isOfEveryGame(kind)) return;
  const about = { kind };
  const before = (named) => named >= 1 && named < seq;
  hold(["OrderGiven", "Rolled"].includes(kind) || entry.audience === "everyone", "found-public", about);
  if (kind === "TableOpened") hold(seq === 1, "found-first-only", about);
  if (kind === "Rolled") hold(entry.cause !== null, "found-roll-cause", about);
  if (kind === "TakenBack" || kind === "TakeBackAsked") hold(before(body.to), "found-names-later", about);
  if (kind === "Answered") hold(before(body.request), "found-answers-later", about);
  const asked = ["OrderGiven", "TimeExpired", "TimeExtended", "DeadlineMoved"];
  if (asked.includes(kind)) hold(before(body.prompt), "found-prompt-later", about);
  // Times all have one width: they sort as text.
  if (kind === "TimeExpired" || kind === "WaitEnded") hold(body.deadline <= entry.at, "found-expired-early", about);
  if (kind === "AbsenceBooked") hold(entry.at <= body.from, "found-booked-back", about);
  if (kind === "AbsenceBooked") hold(body.from < body.until, "page-form-of", { key: "until" });
  if (kind === "TimeProposed" && body.change.pause && body.change.pause.until !== null) {
    hold(body.change.pause.until > entry.at, "found-paused-back", about);
  }
  if (kind === "LogRestored") hold(entry.key === null, "found-restored-key", about);
  if (kind === "LogRestored") hold(body.seq >= entry.seq, "found-restored-late", about);
  if (kind === "Opened") hold(body.entries.length > 0 && body.entries.every(before), "found-opens-later", about);
  if (kind === "SeatTaken" || kind === "Resigned") hold(entry.by.seat === body.seat, "found-other-seat", about);
}

function holdRoll({ form, of, take, values }) {
  const wrong = "page-roll";
  hold(values.length === take && (form !== "dice" || of > 1), wrong);
  const least = form === "dice" ? 1 : 0;
  hold(values.every((value) => value >= least && value - least < of), wrong);
  if (form === "dice") return;
  hold(new Set(values).size === values.length && (form === "draw" || take === of), wrong);
}

function holdMaker({ kind, by, cause, door, key }) {
  const [follows, named, about] = [cause !== null, by !== null, { kind }];
  const sitsDown = kind === "SeatTaken" && follows;
  const done = EITHERS.includes(kind) ? !follows : SOMEBODYS.includes(kind);
  const alone = ["RulesChanged", "TimeExpired", "WaitEnded", "LawChanged", "DeadlineMoved", "DiceAbandoned"];
  const begins = ["TableOpened", "Peeked", "LogRestored", "ClockSet", ...alone].includes(kind) || (done && !sitsDown);
  const cameIn = key !== null || (door !== null && !(sitsDown && cause === 1));
  hold(!done || named, "found-nobody-named", about);
  hold(done || !named, "found-somebody-named", about);
  hold(!(begins && follows), "found-begins-with-cause", about);
  hold(!(follows && cameIn), "found-follows-by-door", about);
  const stands = door !== null && door.startsWith("standing-order/");
  hold(kind === "OrderGiven" || !stands, "found-standing-door", about);
  hold(!(alone.includes(kind) && cameIn), "found-change-by-door", about);
}

// The law of time: the order of times, emergency stops, absences, and deadlines that were told anew.
class TimeLaw {
  constructor() {
    Object.assign(this, { law: 1, at: "", stops: STOPS, days: DAYS, used: new Map(), open: null, refused: new Map() });
    // Absences by player, each [entry, from, until]; and deadlines by seat, each [prompt, deadline].
    Object.assign(this, { away: new Map(), told: new Map() });
  }

  follow(entry) {
    const { kind, body, by } = entry;
    const before = this.at;
    this.at = entry.at;
    const [at, player] = [Date.parse(entry.at), by && by.player];
    if (kind === "LawChanged") {
      hold(body.law > this.law, "found-law-so");
      this.law = body.law;
    }
    // A law that is not known here may ask something else of every line from here on.
    if (this.law > LAW) return;
    // Times all have one width: they sort as text.
    if (kind === "ClockSet") {
      hold(entry.at < before, "found-clock-set-so");
      this.setBack(Date.parse(before), at);
    } else {
      hold(this.law < 2 || entry.at >= before, "found-before-last");
    }
    if (kind === "TimeChanged") this.change(body.change, player, at);
    if (kind === "Answered" && !body.agrees && this.open && this.open.seq === body.request) this.goOn(player, at);
    if (kind === "TimeStopped" && this.law > 1) this.stop(entry.seq, player, at);
    if (kind === "AbsenceBooked") this.book(player, [entry.seq, Date.parse(body.from), Date.parse(body.until)]);
    if (kind === "AbsenceEnded") {
      hold(this.law < 2 || entry.v > 1, "found-absence-unnamed");
      this.back(player, body.booked, at);
    }
    if (kind === "SeatTaken" || kind === "SeatVacated") this.told.delete(body.seat);
    if (kind === "DeadlineMoved" || kind === "TimeExpired") this.keep(kind, body);
  }

  change(change, player, at) {
    if (change === "resume") this.goOn(player, at);
    else if (change.pause) this.goOn(null, at);
    else {
      this.days = change.terms.absence_days;
      this.stops = "stops" in change.terms ? change.terms.stops : STOPS;
      this.told.clear();
    }
  }

  stop(seq, player, at) {
    const used = this.used.get(player) || 0;
    hold(used < this.stops, "found-stopped-too-often", { most: this.stops });
    hold(!this.refused.has(player) || at >= this.refused.get(player) + 72 * 3600e3, "found-stopped-too-soon");
    this.used.set(player, used + 1);
    this.open = { seq, player, at };
  }

  // The clock goes on; whoever sets it going alone within three days refuses the stop of another.
  goOn(by, at) {
    const open = this.open;
    this.open = null;
    if (open && by !== null && by !== open.player && at < open.at + 72 * 3600e3) this.refused.set(open.player, at);
  }

  book(player, booked) {
    const held = this.away.get(player) || [];
    if (this.law < 2) {
      this.away.set(player, [...held, booked]);
      return;
    }
    const [seq, from, until] = booked;
    hold(!held.some(([, begins, ends]) => begins <= from && until <= ends), "found-booked-twice");
    const year = (time) => new Date(time).getUTCFullYear();
    const spans = united([...held, booked].map(([, begins, ends]) => [begins, ends]));
    for (let y = year(from); y <= year(until); y += 1) {
      const [first, last] = [Date.UTC(y, 0, 1), Date.UTC(y + 1, 0, 1)];
      const within = ([begins, ends]) => Math.max(0, Math.min(ends, last) - Math.max(begins, first));
      const taken = spans.reduce((sum, span) => sum + within(span), 0);
      hold(taken <= this.days * 86400e3, "found-away-too-long", { days: this.days });
    }
    const touches = ([, begins, ends]) => begins <= until && from <= ends;
    const touched = [booked, ...held.filter(touches)];
    const whole = [seq, Math.min(...touched.map((it) => it[1])), Math.max(...touched.map((it) => it[2]))];
    this.away.set(player, [...held.filter((it) => !touches(it)), whole]);
  }

  back(player, booked, at) {
    const held = this.away.get(player) || [];
    const ends = ([seq, , until]) => until > at && (booked === undefined || seq === booked);
    hold(booked === undefined || held.some(ends), "found-no-absence");
    const left = held.filter((it) => !ends(it) || it[1] < at);
    this.away.set(player, left.map((it) => (ends(it) ? [it[0], it[1], at] : it)));
  }

  // A deadline is no earlier than it was told last.
  keep(kind, { seat, prompt, deadline }) {
    const told = this.told.get(seat) || new Map();
    const last = told.get(prompt) || "";
    hold(deadline >= last, "found-before-told", { told: last });
    if (kind === "DeadlineMoved") this.told.set(seat, told.set(prompt, deadline));
  }

  setBack(before, at) {
    for (const [player, refused] of this.refused) this.refused.set(player, Math.min(refused, at));
    if (this.open) this.open.at = Math.min(this.open.at, at);
    for (const [player, held] of this.away) {
      const stays = held.filter(([, from, until]) => from <= at || (from <= before && before < until));
      this.away.set(player, stays.map((it) => (it[1] <= at ? it : [it[0], at, at + it[2] - before])));
    }
    this.told.clear();
  }
}

// Spans in order, none of which touches another.
function united(spans) {
  const joined = [];
  for (const [from, until] of spans.sort(([one], [other]) => one - other)) {
    const last = joined[joined.length - 1];
    if (last && last[1] >= from) last[1] = Math.max(last[1], until);
    else joined.push([from, until]);
  }
  return joined;
}

// What players write to each other, by game: the kinds of its events and the verbs of its orders. Where there are several players,
// it may be withheld from a page, and nothing else.
const LETTERS = {
  goeben: { kinds: ["MessageSent", "LetterWritten", "LetterRead"], verbs: ["message", "letter"] },
  grand_fleet: { kinds: [], verbs: [] },
};
const lettersOf = (game) => (Object.prototype.hasOwnProperty.call(LETTERS, game) ? LETTERS[game] : null);

// The lines of a table, one after the other; `withheld` are the entries of which a page has the digest only.
class LineCheck {
  constructor({ format, table, pack, full, mine }, withheld) {
    Object.assign(this, { format, table, pack, full, mine, withheld });
    Object.assign(this, { seq: 0, keys: new Map(), version: undefined, changed: false, master: null, end: "open" });
    this.time = new TimeLaw();
  }

  // The line, if it can be read, and its first fault.
  next(text) {
    this.seq += 1;
    let line;
    const unread = faultOf(() => {
      line = lineOf(text);
    });
    if (unread) return [undefined, unread];
    const place = faultOf(() => {
      const about = { seq: this.seq, wanted: this.table, found: line.seq, table: line.table };
      hold(line.table === this.table && line.seq === this.seq, "found-other-place", about);
    });
    const own = line.sealed ? this.sealed() : this.entry(line);
    return [line, place || own];
  }

  sealed() {
    // What is sealed may be an order.
    this.changed = false;
    return faultOf(() => {
      hold(!this.full || this.withheld.has(this.seq), "found-sealed-in-full");
      hold(this.seq !== 1, "found-not-opened");
      hold(!this.withheld.has(this.seq) || this.written, "found-withheld-there");
      hold(this.end === "open", "found-after-end");
    });
  }

  entry(entry) {
    if (this.withheld.has(this.seq)) return new Fault("found-withheld-open");
    const { kind, body } = entry;
    if (kind === "TableOpened" && this.seq === 1) {
      const letters = lettersOf(body.game);
      this.written = letters !== null && letters.kinds.length > 0 && Array.isArray(body.seats) && body.seats.length > 1;
    }
    const key = this.key(entry);
    const event = faultOf(() => holdEvent(entry));
    if (event) return event;
    const [end, rules, master] = [this.ending(entry), this.rules(entry), this.office(entry)];
    const time = faultOf(() => this.time.follow(entry));
    if ("receipt" in entry && this.format < RECEIPTS_SINCE) return new Fault("found-receipt-too-early");
    if (key || end || rules || master || time) return key || end || rules || master || time;
    return faultOf(() => {
      if (entry.kind === "TableOpened") {
        const about = { hash: this.pack, named: entry.body.pack };
        hold(this.pack === undefined || entry.body.pack === this.pack, "found-other-pack", about);
        const seat = this.mine.find((one) => !entry.body.seats.includes(one));
        hold(seat === undefined, "found-header-seat", { seat });
        hold(this.format === body.format, "found-header-format", { format: String(body.format) });
      } else {
        hold(this.seq !== 1, "found-not-opened");
      }
    });
  }

  key({ key }) {
    if (key === null) return undefined;
    if (this.keys.has(key)) return new Fault("found-key-twice", { entry: this.keys.get(key) });
    this.keys.set(key, this.seq);
    return undefined;
  }

  ending({ kind }) {
    const after = new Fault("found-after-end");
    if (this.end === "revealed") return after;
    if (kind === "SeedRevealed") {
      this.end = "revealed";
      return this.full ? undefined : new Fault("found-revealed-in-part");
    }
    if (this.end === "closed") return kind === "Opened" ? undefined : after;
    if (kind === "TableClosed") this.end = "closed";
    return undefined;
  }

  // What a game master does is done by the one in office, what only one does by no other, and they take no seat.
  office({ kind, body, by }) {
    if (kind === "SeatTaken" && by.player === this.master) return new Fault("found-master-sits", { seat: body.seat });
    const named = by !== null && by.seat === "master";
    const isTheirs = named && by.player === this.master;
    if (kind === "MasterChanged") this.master = body.player;
    // A player leaves a seat of their own.
    const leaves = kind === "SeatVacated" && by !== null && by.seat === body.seat;
    return isTheirs || (!named && (leaves || !MASTERS.includes(kind))) ? undefined : new Fault("found-not-the-master");
  }

  rules({ kind, body }) {
    const changed = this.changed;
    this.changed = false;
    if (changed && kind !== "OrderGiven") return new Fault("found-change-before-order");
    if (kind === "TableOpened") this.version = body.rules_version;
    if (kind !== "RulesChanged") return undefined;
    this.changed = true;
    const [{ from, to }, before] = [body, this.version];
    this.version = to;
    if ((before === undefined || before === from) && isLater(to, from)) return undefined;
    return new Fault("found-other-change", { from, to, before: before || "" });
  }
}

// What stands before the entries: header, data pack, and in a full export the seed. `fault` is the first thing that is
// not what it has to be; without a header there is nothing to check, and the fault is thrown.
function readTop(lines) {
  for (const [at, line] of lines.entries()) {
    hold(!line.endsWith("\r"), "found-edited-crlf");
    const trimmed = line.replace(/[ \t]+$/, "");
    hold(at === 0 || trimmed !== "", "found-edited-empty-line");
    hold(trimmed === line || faultOf(() => canonicalValue(trimmed)), "found-edited-spaces");
  }
  let [text, at, fault] = [lines[0] || "", 0, undefined];
  const note = (found) => {
    fault = fault || found;
  };
  const header = canonicalValue(text);
  const isHeader = hasKeys(header, "audience,format,head,table,wardroom") && hasKeys(header.head, "chain,seq");
  hold(isHeader && header.wardroom === "export" && FORMATS.includes(header.format), "found-no-header");
  const { audience, format, head, table } = header;
  const holds = isViewer(audience) && isTable(table) && isHex(head.chain, 64) && isCount(head.seq, 1);
  hold(holds, "found-no-header");
  let pack;
  note(
    faultOf(() => {
      at = 1;
      text = lines[1];
      hold(text !== undefined, "found-ends-before-pack");
      const line = canonicalValue(text);
      hold(hasKeys(line, "hash,pack") && typeof line.hash === "string", "found-no-pack-line");
      // The value stands last in a line with these two keys, in the form that is hashed.
      const content = utf8(text.slice(text.indexOf('"pack":') + '"pack":'.length, -1));
      hold(content.length <= LIMITS.pack, "found-no-pack-line");
      const found = hex(sha256(content));
      hold(found === line.hash, "found-pack-line-hash", { found, hash: line.hash });
      pack = found;
    }),
  );
  const full = audience === "full";
  let [seed, entries] = [undefined, lines.slice(2)];
  if (/^\{"seed":/.test(lines[2] || "")) {
    entries = lines.slice(3);
    const digits = (/^\{"seed":"([0-9a-f]{64})"\}$/.exec(lines[2]) || [])[1];
    if (!full) note(new Fault("found-seed-in-part"));
    else if (digits === undefined) note(new Fault("found-seed-form"));
    else seed = digits;
  } else if (full) {
    note(new Fault("found-no-seed-line"));
  }
  return { format, table, head, full, mine: Array.isArray(audience) ? audience : [], pack, seed, entries, fault };
}

// The first fault by entry. What stands before the entries comes before them; what no place can be named for comes last.
class FirstFault {
  note(entry, fault, rank = entry === undefined ? Infinity : entry) {
    if (fault && (this.rank === undefined || rank < this.rank)) Object.assign(this, { rank, entry, fault });
  }
}

const commitmentOf = (seed) => hex(sha256(joined(utf8("wardroom seed v1"), seed)));
const saltMessage = (seq) => joined(utf8("salt v1"), bigEndian(seq, 8));
const rollMessage = (tag, origin, number) => joined(utf8(tag), origin, bigEndian(number, 4));

// The canonical text of a value, with each list as it stands or sorted.
function canonicalText(value, sorts = false) {
  const inner = (one) => canonicalText(one, sorts);
  if (Array.isArray(value)) {
    const items = value.map(inner);
    // Of UTF-16, unlike of UTF-8, a sign beyond U+FFFF sorts before some others.
    return `[${(sorts ? items.sort((one, other) => (hex(utf8(one)) < hex(utf8(other)) ? -1 : 1)) : items).join()}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${inner(value[key])}`).join()}}`;
}

const isCountedOrder = (entry) =>
  isEvent("OrderGiven")(entry) && !(isObject(entry.body.order) && TALK.includes(entry.body.order.verb));

// The witness of the dice: that its answers come right behind their orders, with numbers in a row, and that none is missing. Their
// proofs are not checked here: that is arithmetic on a curve, and takes too long in a page.
class Witness {
  constructor(lines) {
    const waits = lines.some((line) => line && line.kind === "EntropyAsked");
    Object.assign(this, { waits, opening: true, asked: false, own: false, last: 0, before: null, outputs: new Map() });
  }

  witnessed() {
    return this.asked && !this.own;
  }

  notDue() {
    hold(this.before === null || !this.before.due, "found-not-witnessed");
  }

  line(line) {
    const { seq, kind, body, cause, at } = line;
    const before = this.before;
    if (!line.sealed && isEvent("DiceWitnessed")(line)) {
      this.before = null;
      const fits = before !== null && cause === before.seq && (before.at === undefined || before.at === at);
      hold(fits, "found-witnessed-so");
      this.answer(body);
      this.outputs.set(cause, body);
      return;
    }
    this.notDue();
    this.before = null;
    const opens = ["TableOpened", "SeatTaken", "ReadyAsked", "WitnessAsked", "EntropyAsked"];
    this.opening = this.opening && !line.sealed && opens.includes(kind) && (seq === 1 || cause === 1);
    if (line.sealed) {
      this.before = { seq, due: false };
    } else if (kind === "WitnessAsked") {
      hold(this.opening && !this.asked && this.waits, "found-witness-asked-so");
      this.asked = true;
    } else if (isEvent("DiceAbandoned")(line)) {
      this.answer(body);
    } else if (kind === "OwnDiceProposed" || kind === "OwnDiceAgreed") {
      hold(this.witnessed(), "found-own-dice-so");
      this.own = kind === "OwnDiceAgreed";
    } else if (kind === "Rolled") {
      hold(!this.witnessed() || this.outputs.has(cause), "found-roll-not-witnessed", { cause });
    } else if (this.witnessed() && (kind === "PlayBegan" || isCountedOrder(line))) {
      this.before = { seq, at, due: true };
    }
  }

  answer({ counter }) {
    hold(this.witnessed(), "found-witnessed-so");
    this.last += 1;
    hold(counter === this.last, "found-other-counter", { counter });
  }
}

// The answers of the witness, and the first line where they are not as they have to be.
function witnessOf(lines) {
  const witness = new Witness(lines);
  for (const line of lines.filter(Boolean)) {
    const fault = faultOf(() => witness.line(line));
    if (fault) return { witness, fault, entry: line.seq };
  }
  return { witness, fault: faultOf(() => witness.notDue()), entry: lines.length };
}

// The order digest of a log of format 2, entry by entry.
class Orders {
  constructor({ body: { game, options, seats, seed_commitment } }, hash) {
    const opening = canonicalText({ game, options, seats, seed_commitment });
    Object.assign(this, { hash, seats: new Map(), given: [] });
    this.base = hash(joined(utf8("wardroom orders v2"), utf8(opening)));
  }

  digest() {
    const named = Array.from(this.seats).sort(([one], [other]) => (one < other ? -1 : 1));
    const seats = named.map(([seat, orders]) => joined(this.hash(utf8(seat)), orders));
    return this.hash(joined(utf8("orders v2"), this.base, ...seats));
  }

  beginAnew(tag, what) {
    this.base = this.hash(joined(utf8(tag), this.digest(), what));
    this.seats.clear();
  }

  give(by, content) {
    const seat = by === null ? "" : by.seat;
    this.seats.set(seat, this.hash(joined(this.seats.get(seat) || new Uint8Array(32), content)));
  }

  // Follows an entry after the first, and says whether it changes the digest; `causes` says whether a roll names it as its
  // cause.
  follow(entry, causes) {
    const { seq, kind, body, by } = entry;
    if (isCountedOrder(entry)) {
      this.give(by, this.hash(utf8(canonicalText(body.order, true))));
      this.given.push(seq);
      return true;
    }
    if (isEvent("EntropyGiven")(entry)) {
      this.give(by, this.hash(joined(utf8("entropy v2"), unhex(body.digest))));
      return true;
    }
    const back = isEvent("TakenBack")(entry) ? this.given.filter((given) => given > body.to).length : 0;
    if (back > 0) {
      this.beginAnew("back v2", bigEndian(back, 8));
    } else if (causes) {
      const seat = typeof body.seat === "string" ? body.seat : by && by.seat;
      this.beginAnew("cause v2", utf8(canonicalText({ kind, seat })));
    }
    return back > 0 || causes;
  }
}

// What the keys of rolls follow from: the tag of their message, and the value at each cause.
function originsOf(entries, chains, hash) {
  const [first, ...others] = entries;
  if (first.body.format === 1) return { tag: "roll v1", at: (cause) => chains[cause] };
  const causes = new Set(entries.filter(isEvent("Rolled")).map(({ cause }) => cause));
  const orders = new Orders(first, hash);
  const changes = [[first.seq, orders.digest()]];
  for (const entry of others) {
    if (orders.follow(entry, causes.has(entry.seq))) changes.push([entry.seq, orders.digest()]);
  }
  return { tag: "roll v2", at: (cause) => changes.filter(([seq]) => seq <= cause).pop()[1] };
}

function rolledValues(key, { form, of, take }) {
  const below = chance(key);
  if (form === "dice") return Array.from({ length: take }, () => below(of) + 1);
  const places = Array.from({ length: of }, (_, i) => i);
  const swap = (i, j) => {
    [places[i], places[j]] = [places[j], places[i]];
  };
  if (form === "draw") {
    for (let i = 0; i < take; i += 1) swap(i, i + below(of - i));
    return places.slice(0, take);
  }
  for (let i = of - 1; i > 0; i -= 1) swap(i, below(i + 1));
  return places;
}

// The two verdicts on the lines of an export; `withheld` are the seqs of entries of which a page has the digest only.
// `done` is what was computed, for a comparison with the browser's own: [message, hash] and [message, mac].
function audited(lines, withheld = []) {
  const found = new FirstFault();
  const done = { hashes: [], macs: [], seed: undefined };
  const hash = (message) => {
    const hashed = sha256(message);
    done.hashes.push([message, hashed]);
    return hashed;
  };
  const log = readTop(lines);
  found.note(undefined, log.fault, 0);
  if (log.pack === undefined) found.note(undefined, new Fault("found-no-pack"));
  const check = new LineCheck(log, new Set(withheld));
  const chains = [new Uint8Array(32)];
  const [read, entries] = [[], []];
  let sealed = 0;
  for (const text of log.entries) {
    const [line, fault] = check.next(text);
    found.note(chains.length, fault);
    const digest = line && line.sealed ? unhex(line.digest) : hash(utf8(text));
    chains.push(hash(joined(chains[chains.length - 1], digest)));
    read.push(line);
    if (line && line.sealed) sealed += 1;
    else if (line) entries.push(line);
  }
  const last = chains.length - 1;
  const beyond = withheld.find((seq) => seq < 1 || seq > last);
  if (beyond !== undefined) found.note(undefined, new Fault("found-withheld-open"));
  if (check.changed) found.note(last, new Fault("found-change-before-order"));
  if (!log.full && !found.fault) checkView(log, read, check.withheld, found);
  const seed = checkSeed(log, entries, found, done);
  checkHead(log, chains, found);
  if (!found.fault || found.entry !== undefined) {
    const seating = seatingFault(read, found.fault ? found.entry : Infinity);
    if (seating) found.note(seating.entry, seating.fault);
  }
  const [failed, checked] = [found.fault, entries.length + sealed];
  const unknown = entries.find(({ kind, body }) => kind === "LawChanged" && body.law > LAW);
  let integrity = { verdict: "ok", checked, sealed };
  if (failed) integrity = { verdict: "failed", entry: found.entry, fault: failed };
  else if (unknown) {
    const about = { entry: unknown.seq, law: String(unknown.body.law), own: String(LAW) };
    integrity = { verdict: "unknown-law", about, sealed };
  }
  // What is withheld from a full export is no roll.
  const sealedRolls = log.full ? 0 : sealed;
  const origins = seed && originsOf(entries, chains, hash);
  const { witness, fault, entry } = witnessOf(read);
  let dice = checkDice({ seed, origins, witness }, entries, chains, sealedRolls, done);
  if (fault && dice.verdict !== "failed") dice = { verdict: "failed", entry, fault };
  return { integrity, dice, head: `${last}:${hex(chains[last])}`, done };
}

// Whether an entry holds what a player wrote for others to read.
function isLetter({ kind, body }, { kinds, verbs }) {
  if (kind !== "OrderGiven") return kinds.includes(kind);
  const verb = isObject(body.order) ? body.order.verb : undefined;
  return typeof verb !== "string" || verbs.includes(verb);
}

// What a view shows its reader may see, and what was opened to them is not sealed. Letters are for those who sat there then.
function checkView({ mine }, lines, held, found) {
  const letters = lines[0] && lines[0].kind === "TableOpened" ? lettersOf(lines[0].body.game) : null;
  const taken = new Map();
  for (const { seq, kind, body } of lines) if (kind === "SeatTaken") taken.set(body.seat, seq);
  const satThere = (seat, seq) => !taken.has(seat) || taken.get(seat) < seq;
  const reads = ({ seq, audience }) => mine.some((seat) => audience.includes(seat) && satThere(seat, seq));
  const sees = (to) => to === "everyone" || (Array.isArray(to) && mine.some((seat) => to.includes(seat)));
  const opened = new Set();
  for (let at = lines.length; at > 0; ) {
    const { kind, body } = lines[at - 1];
    if (kind === "Opened" && sees(body.to)) body.entries.forEach((seq) => opened.add(seq));
    at = kind === "TakenBack" ? body.to : at - 1;
  }
  for (const line of lines) {
    const { seq, sealed, audience } = line;
    if (sealed && opened.has(seq) && !held.has(seq)) found.note(seq, new Fault("found-sealed-though-opened"));
    if (sealed || opened.has(seq) || audience === "everyone") continue;
    const shown = sees(audience) && (letters === null || !isLetter(line, letters) || reads(line));
    if (!shown) found.note(seq, new Fault("found-shown-too-much"));
  }
}

// The seed wherever it stands, and every salt with it.
function checkSeed(log, entries, found, done) {
  // A body that is not as it has to be is a fault of its entry already.
  const [first] = entries;
  if (!first || first.seq !== 1 || !isEvent("TableOpened")(first)) return undefined;
  const revealed = entries.find(isEvent("SeedRevealed"));
  const seeds = [];
  if (log.seed !== undefined) seeds.push([undefined, log.seed]);
  if (revealed) seeds.push([revealed.seq, revealed.body.seed]);
  let seed;
  for (const [entry, digits] of seeds) {
    const bytes = unhex(digits);
    if (commitmentOf(bytes) === first.body.seed_commitment) seed = bytes;
    else found.note(entry, new Fault("found-other-seed"));
  }
  if (seed === undefined) return undefined;
  done.seed = seed;
  for (const entry of entries) {
    const message = saltMessage(entry.seq);
    const mac = hmacSha256(seed, message);
    done.macs.push([message, mac]);
    if (entry.salt !== hex(mac.slice(0, 16))) found.note(entry.seq, new Fault("found-other-salt"));
  }
  return seed;
}

function checkHead({ head }, chains, found) {
  const last = chains.length - 1;
  const noted = `${head.seq}:${head.chain}`;
  if (head.seq > last) {
    found.note(undefined, new Fault("found-tail-lost", { who: "witness-header", noted, last }));
  } else if (hex(chains[head.seq]) !== head.chain) {
    found.note(undefined, new Fault("found-other-head", { who: "witness-header", noted, found: `${head.seq}:${hex(chains[head.seq])}` }));
  }
  if (head.seq < last) found.note(undefined, new Fault("found-goes-on", { last }));
}

// Every roll, from the seed, what it follows from at its cause, and its number.
function checkDice({ seed, origins, witness }, entries, chains, sealed, done) {
  const open = new Set(entries.map(({ seq }) => seq));
  const hides = (from, to) => sealed > 0 && Array.from({ length: to - from }, (_, i) => from + i).some((at) => !open.has(at));
  const next = new Map();
  let checked = 0;
  for (const { seq, cause, body } of seed && sealed === 0 ? entries.filter(isEvent("DiceWitnessed")) : []) {
    const asked = joined(utf8("witness v2"), origins.at(cause));
    const value = hmacSha256(seed, asked);
    done.macs.push([asked, value]);
    if (hex(value) !== body.value) return { verdict: "failed", entry: seq, fault: new Fault("found-other-value", { cause }) };
  }
  for (const { seq, cause, body } of entries.filter(isEvent("Rolled"))) {
    const failed = (key, about) => ({ verdict: "failed", entry: seq, fault: new Fault(key, about) });
    if (cause === null || cause >= chains.length) return failed("found-roll-of-nothing");
    const { number, purpose } = body;
    const wanted = next.get(cause) || 0;
    // A sealed roll leaves a gap, which proves nothing.
    const gap = number > wanted && hides(cause, seq);
    if (number !== wanted && !gap) return failed("found-other-roll", { roll: number, cause, wanted });
    next.set(cause, number + 1);
    if (seed === undefined) continue;
    const answer = witness.outputs.get(cause);
    const message = answer
      ? rollMessage("roll v2 witness", joined(origins.at(cause), unhex(answer.output)), number)
      : rollMessage(origins.tag, origins.at(cause), number);
    const key = hmacSha256(seed, message);
    done.macs.push([message, key]);
    const values = rolledValues(key, body);
    if (values.join() !== body.values.join()) {
      const [given, stands] = [`[${values.join(", ")}]`, `[${body.values.join(", ")}]`];
      return failed("found-values", { roll: number, cause, purpose, wanted: given, found: stands });
    }
    checked += 1;
  }
  return seed === undefined ? { verdict: "not-checkable" } : { verdict: "ok", checked, sealed, proofs: witness.last };
}

// The same hashes and keys by the browser's own cryptography: how many were compared, and whether all agree. Resolves to
// undefined where the browser has none, as over plain http.
async function comparedWithBrowser(done) {
  const subtle = typeof crypto === "object" && crypto.subtle;
  if (!subtle) return undefined;
  const theirs = done.hashes.map(([message]) => subtle.digest("SHA-256", message));
  const ours = done.hashes.map(([, hashed]) => hashed);
  if (done.seed) {
    const key = await subtle.importKey("raw", done.seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    for (const [message, mac] of done.macs) {
      theirs.push(subtle.sign("HMAC", key, message));
      ours.push(mac);
    }
  }
  const agree = (await Promise.all(theirs)).every((bytes, i) => hex(new Uint8Array(bytes)) === hex(ours[i]));
  return { compared: ours.length, agree };
}
