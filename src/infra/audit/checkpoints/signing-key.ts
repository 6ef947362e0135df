import { Injectable } from '@nestjs/common';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Reading } from '../../database/reads.js';
import { Random } from '../../runtime/ids.js';
import { createPrivateFile } from '../../runtime/private-file.js';
import { SYSTEM, type Actor } from '../actor.js';
import { AuditHeadRow } from '../audit-entry.entity.js';
import { AuditLog } from '../audit-log.js';
import { openNote, signNote, verifierKeyOf, type TreeHead } from './signed-note.js';
import { bodyOf } from '../audit-chain.js';
import { isDigest } from '../digest.js';
import { restoreText } from './signed-restores.js';

const STREAM = 'audit';
const KEY_TYPES = `('SIGNING_KEY_CREATED', 'SIGNING_KEY_ROTATED')`;
const KEYS = `SELECT sequence, type, body FROM audit_entries WHERE type IN ${KEY_TYPES} ORDER BY sequence`;
/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key of the trail, and the entry that says so. */
export interface TrailKey {
  readonly sequence: number;
  readonly verifierKey: string;
}

export interface Signer {
  readonly origin: string;
  readonly key: KeyObject;
}

/** Signs what a restored database has forgotten. */
export type SignRestore = (lastSequence: number, forgottenSequence: number) => string;

/**
 * The Ed25519 key that signs checkpoints: a file outside the database, made when the first checkpoint is due. The
 * trail names its public half, and a key that follows another is signed by that one.
 */
@Injectable()
export class SigningKey {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly log: AuditLog,
    private readonly random: Random,
  ) {}

  /** The keys that the trail names, oldest first. */
  keys(): Promise<readonly TrailKey[]> {
    return trailKeys(this.database.reading);
  }

  /** Null without entries, or while the file holds another key than the trail's newest. */
  async signer(): Promise<Signer | null> {
    const origin = await originOf(this.database);
    if (origin === null) return null;
    const { signingKeyFile: path } = this.config;
    const next = nextFile(path);
    // A rotation that ended half-way: the trail decides which key is in force.
    const isNext = existsSync(next) && (await this.inForce(origin, readSigningKey(next)));
    if (isNext) renameSync(next, path);
    const key = existsSync(path) ? readSigningKey(path) : makeSigningKey(path, this.random);
    return (await this.inForce(origin, key)) ? { origin, key } : null;
  }

  /** The key in the file, whether or not it is one of the trail's. Makes none. */
  async inFile(): Promise<string | null> {
    const origin = await originOf(this.database);
    const { signingKeyFile: path } = this.config;
    return origin === null || !existsSync(path)
      ? null
      : verifierKeyOf(origin, readSigningKey(path));
  }

  /** The key in the file if it is the trail's newest. Makes and adopts none. */
  async held(): Promise<Signer | null> {
    const origin = await originOf(this.database);
    const newest = (await this.keys()).at(-1);
    const { signingKeyFile: path } = this.config;
    if (origin === null || newest === undefined || !existsSync(path)) return null;
    const key = readSigningKey(path);
    return verifierKeyOf(origin, key) === newest.verifierKey ? { origin, key } : null;
  }

  /**
   * That something is forgotten is believed only if the key of the trail says so, and only of the checkpoints that were
   * known then. Makes no key; null without the one of the trail.
   */
  async restoreSigner(heads: readonly TreeHead[]): Promise<SignRestore | null> {
    const signer = existsSync(this.config.signingKeyFile) ? await this.signer() : null;
    if (signer === null) return null;
    const { origin, key } = signer;
    return (last, forgotten) => {
      const gone = heads.filter((head) => head.origin === origin && head.size > last);
      return signNote(restoreText(origin, { last, forgotten, gone }), origin, key);
    };
  }

  /** Makes a new key, which the old one signs. False while the file does not hold the trail's newest key. */
  async rotate(actor: Actor): Promise<TrailKey | null> {
    const old = await this.signer();
    if (old === null) return null;
    const { signingKeyFile: path } = this.config;
    const next = nextFile(path);
    const key = existsSync(next) ? readSigningKey(next) : makeSigningKey(next, this.random);
    const verifierKey = verifierKeyOf(old.origin, key);
    const note = signNote(rotationText(old.origin, verifierKey), old.origin, old.key);
    const rotated = { type: 'SIGNING_KEY_ROTATED', body: { verifierKey, note } };
    const sequence = await this.database.units.runAlone(async (unit) => {
      await unit.find(AuditHeadRow, `id = 1${unit.rowLock}`);
      const newest = keysIn(old.origin, await unit.query<KeyEntry>(KEYS)).keys.at(-1);
      // Another instance has rotated meanwhile: what the old key signs is none of the trail any more.
      const isStill = newest?.verifierKey === verifierKeyOf(old.origin, old.key);
      return isStill ? this.log.appendNow(unit, STREAM, actor, rotated) : null;
    });
    if (sequence === null) return null;
    renameSync(next, path);
    return { sequence, verifierKey };
  }

  /** The first key of a trail is in force from here on. */
  private async inForce(origin: string, key: KeyObject): Promise<boolean> {
    const verifierKey = verifierKeyOf(origin, key);
    const newest = (await this.keys()).at(-1) ?? (await this.adopt(origin, verifierKey));
    return newest.verifierKey === verifierKey;
  }

  /** Another instance may do so at the same time, with another key. */
  private adopt(origin: string, verifierKey: string): Promise<TrailKey> {
    return this.database.units.runAlone(async (unit) => {
      await unit.find(AuditHeadRow, `id = 1${unit.rowLock}`);
      const newest = keysIn(origin, await unit.query<KeyEntry>(KEYS)).keys.at(-1);
      if (newest !== undefined) return newest;
      const created = { type: 'SIGNING_KEY_CREATED', body: { verifierKey } };
      return { sequence: await this.log.appendNow(unit, STREAM, SYSTEM, created), verifierKey };
    });
  }
}

