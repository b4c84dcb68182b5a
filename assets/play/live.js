// Keeps the page of a table up to date by a stream of events, and follows its links and forms in place: it fetches the page and
// changes what differs. Everything works without it.
'use strict';
// A page unseen for so long gives its stream back.
const HIDDEN_MS = 5 * 60_000;
// Heartbeats come every 20 seconds. A line silent for longer is dead.
const SILENT_MS = 50_000;
// Pauses between tries: the first and the longest.
const FIRST_MS = 500;
const LONGEST_MS = 60_000;
// Rows of the log announced at once.
const ROWS = 3;
const MOST_ZOOM = 6;

const $ = (selector) => document.querySelector(selector);
const news = $('#news');
const say = (text) => { if (news.textContent !== text) news.textContent = text; };
const mark = () => $('main').dataset.mark;
const build = (page) => [...page.querySelectorAll('style, script, [rel=stylesheet]')].map((one) => one.outerHTML).join('');
const longer = (pause) => Math.min(2 * pause, LONGEST_MS);
const spread = (pause) => pause * (0.75 + Math.random() / 2);

// Only texts of this server are read as pages; no script in them runs.
const policy = globalThis.trustedTypes?.createPolicy('wardroom', { createHTML: (html) => html });
const parsed = (html) => new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html');

// Tickets are new on every page.
const bare = (html) => html.replace(/\?o=[\w-]+/g, '?o=');

// What a node is. What is pressed is the same only where it says the same, so that nobody presses something else.
const key = (node) => {
  const tag = node.localName;
  if (!tag) return node.nodeType;
  if (node.id) return `${tag}#${node.id}`;
  if (['a', 'button', 'li'].includes(tag)) return `${tag} ${node.textContent}`;
  return `${tag}.${node.className} ${node.getAttribute('action')} ${node.getAttribute('name')}`;
};

// Removes the nodes from one up to another.
const drop = (at, end) => {
  while (at !== end) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
};

// Turns a node into another: what stays keeps focus, scroll and what was typed.
const change = (old, next, own) => {
  if (old === news) return;
  if (old.id === 'answer' && !own) return;
  if (old.id === 'orders' && own) return old.replaceWith(next);
  if (old.localName === 'svg' && bare(old.innerHTML) !== bare(next.innerHTML)) {
    next.style.cssText = old.style.cssText;
    return old.replaceWith(next);
  }
  for (const { name } of [...old.attributes, ...next.attributes]) {
    const value = next.getAttribute(name);
    if (name === 'style' || name === 'open' || old.getAttribute(name) === value) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const is = key(child);
    let same = at;
    while (same && key(same) !== is) same = same.nextSibling;
    if (!same) {
      old.insertBefore(child, at);
      continue;
    }
    drop(at, same);
    at = same.nextSibling;
    if (same.localName) change(same, child, own);
    else if (same.data !== child.data) same.data = child.data;
  }
  drop(at, null);
};

// When the decision is due, in the reader's zone, and what is left go on without the server.
const tick = () => {
  const time = $('.question time');
  if (!time) return;
  const [due, { lang }] = [new Date(time.dateTime), document.documentElement];
  const hours = (due - Date.now()) / 36e5;
  const [left, unit] = hours < 2 ? [hours * 60, 'minute'] : hours < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  time.textContent = due.toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' });
  time.nextElementSibling.textContent = left > 0 ? new Intl.RelativeTimeFormat(lang).format(~~left, unit) : '';
};

// A wide map opens at something lit, else in its middle, where a close-up has its ships; what is read, at its beginning.
const aim = () => {
  const [box, lit] = [$('.board:not(.fleets, .end)'), $('.lit')];
  if (!box || box.scrollLeft) return;
  const at = lit ? lit.getBoundingClientRect().x - box.getBoundingClientRect().x : box.scrollWidth / 2;
  box.scrollLeft = at - box.clientWidth / 2;
};

const question = () => $('.question h2')?.textContent ?? '';
const rows = () => [...document.querySelectorAll('.log li')].map((row) => row.textContent);

// Shows a page: the player's own step, or what has become of the table meanwhile.
const show = (page, own) => {
  const [known, asked, before, typed] = [mark(), question(), rows(), $('#line')?.value];
  const focused = document.activeElement;
  const was = focused && focused !== document.body ? key(focused) : '';
  if (build(document) !== build(page)) return location.reload();
  const isOther = asked !== page.querySelector('.question h2')?.textContent;
  document.title = page.title;
  change(document.body, page.body, own || isOther);
  if (!own && isOther && $('#line')) $('#line').value = typed;
  tick();
  if (own) aim();
  const lost = was && !document.contains(focused);
  if (own && $('[autofocus]')) $('[autofocus]').focus();
  else if (lost) {
    const same = [...document.querySelectorAll(focused.localName)].find((node) => key(node) === was);
    (same ?? $('#orders')).focus({ preventScroll: true });
  }
  if (own) return say('');
  if (known === mark()) return;
  const now = rows();
  const old = now.indexOf(before[0]);
  const added = now.slice(0, Math.min(old < 0 ? ROWS : old, ROWS)).reverse().map((row) => row.replace(/^\d+ /, ''));
  if (isOther) added.push(question());
  say([...new Set(added)].join('\n') || news.dataset.changed);
};

// The mark that the stream told last, and the player's last step: what comes of an earlier one is not shown.
let told = '';
let step = 0;
let isBusy = false;
let at = location.pathname + location.search;

const refresh = async () => {
  if (isBusy || !told || told === mark()) return;
  const mine = step;
  const response = await fetch(location.href);
  const html = await response.text();
  if (mine !== step) return;
  if (response.status === 404) return location.reload();
  if (!response.ok) throw new Error(response.statusText);
  const page = parsed(html);
  if (page.querySelector('main[data-mark]')) show(page, false);
};

