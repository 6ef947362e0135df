#!/usr/bin/env node
import { isUtf8 } from 'node:buffer';
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  createReadStream,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Verifies an audit trail of Marina without Marina: an export, checkpoints, proofs, or any of them together. It needs
 * Node.js and this file alone. `docs/audit-format.md` describes what it reads and checks.
 */
const USAGE = `Usage: node marina-verify.mjs [--export FILE] [--checkpoints PATH]... [--proof FILE]... [--archive FOLDER] [--key KEY]...

  --export FILE        a whole export of the trail as NDJSON
  --checkpoints PATH   a checkpoint, a file with many (NDJSON), or the folder with both
  --proof FILE         a proof, as GET /v1/audit/proofs gives it, or a file with one a line (.ndjson)
  --archive FOLDER     an unpacked archive (GET /v1/audit/export?format=zip): its files, and what is in them
  --key KEY            a verifier key that you trust, from a source of your own. Without it, the first key that the
                       trail itself names is believed; checkpoints and proofs without an export need it
  --allow-later        checkpoints and proofs may be newer than the export
  --json               one JSON object instead of text

Exit codes: 0 everything holds, 1 something does not, 2 wrong usage or unreadable input.
`;

const GENESIS = '0'.repeat(64);
const FIELDS = [
  'schemaVersion', 'previousHash', 'sequence', 'stream', 'streamSequence', 'at', 'clockOffsetMs', 'actor', 'keyId',
  'onBehalfOf', 'sourceAddress', 'requestId', 'type', 'cause', 'approval', 'body',
]; // prettier-ignore
const NUMBERS = new Set([
  'schemaVersion', 'sequence', 'streamSequence', 'clockOffsetMs', 'cause',
]); // prettier-ignore
const OPTIONAL = new Set([
  'clockOffsetMs', 'keyId', 'onBehalfOf', 'sourceAddress', 'requestId', 'cause', 'approval',
]); // prettier-ignore
/** Empty ones are hashed like null, and were never written; empty source addresses were. */
const NEVER_EMPTY = new Set(['keyId', 'onBehalfOf', 'requestId', 'approval']);

// Files. Whoever has made an archive or a folder may be a stranger: a link in it could lead to a device that never ends,
// and a pipe would keep its reader waiting.

/** The path of a file in such a folder. Throws unless it is a regular one. */
function fileIn(folder, name) {
  const path = join(folder, name);
  if (isRegular(path) === false) throw new Error(`${path} is a link, or no regular file`);
  return path;
}

/** The path of a file that the user has named, who may name a link. Throws unless a regular one is there. */
function fileAt(path) {
  if (!statSync(path).isFile()) throw new Error(`${path} is no regular file`);
  return path;
}

/** Null if nothing is there. */
function isRegular(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? null;
}

// Texts. What is not well-formed is hashed as U+FFFD, so it could stand where that was written.

/** Null if it is not UTF-8. */
function textOfBytes(bytes) {
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}

/** Also without halves of surrogate pairs, which JSON can write as an escape. */
function isText(value) {
  return typeof value === 'string' && value.isWellFormed();
}

// Hashes and the tree of RFC 6962.

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function nodeHash(left, right) {
  return sha256(Buffer.of(1), left, right);
}

export function entryHash(entry) {
  const parts = [Buffer.of(0)];
  for (const name of FIELDS) {
    const value = entry[name];
    const bytes = Buffer.from(value === null ? '' : String(value), 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return sha256(...parts);
}

/** The right edge of a tree that grows. */
class Tree {
  peaks = [];

  append(leaf) {
    let height = 0;
    let hash = leaf;
    while (this.peaks.at(-1)?.height === height) {
      hash = nodeHash(this.peaks.pop().hash, hash);
      height += 1;
    }
    this.peaks.push({ height, hash });
  }

  root() {
    if (this.peaks.length === 0) return sha256();
    return this.peaks.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right));
  }
}

/** RFC 9162, 2.1.3.2. `leaf` is at `index` of the tree of this size. */
export function isIncluded({ index, size, leaf, root, proof }) {
  if (index >= size) return false;
  let [at, last, hash] = [BigInt(index), BigInt(size) - 1n, leaf];
  for (const other of proof) {
    if (last === 0n) return false;
    if (at % 2n === 1n || at === last) {
      hash = nodeHash(other, hash);
      while (at % 2n === 0n && at !== 0n) [at, last] = [at / 2n, last / 2n];
    } else {
      hash = nodeHash(hash, other);
    }
    [at, last] = [at / 2n, last / 2n];
  }
  return last === 0n && hash.equals(root);
}