/** The keys of a trail, oldest first: the first one that it names, and those that the one before has signed. */
export async function trailKeys(reading: Reading): Promise<readonly TrailKey[]> {
  return (await namedKeys(reading)).keys;
}

/** Also the entries that name another key, which is none of the trail. */
export async function namedKeys(reading: Reading): Promise<NamedKeys> {
  const origin = await originOf({ reading });
  return origin === null ? NO_KEYS : keysIn(origin, await reading.query<KeyEntry>(KEYS));
}

/** Whether this file holds the key of the trail; null while the trail names none. Makes no key. */
export async function holdsKeyOf(reading: Reading, path: string): Promise<boolean | null> {
  const newest = (await trailKeys(reading)).at(-1);
  const origin = await originOf({ reading });
  if (newest === undefined || origin === null) return null;
  return existsSync(path) && verifierKeyOf(origin, readSigningKey(path)) === newest.verifierKey;
}

/** What the old key signs. The second line tells it from a checkpoint, whose second line is a number. */
export function rotationText(origin: string, verifierKey: string): string {
  return `${origin}\nsigning-key\n${verifierKey}\n`;
}

/** Names the trail by its first entry, which backup and restore keep; null while there is none. */
export async function originOf({ reading }: Pick<Database, 'reading'>): Promise<string | null> {
  const [first] = await reading.query<{ hash: string }>(
    'SELECT hash FROM audit_entries WHERE sequence = 1',
  );
  // It becomes the name of files, and whoever can write the database can write anything there.
  if (first === undefined || !isDigest(first.hash)) return null;
  return `marina/${first.hash.slice(0, 32)}`;
}

/** The file is there, and holds no Ed25519 key (PKCS #8, PEM) that this process can read. */
export class UnreadableSigningKey extends Error {
  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${path} cannot be read: ${why}`, { cause });
  }
}

function readSigningKey(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('The signing key is not of Ed25519');
    return key;
  } catch (error) {
    throw new UnreadableSigningKey(path, error);
  }
}

function makeSigningKey(path: string, random: Random): KeyObject {
  const der = Buffer.concat([PKCS8, random.bytes(32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  // Another instance on this machine may be first.
  createPrivateFile(path, String(key.export({ format: 'pem', type: 'pkcs8' })), random);
  return readSigningKey(path);
}

function nextFile(path: string): string {
  return `${path}.next`;
}

interface KeyEntry {
  readonly sequence: number;
  readonly type: string;
  readonly body: string;
}

interface NamedKeys {
  readonly keys: readonly TrailKey[];
  /** Sequences of entries that name a key which the one before has not signed. */
  readonly unsigned: readonly number[];
}

const NO_KEYS: NamedKeys = { keys: [], unsigned: [] };

/** Whoever can write the database alone can add entries, but none that the key before has signed. */
function keysIn(origin: string, entries: readonly KeyEntry[]): NamedKeys {
  const keys: TrailKey[] = [];
  const unsigned: number[] = [];
  for (const { sequence, type, body } of entries) {
    const { verifierKey, note } = textsIn(body);
    const old = keys.at(-1);
    const isNext =
      old === undefined
        ? type === 'SIGNING_KEY_CREATED'
        : openNote(note, [old.verifierKey]) === rotationText(origin, verifierKey);
    if (isNext) keys.push({ sequence, verifierKey });
    else unsigned.push(sequence);
  }
  return { keys, unsigned };
}

/** Empty where the body has no such text: anybody who can write the database can write any body. */
function textsIn(body: string): { readonly verifierKey: string; readonly note: string } {
  const { verifierKey, note } = bodyOf(body);
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { verifierKey: textOf(verifierKey), note: textOf(note) };
}