// Follows a link or sends a form, until there is an answer: a form that comes twice is carried out once.
const go = async (url, form, isNew) => {
  const mine = ++step;
  isBusy = true;
  for (let pause = FIRST_MS; ; pause = longer(pause)) {
    const response = await fetch(url, form && { method: 'POST', body: form }).catch(() => null);
    const html = await response?.text().catch(() => null);
    if (mine !== step) return;
    if (html != null && response.status < 429) {
      const page = parsed(html);
      if (!response.ok || !page.querySelector('main[data-mark]')) return location.assign(response.url);
      if (isNew && (!form || response.redirected)) history.pushState(null, '', response.url);
      at = location.pathname + location.search;
      show(page, true);
      if (form && !$('[autofocus]')) scrollTo(0, 0);
      break;
    }
    say(news.dataset.lost);
    await wait(spread(pause));
    if (mine !== step) return;
  }
  isBusy = false;
  refresh().catch(() => {});
};

addEventListener('click', (event) => {
  const link = event.target.closest('a[href*="?o="]');
  if (!link || link.hreflang || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const href = link.getAttribute('href');
  const url = new URL(href, location.href);
  // The address of a form, not of this page: what it leads to is an order that can be taken back, and is given at once.
  go(url, href[0] === '/' ? url.searchParams : undefined, true);
});
addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.closest('main')) return;
  event.preventDefault();
  go(form.action, new URLSearchParams(new FormData(form, event.submitter)), true);
});
addEventListener('popstate', () => {
  // A link within the page is none to another.
  if (at !== location.pathname + location.search) go(location.href, undefined, false);
});

// Waits end by time, or when the page is looked at.
const waiting = new Set();
const wait = (ms) => new Promise((resolve) => {
  const done = () => { waiting.delete(done); resolve(); };
  waiting.add(done);
  if (ms) setTimeout(done, ms);
});
const wake = () => [...waiting].forEach((done) => done());

let line = new AbortController();
let [heard, isAsleep, sleep] = [0, false, 0];

// Reads the stream until it ends.
const listen = async () => {
  line = new AbortController();
  let silence = setTimeout(() => line.abort(), SILENT_MS);
  try {
    const [path] = location.pathname.match(/^\/t\/[^/]+\/[^/]+/);
    const response = await fetch(`${path}/live?at=${mark()}`, { signal: line.signal });
    if (response.status === 404) return location.reload();
    if (!response.ok) throw new Error(response.statusText);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    document.documentElement.dataset.live = '';
    if (news.textContent === news.dataset.lost && !isBusy) say('');
    for (let rest = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return true;
      clearTimeout(silence);
      silence = setTimeout(() => line.abort(), SILENT_MS);
      const lines = (rest + value).split('\n');
      rest = lines.pop();
      const data = lines.filter((text) => text.startsWith('data:')).pop();
      if (data) {
        told = data.slice(5).trim();
        await refresh();
      }
      heard = Date.now();
    }
  } finally {
    clearTimeout(silence);
    line.abort();
  }
};

const live = async () => {
  for (let pause = FIRST_MS; ;) {
    const began = Date.now();
    const ended = await listen().catch(() => false);
    if (!ended) delete document.documentElement.dataset.live;
    // Who was heard of lately is near: try soon.
    pause = ended || heard > began ? FIRST_MS : longer(pause);
    if (pause > 4 * FIRST_MS && !isAsleep) say(news.dataset.lost);
    await wait(isAsleep ? 0 : spread(pause));
  }
};

document.addEventListener('visibilitychange', () => {
  clearTimeout(sleep);
  if (document.hidden) {
    sleep = setTimeout(() => { isAsleep = true; line.abort(); }, HIDDEN_MS);
  } else {
    isAsleep = false;
    if (Date.now() - heard > SILENT_MS) line.abort();
    wake();
  }
});
addEventListener('online', wake);

// Ctrl and the wheel (a pinch on a touchpad), or the keys + - 0, enlarge the board; the mouse drags it.
let zoom = 1;
const enlarge = (box, next, x, y) => {
  const before = zoom;
  zoom = Math.min(Math.max(next, 1), MOST_ZOOM);
  const svg = box.querySelector('svg');
  if (zoom === before || !svg) return;
  const [left, top] = [box.scrollLeft + x, box.scrollTop + y];
  box.style.maxHeight = zoom > 1 ? `${box.clientHeight}px` : '';
  svg.style.cssText = zoom > 1 ? `width:${100 * zoom}%;max-height:none;max-width:none` : '';
  box.scrollTo(left * zoom / before - x, top * zoom / before - y);
};
addEventListener('wheel', (event) => {
  const box = event.target.closest('.board');
  if (!box || !event.ctrlKey) return;
  event.preventDefault();
  const { left, top } = box.getBoundingClientRect();
  enlarge(box, zoom * Math.exp(-event.deltaY / 200), event.clientX - left, event.clientY - top);
}, { passive: false });
addEventListener('keydown', (event) => {
  const box = event.target.closest('.board');
  const next = { '+': zoom * 1.25, '-': zoom / 1.25, 0: 1 }[event.key];
  if (!box || !next || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  enlarge(box, next, box.clientWidth / 2, box.clientHeight / 2);
});
addEventListener('pointermove', (event) => {
  const box = event.target.closest?.('.board');
  if (box && event.pointerType === 'mouse' && event.buttons === 1 && zoom > 1) {
    box.scrollBy(-event.movementX, -event.movementY);
  }
});
addEventListener('dragstart', (event) => {
  if (event.target.closest?.('.board')) event.preventDefault();
});

tick();
aim();
setInterval(tick, 30_000);
live();