/** RFC 9162, 2.1.4.2. */
export function isConsistent({ older, olderRoot, newer, newerRoot, proof }) {
  if (older === newer) return proof.length === 0 && olderRoot.equals(newerRoot);
  if (older === 0 || older > newer || proof.length === 0) return false;
  const path = Number.isInteger(Math.log2(older)) ? [olderRoot, ...proof] : proof;
  let [first, last] = [BigInt(older) - 1n, BigInt(newer) - 1n];
  while (first % 2n === 1n) [first, last] = [first / 2n, last / 2n];
  let [left, right] = [path[0], path[0]];
  for (const other of path.slice(1)) {
    if (last === 0n) return false;
    if (first % 2n === 1n || first === last) {
      [left, right] = [nodeHash(other, left), nodeHash(other, right)];
      while (first % 2n === 0n && first !== 0n) [first, last] = [first / 2n, last / 2n];
    } else {
      right = nodeHash(right, other);
    }
    [first, last] = [first / 2n, last / 2n];
  }
  return last === 0n && left.equals(olderRoot) && right.equals(newerRoot);
}

// Signed notes (c2sp.org/signed-note) and checkpoints (c2sp.org/tlog-checkpoint).

/** Null if it is no verifier key of Ed25519. */
function readKey(text) {
  const [, name, id, base64] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (name === undefined || bytes[0] !== 1 || bytes.length !== 33) return null;
  if (sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') !== id) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') };
  return { text, name, id, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

/** The text, and which of the keys have signed it; null if it is no note or a known key signed another text. */
export function openNote(note, keyTexts) {
  if (!isText(note)) return null;
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, split + 1);
  const keys = keyTexts.map(readKey).filter((key) => key !== null);
  const signedBy = [];
  for (const line of note.slice(split + 2, -1).split('\n')) {
    const [, name, base64] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
    if (name === undefined) return null;
    const bytes = Buffer.from(base64, 'base64');
    const id = bytes.subarray(0, 4).toString('hex');
    const key = keys.find((one) => one.name === name && one.id === id);
    if (key === undefined) continue;
    if (!verify(null, Buffer.from(text, 'utf8'), key.publicKey, bytes.subarray(4))) return null;
    signedBy.push(key.text);
  }
  return { text, signedBy };
}

function readHead(note) {
  if (!isText(note)) return null;
  const [origin = '', size = '', root = ''] = note.split('\n');
  const bytes = Buffer.from(root, 'base64');
  const isWhole = /^(0|[1-9]\d{0,14})$/.test(size) && bytes.length === 32;
  if (origin === '' || !isWhole || bytes.toString('base64') !== root) return null;
  return { origin, size: Number(size), root: bytes, note };
}

/** The checkpoints at a path; of a folder, those of the trail with this origin, or of all trails. */
function checkpointsAt(path, origin, findings) {
  if (statSync(path).isDirectory()) {
    const name = origin?.split('/')[1] ?? '';
    const files = readdirSync(path).filter((file) => /\.checkpoint(s\.ndjson)?$/.test(file));
    return files
      .filter((file) => file.startsWith(name))
      .flatMap((file) => checkpointsAt(fileIn(path, file), origin, findings));
  }
  const bytes = readFileSync(fileAt(path));
  if (path.endsWith('.ndjson')) return checkpointsIn(bytes, path, findings);
  const note = textOfBytes(bytes);
  return [readHead(note) ?? { note, place: path }];
}

/**
 * One a line. A line that a crash has cut short is left out, because the newest checkpoint is in a file of its own as well,
 * and so is an empty one; both are named. Any other that Marina has not written so is a finding: others would read it.
 */
function checkpointsIn(bytes, path, findings) {
  // Each is decoded on its own: one may have been cut within a character. Latin-1 has a character for each byte.
  const lines = bytes.toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.flatMap((line, at) => {
    const place = `line ${at + 1} of ${path}`;
    const text = lineOf([Buffer.from(line, 'latin1')]);
    const { at: when, note } = bodyOf(text);
    if (isText(when) && isText(note) && JSON.stringify({ at: when, note }) === text)
      return [readHead(note) ?? { note, place }];
    if (!isCutShort(line)) return [{ note: null, place }];
    findings.warn(`${place} is empty or cut short, and was left out`);
    return [];
  });
}

/** Or empty. */
function isCutShort(line) {
  const isBegun = line.startsWith(BEGINNING) || BEGINNING.startsWith(line.trimEnd());
  return isBegun && !isJson(line);
}

const BEGINNING = '{"at":"';

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// The trail.

/** What has been found, in the order in which it was looked for. */
class Findings {
  list = [];
  warnings = [];
  /** Entries that a proof of their own has shown to be in the trail. */
  proven = [];

  bad(sequence, what) {
    this.list.push({ sequence, what });
  }

  warn(what) {
    if (!this.warnings.includes(what)) this.warnings.push(what);
  }

  /** The lowest entry that is named. */
  get firstBadSequence() {
    const named = this.list.map(({ sequence }) => sequence).filter((one) => one !== null);
    return named.length === 0 ? null : Math.min(...named);
  }
}

/** Reads an export once, entry by entry. */
class Trail {
  entries = 0;
  origin = null;
  keys = [];
  restores = [];
  roots = new Map();
  hashes = new Map();
  #tree = new Tree();
  #previous = GENESIS;
  #streams = new Map();

