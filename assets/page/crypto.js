"use strict";

// SHA-256, HMAC-SHA256 and the ChaCha20 key stream in plain script: a page read from plain http has no Web Crypto, and
// none has ChaCha20. docs/log-format.md says how the log uses them. Bytes are Uint8Array throughout.

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
const utf8 = (text) => new TextEncoder().encode(text);

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// An integer of so many bytes, big-endian. Counts stay below 2^53, so division is exact.
function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, left = number; at >= 0; at -= 1, left = Math.floor(left / 256)) {
    bytes[at] = left % 256;
  }
  return bytes;
}

// FIPS 180-4, 4.2.2 and 5.3.3: the first 32 bits of the fractional parts of roots of the first primes, computed rather
// than listed. 2^32 times a fraction is exact enough in 53 bits for these 64 primes (a test compares hashes).
const [SHA256_START, SHA256_ROUNDS] = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ];
})();

const rotatedRight = (word, by) => (word >>> by) | (word << (32 - by));

function sha256(message) {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.set(bigEndian(message.length * 8, 8), padded.length - 8);
  const view = new DataView(padded.buffer);
  const hash = Uint32Array.from(SHA256_START);
  const w = new Uint32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [w[i - 15], w[i - 2]];
      const s0 = rotatedRight(x, 7) ^ rotatedRight(x, 18) ^ (x >>> 3);
      const s1 = rotatedRight(y, 17) ^ rotatedRight(y, 19) ^ (y >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotatedRight(e, 6) ^ rotatedRight(e, 11) ^ rotatedRight(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + SHA256_ROUNDS[i] + w[i]) >>> 0;
      const s0 = rotatedRight(a, 2) ^ rotatedRight(a, 13) ^ rotatedRight(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] += word;
    });
  }
  return joined(...Array.from(hash, (word) => bigEndian(word, 4)));
}

// RFC 2104, under a key of at most 64 bytes: all that the log needs.
function hmacSha256(key, message) {
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] || 0) ^ byte);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

function chacha20Block(key, block) {
  const view = new DataView(key.buffer, key.byteOffset, key.length);
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i += 1) start[4 + i] = view.getUint32(i * 4, true);
  // A counter of 64 bits; the nonce stays 0.
  start[12] = block % 2 ** 32;
  start[13] = Math.floor(block / 2 ** 32);
  const x = Uint32Array.from(start);
  const mix = (a, b, c, by) => {
    x[a] += x[b];
    x[c] = rotatedRight(x[c] ^ x[a], 32 - by);
  };
  const quarter = (a, b, c, d) => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let round = 0; round < 10; round += 1) {
    for (let i = 0; i < 4; i += 1) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i += 1) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, i) => word + start[i]);
}

// `below(n)` over the key stream, as docs/log-format.md defines it.
function chance(key) {
  let [words, used, block] = [[], 0, 0];
  const next = () => {
    if (used === words.length) {
      words = chacha20Block(key, block);
      block += 1;
      used = 0;
    }
    used += 1;
    return words[used - 1];
  };
  return (n) => {
    const bound = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = next();
      if (word < bound) return word % n;
    }
  };
}