  constructor(findings, trusted) {
    this.findings = findings;
    this.trusted = new Set(trusted);
    this.isPinned = trusted.length > 0;
  }

  /**
   * False at the first entry that does not hold: what follows hangs on it. Keeps the roots of the `sizes`, which are those
   * of checkpoints, and the hashes of the entries with the `sequences`, which are those of proofs.
   */
  async read(path, { sizes, sequences }) {
    for await (const line of linesOf(path)) {
      const problem = this.#add(line);
      if (problem !== null) {
        this.findings.bad(this.entries + 1, problem);
        return false;
      }
      if (sizes.has(this.entries)) this.roots.set(this.entries, this.#tree.root());
      if (sequences.has(this.entries)) this.hashes.set(this.entries, this.#previous);
    }
    this.roots.set(this.entries, this.#tree.root());
    return true;
  }

  #add(line) {
    const entry = parsed(line);
    if (line === '') return 'has an empty line in its place';
    if (entry === null) return 'is not an entry of the format';
    const next = this.entries + 1;
    if (entry.sequence !== next) return `is missing: entry ${entry.sequence} stands in its place`;
    if (entry.previousHash !== this.#previous) return 'does not follow the entry before it';
    const hash = entryHash(entry);
    if (hash.toString('hex') !== entry.hash) return 'does not have the hash of its content';
    const last = this.#streams.get(entry.stream) ?? 0;
    if (entry.streamSequence !== last + 1) return `has a wrong place in the stream ${entry.stream}`;
    this.origin ??= `marina/${entry.hash.slice(0, 32)}`;
    const problem = this.#noteKey(entry) ?? this.#noteRestore(entry);
    if (problem !== null) return problem;
    this.#streams.set(entry.stream, entry.streamSequence);
    this.#previous = entry.hash;
    this.#tree.append(hash);
    this.entries = next;
    return null;
  }

  #noteKey({ sequence, type, body }) {
    if (type !== 'SIGNING_KEY_CREATED' && type !== 'SIGNING_KEY_ROTATED') return null;
    const { verifierKey = '', note = '' } = bodyOf(body);
    const old = this.keys.at(-1)?.key;
    if (readKey(verifierKey)?.name !== this.origin) return 'does not name a key of this trail';
    if ((type === 'SIGNING_KEY_CREATED') !== (old === undefined)) {
      return 'begins with another key, which the one before has not signed';
    }
    if (old !== undefined) {
      const opened = openNote(note, [old]);
      const isSigned = opened?.text === `${this.origin}\nsigning-key\n${verifierKey}\n`;
      if (!isSigned || opened.signedBy.length === 0)
        return 'names a key that the one before has not signed';
      if (this.trusted.has(old)) this.trusted.add(verifierKey);
    } else if (!this.isPinned) {
      this.trusted.add(verifierKey);
    }
    if (!this.trusted.has(verifierKey)) return 'names a key that is not one of those you trust';
    this.keys.push({ sequence, key: verifierKey });
    return null;
  }

  /** Whoever can write the database alone can add such an entry, but not sign it: it excuses nothing then. */
  #noteRestore({ sequence, type, body }) {
    if (type !== 'DATABASE_OLDER_THAN_CHECKPOINT') return null;
    const key = this.keys.at(-1)?.key;
    const opened = key === undefined ? null : openNote(bodyOf(body).note, [key]);
    if (opened === null || opened.signedBy.length === 0) return null;
    const [origin, kind, , , ...gone] = opened.text.trimEnd().split('\n');
    if (origin === this.origin && kind === 'restored') this.restores.push({ sequence, gone });
    return null;
  }
}

/** Null if it is not an object with the fields of an entry. */
function parsed(line) {
  const entry = bodyOf(line);
  for (const name of FIELDS) {
    const value = entry[name];
    if (value === null && OPTIONAL.has(name)) continue;
    const isRight = NUMBERS.has(name) ? Number.isSafeInteger(value) : isText(value);
    if (!isRight || (value === '' && NEVER_EMPTY.has(name))) return null;
  }
  // What is not hashed, and what is there twice, would be read by others.
  const isExact = Object.keys(entry).length === FIELDS.length + 1 && JSON.stringify(entry) === line;
  return isExact && entry.schemaVersion === 1 && /^[0-9a-f]{64}$/.test(entry.hash) ? entry : null;
}

/**
 * Lines end with \n alone: Node.js has readline end them at U+2028 as well, in some versions. Null for one that is not
 * UTF-8. Nothing after the last \n is no line.
 */
async function* linesOf(path) {
  let begun = [];
  for await (const piece of createReadStream(path)) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield lineOf([...begun, piece.subarray(from, end)]);
      begun = [];
      from = end + 1;
    }
    begun.push(piece.subarray(from));
  }
  if (begun.some(({ length }) => length > 0)) yield lineOf(begun);
}

function lineOf(pieces) {
  return textOfBytes(Buffer.concat(pieces))?.replace(/\r$/, '') ?? null;
}

/** The object in a text; an empty one without a text, and if there is none. */
function bodyOf(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

// Checkpoints and proofs.

/** Signatures, and two of one size that differ. The good ones, smallest first. */
function signedOnes(checkpoints, keyOf, findings) {
  const roots = new Map();
  const good = [];
  for (const checkpoint of checkpoints) {
    const { size, root, note, place } = checkpoint;
    if (root === undefined) {
      findings.bad(null, `${place} is not a checkpoint`);
      continue;
    }
    if (!isSigned(note, keyOf(size))) {
      findings.bad(
        null,
        `the checkpoint of ${size} entries is not signed by the key in force there`,
      );
      continue;
    }
    const known = roots.get(size);
    if (known === undefined) good.push(checkpoint);
    else if (!known.equals(root))
      findings.bad(null, `two checkpoints of ${size} entries have different roots`);
    roots.set(size, root);
  }
  return good.sort((a, b) => a.size - b.size);
}

/** Up to which entry checkpoints hold. What contradicts one lies after the last that does. */
function compare(trail, checkpoints, isWhole, { findings, allowLater }) {
  let holds = 0;
  for (const { origin, size, root } of checkpoints) {
    if (origin !== trail.origin && trail.entries > 0) {
      findings.bad(null, `the checkpoint of ${size} entries is of another trail: ${origin}`);
    } else if (size > trail.entries) {
      const what = endsBefore(trail, size);
      if (isWhole && allowLater) findings.warn(what);
      else if (isWhole) findings.bad(trail.entries + 1, what);
    } else if (trail.roots.get(size)?.equals(root)) {
      holds = size;
    } else {
      findings.bad(
        holds + 1,
        `the checkpoint of ${size} entries has another root: entry ${holds + 1} or a later one up to ${size} was changed`,
      );
    }
  }
  return holds;
}

function endsBefore({ entries }, size) {
  return `the trail ends after ${entries} entries, and a checkpoint has ${size}`;
}

/** The signed restore that says that a checkpoint does not hold any more, and it does not. */
function restoreBefore({ origin, restores, roots }, head) {
  if (head.root === undefined || head.origin !== origin || roots.get(head.size)?.equals(head.root))
    return undefined;
  const line = `${head.size} ${head.root.toString('base64')}`;
  return restores.find(({ gone }) => gone.includes(line));
}

/** Who signed it does not matter then: it says nothing about this trail. */
function isForgotten(trail, checkpoint, findings) {
  const { size } = checkpoint;
  const restore = restoreBefore(trail, checkpoint);
  if (restore === undefined) return false;
  findings.warn(
    `the checkpoint of ${size} entries is forgotten: entry ${restore.sequence} says that a backup was restored`,
  );
  return true;
}

/** The content of an entry that is proven to be in the trail; else undefined, with a finding if the proof does not hold. */
function checkProof(text, known) {
  const { kind, entry, proof, checkpoint, older } = bodyOf(text);
  const { findings, trail } = known;
  const head = headOf(checkpoint, known);
  if (head === null) return undefined;
  const isList = Array.isArray(proof) && proof.every((hash) => typeof hash === 'string');
  if (!isList) return findings.bad(null, 'a proof has no list of hashes');
  const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
  if (kind === 'inclusion') {
    const content = parsed(JSON.stringify(entry ?? null));
    if (content === null || !isEntryIn(content, head, hashes))
      return findings.bad(entry?.sequence ?? null, `is not in the tree of ${head.size} entries`);
    const { sequence, hash } = content;
    if (trail === null || sequence > trail.entries || trail.hashes.get(sequence) === hash)
      return content;
    return findings.bad(sequence, 'is another one in the export than in a proof of it');
  }
  const before = headOf(older, known);
  if (before === null) return undefined;
  const isBeginning =
    before.origin === head.origin &&
    isConsistent({
      older: before.size,
      olderRoot: before.root,
      newer: head.size,
      newerRoot: head.root,
      proof: hashes,
    });
  if (!isBeginning)
    findings.bad(null, 'a proof does not show that one checkpoint begins with the other');
  return undefined;
}

function isEntryIn(entry, { size, root }, proof) {
  const leaf = entryHash(entry);
  const index = entry.sequence - 1;
  const isItself = leaf.toString('hex') === entry.hash && index >= 0;
  return isItself && isIncluded({ index, size, leaf, root, proof });
}

/** The checkpoint of a proof, which has to hold as those of files have; null with a finding. */
function headOf(note, known) {
  const { keyOf, trail, findings } = known;
  const head = readHead(note);
  const problem =
    head !== null && isSigned(note, keyOf(head.size))
      ? problemOfHead(head, known)
      : `has no checkpoint that ${trail === null ? 'a trusted key' : 'the key in force there'} has signed`;
  if (problem === null) return head;
  findings.bad(null, `a proof ${problem}`);
  return null;
}

/** What a signed checkpoint contradicts. `signed` are those of files, `trail` is null without an export. */
function problemOfHead(head, { trail, isWhole, signed, allowLater, findings }) {
  const { origin, size, root } = head;
  const other = signed.find((one) => one.size === size && one.origin === origin);
  if (other !== undefined && !other.root.equals(root))
    return `has another root of ${size} entries than a checkpoint`;
  if (trail === null) return null;
  if (origin !== trail.origin) return `is of another trail: ${origin}`;
  const restore = restoreBefore(trail, head);
  if (restore !== undefined)
    return `has a checkpoint of ${size} entries that is forgotten: entry ${restore.sequence} says that a backup was restored`;
  if (size <= trail.entries) {
    const isSame = trail.roots.get(size)?.equals(root) === true;
    return isSame ? null : `has another root of ${size} entries than the export`;
  }
  // What follows the first entry that does not hold has not been read.
  if (!isWhole) return null;
  if (!allowLater) return `is newer than the export: ${endsBefore(trail, size)}`;
  findings.warn(endsBefore(trail, size));
  return null;
}

function isSigned(note, keys) {
  return (openNote(note, keys)?.signedBy.length ?? 0) > 0;
}

// The command.

/** The name of the trail in an export: that of its first entry. */
async function originIn(path) {
  for await (const line of linesOf(path)) {
    if (line === '') continue;
    const { hash } = bodyOf(line);
    return typeof hash === 'string' ? `marina/${hash.slice(0, 32)}` : null;
  }
  return null;
}

export async function check(options) {
  const findings = new Findings();
  const { archive } = options;
  const given =
    archive === undefined ? namedIn(options) : await archived(archive, options, findings);
  const { export: path, checkpoints: places = [], proof: proofs = [], key: pins = [] } = given;
  const origin = path === undefined ? null : await originIn(path);
  const checkpoints = places.flatMap((place) => checkpointsAt(place, origin, findings));
  if (places.length > 0 && checkpoints.length === 0) {
    findings.bad(
      origin === null ? null : 1,
      `there is no checkpoint of this trail${origin === null ? '' : `, ${origin}`}`,
    );
  }
  const trail = new Trail(findings, pins);
  let keyOf = () => pins;
  let isWhole = true;
  if (path !== undefined) {
    isWhole = await trail.read(path, await askedOf(checkpoints, proofs));
    keyOf = (size) => keysInForce(trail, size);
    if (origin === null && (places.length > 0 || (isWhole && trail.entries === 0)))
      findings.bad(1, 'is missing: the export is empty');
    else if (
      isWhole &&
      !options['allow-later'] &&
      trail.isPinned &&
      !trail.keys.some(({ key }) => trail.trusted.has(key))
    )
      findings.bad(null, 'the export names none of the keys that you trust');
  }
  const ofIt = checkpoints.filter((one) => !isForgotten(trail, one, findings));
  const signed = signedOnes(ofIt, keyOf, findings);
  const allowLater = options['allow-later'];
  let signedUpTo =
    path === undefined ? null : compare(trail, signed, isWhole, { findings, allowLater });
  const { manifest } = given;
  const beside = path === undefined ? null : trail;
  const known = { trail: beside, isWhole, keyOf, signed, allowLater, findings };
  const proven = await checkProofs(proofs, given, known);
  if (manifest !== undefined) {
    const content = path === undefined ? proven : contentOf(trail, checkpoints.length);
    if (isWhole) checkContent(manifest, content, findings);
    if (isWhole && path !== undefined && checkCovering(trail, manifest.checkpoint, findings))
      signedUpTo = trail.entries;
    checkManifestNote(given, isWhole ? keyOf(trail.entries) : [...trail.trusted], findings);
  }
  if (signedUpTo !== null && signedUpTo < trail.entries && isWhole)
    findings.warn(`no checkpoint covers entries ${signedUpTo + 1} to ${trail.entries}`);
  const counted = { signedUpTo, checkpoints: signed.length, proofs: proven.proofs };
  return resultOf(findings, { ...counted, trail, hasTrail: path !== undefined, manifest });
}

/** What the user has named. Checkpoints may be a folder. */
function namedIn(options) {
  const { export: path, proof = [] } = options;
  for (const file of path === undefined ? proof : [path, ...proof]) fileAt(file);
  return options;
}

function resultOf(findings, { trail, hasTrail, manifest, ...counted }) {
  const { list, warnings, proven, firstBadSequence } = findings;
  return {
    valid: list.length === 0,
    entries: hasTrail ? trail.entries : null,
    root: hasTrail ? (trail.roots.get(trail.entries)?.toString('base64') ?? null) : null,
    ...counted,
    manifest: manifest === undefined ? null : isSignedOne(manifest) ? 'signed' : 'not signed',
    proven: proven.map(({ sequence, type, actor, at }) => ({ sequence, type, actor, at })),
    keys: [...trail.trusted],
    firstBadSequence,
    findings: list,
    warnings,
  };
}

/** What to keep of a trail while it is read, to compare it with. */
async function askedOf(checkpoints, proofs) {
  const sizes = new Set(checkpoints.map(({ size }) => size));
  const sequences = new Set();
  for (const place of proofs)
    for await (const text of proofsIn(place)) {
      const { entry, checkpoint, older } = bodyOf(text);
      for (const note of [checkpoint, older]) sizes.add(readHead(note)?.size);
      sequences.add(entry?.sequence);
    }
  return { sizes, sequences };
}

/** Those of an archive are of one checkpoint, in order, and its table has the same entries. Returns what there is of them. */
async function checkProofs(places, { manifest, table }, known) {
  const { keyOf, findings } = known;
  const covering = manifest?.checkpoint;
  const remade = createHash('sha256').update(csvLine(COLUMNS));
  const found = { ...NOTHING };
  for (const place of places)
    for await (const text of proofsIn(place)) {
      found.proofs += 1;
      const content = checkProof(text, known);
      // Of an archive the table says what was proven.
      if (content && covering === undefined) findings.proven.push(content);
      if (covering === undefined) continue;
      const { entry, checkpoint } = bodyOf(text);
      if (checkpoint !== covering)
        findings.bad(null, 'a proof has another checkpoint than the manifest');
      if (!(entry?.sequence > (found.lastSequence ?? 0)))
        findings.bad(null, 'the proofs are not one an entry, in order');
      found.firstSequence ??= entry?.sequence ?? null;
      found.lastSequence = entry?.sequence ?? null;
      remade.update(csvLine(COLUMNS.map((name) => entry?.[name])));
    }
  found.entries = found.proofs;
  if (table === undefined) return found;
  if (!isSigned(covering, keyOf(readHead(covering)?.size)))
    findings.bad(null, 'no trusted key has signed the checkpoint of the manifest');
  if (remade.digest('hex') !== (await digestOf(table)))
    findings.bad(null, 'the entries of entries.csv are not those of the proofs');
  return found;
}

/** Whoever leaves out checkpoints could change the entries after the last one that is left. */
function checkCovering(trail, covering, findings) {
  const head = readHead(covering);
  const holds =
    isSigned(covering, keysInForce(trail, trail.entries)) &&
    head?.size === trail.entries &&
    trail.roots.get(trail.entries)?.equals(head.root) === true;
  if (!holds) findings.bad(null, 'the checkpoint of the manifest does not cover the trail');
  return holds;
}

/** One, or one a line. */
async function* proofsIn(path) {
  if (!path.endsWith('.ndjson')) {
    yield asWritten(textOfBytes(readFileSync(path))?.trimEnd() ?? '');
    return;
  }
  for await (const line of linesOf(path)) yield asWritten(line);
}

/** A proof as Marina writes it. A field that is there twice, or that nobody knows, would be read by others. */
function asWritten(text) {
  const body = bodyOf(text);
  const fields = body.kind === 'inclusion' ? INCLUSION : CONSISTENCY;
  const isAsWritten = JSON.stringify(body) === text && Object.keys(body).sort().join() === fields;
  return isAsWritten ? text : '{}';
}

const INCLUSION = 'checkpoint,entry,kind,proof';
const CONSISTENCY = 'checkpoint,kind,older,proof';

const ARCHIVED = {
  whole: ['README.txt', 'trail.ndjson', 'checkpoints.ndjson'],
  selection: ['README.txt', 'proofs.ndjson', 'entries.csv'],
};

/** The names of all files of all archives. */
const READ = new Set(['manifest.json', 'manifest.note', ...Object.values(ARCHIVED).flat()]);

/** The fields of a manifest, by its format, and the type of each. Only those of format 2 can be signed. */
const OF_FORMAT_1 = {
  format: Number.isSafeInteger,
  kind: (value) => typeof value === 'string' && Object.hasOwn(ARCHIVED, value),
  createdAt: isText,
  createdBy: isText,
  onBehalfOf: (value) => value === null || isText(value),
  filters: isFilters,
  afterSequence: Number.isSafeInteger,
  upTo: Number.isSafeInteger,
  entries: Number.isSafeInteger,
  firstSequence: isPlace,
  lastSequence: isPlace,
  checkpoint: isText,
  verifierKey: isText,
  files: (value) => Array.isArray(value) && value.every(isNamedFile),
};
const OF_FORMAT_2 = {
  ...OF_FORMAT_1,
  signed: (value) => typeof value === 'boolean',
  checkpoints: Number.isSafeInteger,
  proofs: Number.isSafeInteger,
};
const FORMATS = new Map([
  [1, OF_FORMAT_1],
  [2, OF_FORMAT_2],
]);
const OF_FILE = { name: isText, bytes: Number.isSafeInteger, sha256: isText };

function isPlace(value) {
  return value === null || Number.isSafeInteger(value);
}

function isFilters(value) {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain && Object.values(value).flat().every(isText);
}

function isNamedFile(file) {
  return hasTypes(Object(file), OF_FILE);
}

/** What is not of the right type could be read as one thing here and as another there. */
function hasTypes(value, types) {
  return Object.entries(types).every(([name, isRight]) => isRight(value[name]));
}

/** Null if it is no manifest. */
function readManifest(text, findings) {
  const manifest = bodyOf(text);
  const types = FORMATS.get(manifest.format);
  if (types === undefined || !hasTypes(manifest, types)) return null;
  const more = [manifest, ...manifest.files].flatMap((one) =>
    Object.keys(one).filter((name) => !Object.hasOwn(one === manifest ? types : OF_FILE, name)),
  );
  for (const name of more)
    findings.bad(null, `the manifest has a field that its format does not: ${name}`);
  if (`${JSON.stringify(manifest, null, 2)}\n` !== text)
    findings.bad(
      null,
      'the manifest is not written as Marina writes it: it may have a field twice',
    );
  return manifest;
}

function isSignedOne({ format, signed }) {
  return format > 1 && signed;
}

/** What an archive has to verify. Each file that its manifest names is compared with it. */
async function archived(folder, options, findings) {
  const bytes = readFileSync(fileIn(folder, 'manifest.json'));
  const manifest = readManifest(textOfBytes(bytes), findings);
  if (manifest === null) throw new Error('manifest.json is none of format 1 or 2');
  await compareFiles(folder, manifest, findings);
  const key = options.key ?? [manifest.verifierKey];
  if (options.key === undefined)
    findings.warn('the key that the archive itself names is believed: give --key from elsewhere');
  if (!isSignedOne(manifest)) findings.warn(notCovered(manifest));
  const at = (name) => fileIn(folder, name);
  const manifestNote = noteAt(at('manifest.note'));
  const common = { key, manifest, manifestNote, digest: sha256(bytes).toString('hex') };
  if (manifest.kind === 'whole')
    return { ...common, export: at('trail.ndjson'), checkpoints: [at('checkpoints.ndjson')] };
  findings.warn(
    'each entry is proven to be in the trail, not that these are all that were asked for',
  );
  return { ...common, proof: [at('proofs.ndjson')], table: at('entries.csv') };
}

async function compareFiles(folder, manifest, findings) {
  const { kind, files } = manifest;
  const names = files.map(({ name }) => name).filter((name) => name !== 'marina-verify.mjs');
  if (JSON.stringify(names) !== JSON.stringify(ARCHIVED[kind]))
    findings.bad(null, `the manifest does not name the files of such an archive`);
  for (const { name, bytes, sha256: digest } of files) {
    const path = join(folder, basename(name));
    const is = isRegular(path);
    if (is === false) {
      findings.bad(null, `the file ${name} is a link, or no regular file: not read`);
      continue;
    }
    const holds = is && statSync(path).size === bytes && (await digestOf(path)) === digest;
    if (!holds) findings.bad(null, `the file ${name} is not what the manifest says`);
  }
  const closing = isSignedOne(manifest) ? ['manifest.json', 'manifest.note'] : ['manifest.json'];
  const known = new Set([...closing, ...files.map(({ name }) => name)]);
  for (const name of readdirSync(folder).filter((one) => !known.has(one))) {
    const what = `the file ${name} is no part of the archive`;
    // Nobody would expect that it was not verified.
    if (READ.has(name.toLowerCase())) findings.bad(null, what);
    else findings.warn(what);
  }
}

/** Null if there is none. */
function noteAt(path) {
  return isRegular(path) ? textOfBytes(readFileSync(path)) : null;
}

/** Whoever passes such an archive on can write all of this anew. */
function notCovered({ format, kind }) {
  const why = format === 1 ? 'is of format 1 and has no signature' : 'says that it is not signed';
  const left =
    kind === 'whole' ? 'that its end was not cut off' : 'that no proofs were left out of it';
  return `the manifest ${why}: nothing shows who made the archive when, and for which filters, ${left}, and that README.txt and marina-verify.mjs are as they were`;
}

/** The key that is in force at the checkpoint has signed the digest of the manifest, as a note that is nothing else. */
function checkManifestNote({ manifest, manifestNote, digest }, keys, findings) {
  if (!isSignedOne(manifest)) return;
  const first = `${readHead(manifest.checkpoint)?.origin}/manifest`;
  const opened = openNote(manifestNote, keys);
  let problem = null;
  if (manifestNote === null)
    problem = 'is missing or no text, and the manifest says that it is signed';
  else if (!manifestNote.startsWith(`${first}\n`))
    problem = 'is not a note about a manifest of this trail';
  else if ((opened?.signedBy.length ?? 0) === 0) problem = 'is not signed by the key in force';
  else if (opened.text !== `${first}\n${digest}\n`)
    problem = 'is about another manifest: this one was changed';
  if (problem !== null) findings.bad(null, `the file manifest.note ${problem}`);
}

const NOTHING = {
  entries: 0, firstSequence: null, lastSequence: null, checkpoints: 0, proofs: 0,
}; // prettier-ignore

function contentOf({ entries }, checkpoints) {
  const ends = entries === 0 ? {} : { firstSequence: 1, lastSequence: entries };
  return { ...NOTHING, ...ends, entries, checkpoints };
}

/** What the manifest says that there is, and what it can have been asked for. */
function checkContent(manifest, found, findings) {
  for (const [name, number] of Object.entries(found)) {
    const said = manifest[name];
    if (said === undefined || said === number) continue;
    const what =
      name === 'entries'
        ? `${said} entries, and the archive has ${number}`
        : `${said} as its ${name}, and of the archive it is ${number}`;
    findings.bad(null, `the manifest says ${what}`);
  }
  const { kind, filters, afterSequence, upTo } = manifest;
  const size = readHead(manifest.checkpoint)?.size ?? 0;
  const isWhole = afterSequence === 0 && Object.keys(filters).length === 0;
  if ((kind === 'whole') !== isWhole || (isWhole && upTo !== size))
    findings.bad(null, `the manifest is not that of a ${kind === 'whole' ? 'whole trail' : kind}`);
  const { firstSequence: first, lastSequence: last } = found;
  if (afterSequence >= (first ?? Infinity) || (last ?? 0) > upTo || upTo > size)
    findings.bad(
      null,
      'the manifest says from where to where it was asked for, and that is not so',
    );
}

const COLUMNS = [
  'sequence', 'stream', 'streamSequence', 'at', 'clockOffsetMs', 'actor', 'keyId', 'onBehalfOf',
  'sourceAddress', 'requestId', 'type', 'cause', 'approval', 'body', 'previousHash', 'hash', 'schemaVersion',
]; // prettier-ignore
/** What spreadsheets take for the beginning of a formula, unless it is a figure. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const FIGURE = /^-?\d+(\.\d+)?$/;

/** A row of entries.csv: every cell in quotes, an apostrophe before what a spreadsheet would run. */
function csvLine(cells) {
  const quoted = cells.map((cell) => {
    const text = String(cell ?? '');
    const isRun = typeof cell === 'string' && FORMULA.test(text) && !FIGURE.test(text);
    return `"${isRun ? "'" : ''}${text.replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}

async function digestOf(path) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** The key that the trail names at this size. One that is beyond its end is of its last key or of one not known yet. */
function keysInForce({ keys, entries, trusted }, size) {
  const inForce = keys.findLast(({ sequence }) => sequence <= size)?.key;
  if (size <= entries) return inForce === undefined ? [] : [inForce];
  const known = new Set(keys.map(({ key }) => key));
  return [...trusted].filter((key) => key === inForce || !known.has(key));
}

function textOf({ valid, entries, signedUpTo, checkpoints, proofs, ...result }) {
  const { manifest, proven, keys, findings, warnings } = result;
  const holds = manifest === 'not signed' ? 'all that is signed holds' : 'everything holds';
  const counted = [
    ...(entries === null ? [] : [`${entries} entries`, `signed up to entry ${signedUpTo}`]),
    `${checkpoints} checkpoints`,
    `${proofs} proofs`,
  ].join(', ');
  const lines = findings.map(({ sequence, what }) =>
    sequence === null || what.startsWith('the ')
      ? `BAD: ${what}`
      : `BAD: entry ${sequence} ${what}`,
  );
  const text = [
    ...keys.map((key) => `key: ${key}`),
    ...proven.map(
      ({ sequence, type, actor, at }) => `proven: entry ${sequence}, ${type} by ${actor} at ${at}`,
    ),
    ...warnings.map((what) => `note: ${what}`),
    ...lines,
    valid ? `${holds}: ${counted}` : `something does not hold, of ${counted}`,
  ].map(printable);
  return `${text.join('\n')}\n`;
}

/** Names out of files could move the cursor of a terminal. */
function printable(text) {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      export: { type: 'string' },
      checkpoints: { type: 'string', multiple: true },
      proof: { type: 'string', multiple: true },
      archive: { type: 'string' },
      key: { type: 'string', multiple: true },
      'allow-later': { type: 'boolean', default: false },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return process.stdout.write(USAGE);
  const wrong = (values.key ?? []).find((key) => readKey(key) === null);
  if (wrong !== undefined) throw new Error(`not a verifier key: ${wrong}`);
  const others = values.export ?? values.checkpoints ?? values.proof;
  if (values.archive !== undefined && others !== undefined)
    throw new Error('--archive has an export, checkpoints and proofs of its own');
  const isAlone = values.export === undefined && values.archive === undefined;
  if (isAlone && values.checkpoints === undefined && values.proof === undefined) {
    throw new Error('nothing to verify');
  }
  if (isAlone && values.key === undefined) {
    throw new Error('checkpoints and proofs without an export need --key');
  }
  const result = await check(values);
  process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : textOf(result));
  process.exitCode = result.valid ? 0 : 1;
  return undefined;
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${printable(error.message)}\n\n${USAGE}`);
    process.exitCode = 2;
  }
}
