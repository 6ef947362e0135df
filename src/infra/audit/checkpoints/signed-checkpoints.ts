import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Reading } from '../../database/reads.js';
import { AppLogger } from '../../observability/logging.js';
import { Clock, instant } from '../../runtime/clock.js';
import { Random } from '../../runtime/ids.js';
import type { Checkpoint } from './audit-checkpoint.js';
import { lastEntry } from '../audit-log.js';
import { AuditCheckpointRow } from './audit-tree.entity.js';
import { AuditTree } from './audit-tree.js';
import {
  CommandSink,
  FolderSink,
  HttpSink,
  isCommand,
  isFolder,
  isHttp,
  type CheckpointSink,
} from './checkpoint-sinks.js';
import {
  headText,
  openNote,
  readHead,
  renamedKey,
  signNote,
  type TreeHead,
} from './signed-note.js';
import { isForgotten, signedRestores, type SignedRestore } from './signed-restores.js';
import { originOf, SigningKey, trailKeys } from './signing-key.js';

/** A checkpoint is signed when the trail has grown by this many entries, … */
const EVERY_ENTRIES = 1_000;
/** … or at all since one this long ago. */
const EVERY_MS = 300_000;
/** A sink that failed is tried again after this long, with the newest checkpoint. */
const RETRY_MS = 60_000;

/** Checkpoints of one place that a verification compares: those of a week. */
const KNOWN_MAX = 2_000;

/** Rows read at once, at least: anybody who can write the database can put many above the newest that is signed. */
const PAGE_MIN = 50;

/** What became of a sink: the size that it has, and when it was last tried. */
interface Delivery {
  size: number;
  triedAt: number;
}

/**
 * Signed statements of the trail's size and root, copied out of the database, so that a rewritten trail can be told
 * from the one that was. Never two that contradict each other, unless a restore has forgotten what was signed: the
 * trail then has an entry that says so.
 */
@Injectable()
export class SignedCheckpoints {
  private readonly logger: Logger;
  private readonly folders: readonly FolderSink[];
  private readonly deliveries: ReadonlyMap<CheckpointSink, Delivery>;
  private readonly startedAt: number;
  private isWanted = false;
  private isTold = false;
  private readonly told = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tree: AuditTree,
    private readonly key: SigningKey,
    random: Random,
    logger: AppLogger,
  ) {
    this.logger = logger.for('checkpoint');
    this.startedAt = clock.now();
    const suffix = random.bytes(6).toString('hex');
    this.folders = folderSinks(config, suffix);
    const sinks = [
      ...this.folders,
      ...config.checkpointSinks.filter(isHttp).map((url) => new HttpSink(url, clock)),
      ...config.checkpointSinks.filter(isCommand).map((sink) => new CommandSink(sink, clock)),
    ];
    this.deliveries = new Map(sinks.map((sink) => [sink, { size: 0, triedAt: -Infinity }]));
  }

  /**
   * Of the newest checkpoints of the folders the largest that the trail does not contain, and that no signed restore
   * has forgotten; null when there is none.
   */
  async missing(): Promise<Checkpoint | null> {
    const name = await this.name();
    if (name === null) return null;
    const missing: Checkpoint[] = [];
    for (const folder of this.folders) {
      // Read the checkpoint before the trail: whatever the checkpoint says was committed by then.
      const newest = await folder.newest(name);
      if (newest === null) continue;
      const head = readHead(newest.note);
      const at = newest.at.toISOString();
      if (head === null) missing.push({ database: name, sequence: 0, hash: 'unreadable', at });
      else if (!(await this.contains(head)))
        missing.push({ database: name, sequence: head.size, hash: head.root.toString('hex'), at });
    }
    return missing.sort((a, b) => b.sequence - a.sequence)[0] ?? null;
  }

  /** Signs a checkpoint if one is due, and sends the newest to sinks that lack it. */
  takeIfDue(): Promise<void> {
    return this.inTurn(async () => {
      const newest = await this.newest();
      const grown = await this.grownSince(newest);
      const age = this.clock.now() - (newest === null ? this.startedAt : Date.parse(newest.at));
      const isDue = grown >= EVERY_ENTRIES || age >= EVERY_MS || this.isWanted;
      if (grown !== 0 && isDue) await this.sign();
      this.isWanted = false;
      await this.deliver();
    });
  }

  /** Signs one now if the trail has grown and the database is not only read; the newest. Null while there is none. */
  take(): Promise<AuditCheckpointRow | null> {
    if (this.database.isReadOnly) return this.newest();
    return this.inTurn(async () => {
      await this.sign();
      await this.deliver();
      return this.newest();
    });
  }

  /** The next look signs one if the trail has grown, whatever else is due. */
  soon(): void {
    this.isWanted = true;
  }

  /** After a restore: what the trail is now replaces what was signed and is forgotten. Without the key nothing does. */
  supersede(): Promise<void> {
    return this.inTurn(async () => {
      if (this.deliveries.size === 0) return;
      await this.sign({ isRestored: true });
      if ((await this.key.held()) === null) return;
      for (const delivery of this.deliveries.values()) delivery.size = 0;
      await this.deliver({ isRestored: true });
    });
  }

  /** Those of the folders and of the database, each once. */
  async known(): Promise<readonly string[]> {
    return knownNotes(this.database.reading, this.folders, await this.key.inFile());
  }

  /** The sizes and roots that {@link known} ones state which keys of the trail, or the one in the file, have signed. */
  async knownHeads(): Promise<readonly TreeHead[]> {
    const keys = await this.keys();
    const signed = (await this.known()).filter((note) => isOfKeys(note, keys));
    return signed.map(readHead).filter((head) => head !== null);
  }

  /** Newest first, those that are as a key of the trail has signed them: anybody who can write the database can add rows. */
  async recent(limit: number, below: number | null): Promise<AuditCheckpointRow[]> {
    const keys = (await this.key.keys()).map(({ verifierKey }) => verifierKey);
    const page = Math.max(limit, PAGE_MIN);
    const signed: AuditCheckpointRow[] = [];
    for (let from = below; ;) {
      const rows = await recentCheckpoints(this.database.reading, page, from);
      signed.push(...rows.filter((row) => isAsSigned(row, keys)));
      const last = rows.at(-1);
      if (last === undefined || rows.length < page || signed.length >= limit)
        return signed.slice(0, limit);
      from = last.size;
    }
  }

  /** How long the trail has had entries that no checkpoint covers; null where none are signed. */
  async unsignedMs(): Promise<number | null> {
    if (this.deliveries.size === 0) return null;
    const newest = await this.newest();
    const since = newest === null ? this.startedAt : Date.parse(newest.at);
    return (await this.grownSince(newest)) === 0 ? 0 : Math.max(0, this.clock.now() - since);
  }

  /** Null while the trail is empty. */
  name(): Promise<string | null> {
    return trailName(this.database.reading);
  }

  /** Without those that a restore has forgotten. */
  private async newest(): Promise<AuditCheckpointRow | null> {
    const [newest = null] = await this.recent(1, null);
    const head = newest === null ? null : readHead(newest.note);
    if (newest === null || head === null) return null;
    const restores = await this.restores(head);
    if (!isForgotten(restores, head)) return newest;
    const older = await this.recent(KNOWN_MAX, newest.size);
    return older.find(({ note }) => !isForgotten(restores, readHead(note) ?? head)) ?? null;
  }

  /** Or has forgotten it, which its key has signed: a folder that takes nothing new still has the old one. */
  private async contains(head: TreeHead): Promise<boolean> {
    return isForgotten(await this.restores(head), head) || (await this.tree.edge(head)) !== null;
  }

  private async restores({ origin }: TreeHead): Promise<readonly SignedRestore[]> {
    return signedRestores(this.database.reading, origin, await this.key.keys());
  }

  /** Entries; below zero: the trail has been cut. */
  private async grownSince(newest: AuditCheckpointRow | null): Promise<number> {
    return (await lastEntry(this.database.reading)) - (newest?.size ?? 0);
  }

  private async keys(): Promise<readonly string[]> {
    return verifierKeys(await this.key.keys(), await this.key.inFile());
  }

  private async sign({ isRestored = false } = {}): Promise<void> {
    const signer = this.deliveries.size === 0 ? null : await this.key.signer();
    if (signer === null) return this.tellOfKey();
    const newest = await this.newest();
    const size = await lastEntry(this.database.reading);
    if (newest?.size === size) return;
    const edge = newest === null ? [] : await this.tree.edge(signedHead(newest));
    const contradicted = isRestored ? null : await this.contradicted(newest, edge !== null);
    if (contradicted !== null) throw new Error(`Not signed: the trail contradicts ${contradicted}`);
    const root = await this.tree.rootAfter(edge ?? [], size);
    if (root === null) throw new Error(`The trail has no ${size} entries`);
    const { origin, key } = signer;
    const note = signNote(headText({ origin, size, root }), origin, key);
    await this.database.units.run((unit) =>
      unit.execute(
        `INSERT INTO audit_checkpoints (size, root, at, note) VALUES (?, ?, ?, ?)
           ON CONFLICT (size) DO NOTHING`,
        [size, root.toString('hex'), instant(this.clock.now()), note],
      ),
    );
    await this.storeTree({ size, root });
  }

  /** It only saves time: what is signed is delivered and proven without it. */
  private async storeTree(head: Pick<TreeHead, 'size' | 'root'>): Promise<void> {
    try {
      await this.tree.store(head);
      this.tellOfNodes(await this.tree.foreign(head.size));
    } catch (error) {
      this.logger.error({ err: error }, 'hashes of the signed tree were not stored');
    }
  }

  /** Somebody has written them past Marina. What is signed and proven does without them. */
  private tellOfNodes(foreign: readonly string[]): void {
    const news = foreign.filter((what) => !this.told.has(what));
    if (news.length === 0) return;
    for (const what of news) this.told.add(what);
    this.logger.error({ problems: news }, 'hashes in audit_tree are not of the trail: ignored');
  }

  /** Not every five seconds. */
  private tellOfKey(): void {
    if (this.deliveries.size === 0 || this.isTold) return;
    this.isTold = true;
    this.logger.warn('MARINA_SIGNING_KEY_FILE is not the key of the trail: nothing is signed');
  }

  /** What has been signed, and is not true of the trail any more. */
  private async contradicted(
    newest: AuditCheckpointRow | null,
    isContained: boolean,
  ): Promise<string | null> {
    if (newest !== null && !isContained) return `its own checkpoint of ${newest.size} entries`;
    const missing = await this.missing();
    return missing === null ? null : `the checkpoint of ${missing.sequence} entries outside`;
  }

  /**
   * A sink that fails keeps others waiting for ten seconds a minute at the most: what it lacks is sent again later. What
   * the trail does not contain is left outside until a signed restore says that it is forgotten.
   */
  private async deliver({ isRestored = false } = {}): Promise<void> {
    const newest = await this.newest();
    const name = await this.name();
    if (newest === null || name === null) return;
    const now = this.clock.steady();
    const lacking = [...this.deliveries].filter(
      ([, { size, triedAt }]) => size !== newest.size && (size !== -1 || now - triedAt >= RETRY_MS),
    );
    if (lacking.length === 0 || (!isRestored && (await this.missing()) !== null)) return;
    const { note, at, size } = newest;
    await Promise.all(
      lacking.map(async ([sink, delivery]) => {
        delivery.triedAt = now;
        try {
          await sink.deliver({ name, note, at });
          delivery.size = size;
        } catch (error) {
          delivery.size = -1;
          this.logger.error({ err: error, sink: sink.place }, 'a sink did not take the checkpoint');
        }
      }),
    );
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

/** The folders that get signed checkpoints. */
export function folderSinks(
  { checkpointDir, checkpointSinks }: Pick<Config, 'checkpointDir' | 'checkpointSinks'>,
  ownSuffix: string,
): readonly FolderSink[] {
  return [checkpointDir, ...checkpointSinks.filter(isFolder)]
    .filter((folder) => folder !== null)
    .map((folder) => new FolderSink(folder, ownSuffix));
}

/**
 * The signed checkpoints of a database and those of it in these folders, each once; and those of a trail with another
 * first entry that its keys have signed: whoever changes that entry gives the trail another name.
 */
export async function knownNotes(
  reading: Reading,
  folders: readonly FolderSink[],
  inFile: string | null = null,
): Promise<readonly string[]> {
  const own = (await recentCheckpoints(reading, KNOWN_MAX, null)).map(({ note }) => note);
  const name = await trailName(reading);
  if (name === null) return own;
  const outside = await Promise.all(
    folders.map(async (folder) => {
      const newest = await folder.newest(name);
      const all = (await folder.all(name)).slice(-KNOWN_MAX);
      return newest === null ? all : [...all, newest.note];
    }),
  );
  const others = await otherNotes(reading, folders, inFile);
  return [...new Set([...own, ...outside.flat(), ...others])];
}

/** The newest of each other trail that keys of this one, or the one in the file, have signed. */
async function otherNotes(
  reading: Reading,
  folders: readonly FolderSink[],
  inFile: string | null,
): Promise<readonly string[]> {
  const name = (await trailName(reading)) ?? '';
  const keys = verifierKeys(await trailKeys(reading), inFile);
  const notes = await Promise.all(folders.map((folder) => folder.ofOthers(name)));
  return notes.flat().filter((note) => isOfKeys(note, keys));
}

/** Those that the trail names, and the one in the file. */
function verifierKeys(
  named: Awaited<ReturnType<typeof trailKeys>>,
  inFile: string | null,
): readonly string[] {
  const keys = named.map(({ verifierKey }) => verifierKey);
  return inFile === null ? keys : [...keys, inFile];
}

/** What a checkpoint of the database states. */
export function signedHead({ size, root }: AuditCheckpointRow): Pick<TreeHead, 'size' | 'root'> {
  return { size, root: Buffer.from(root, 'hex') };
}

/** Whether the row says what its note does, and a key of the trail has signed that. */
function isAsSigned({ size, root, note }: AuditCheckpointRow, keys: readonly string[]): boolean {
  const head = readHead(note);
  const isAsStated = head?.size === size && head.root.toString('hex') === root;
  return isAsStated && openNote(note, keys) !== null;
}

const ORIGIN = /^marina\/[0-9a-f]{32}$/;

function isOfKeys(note: string, keys: readonly string[]): boolean {
  const origin = readHead(note)?.origin;
  if (origin === undefined || !ORIGIN.test(origin)) return false;
  return keys.some((key) => openNote(note, [renamedKey(key, origin)]) !== null);
}

/** Newest first; those of a database itself, in which others may have written anything: SQLite keeps bytes as they are. */
export function recentCheckpoints(
  reading: Reading,
  limit: number,
  below: number | null,
): Promise<AuditCheckpointRow[]> {
  const where = below === null ? '' : `WHERE size < ${below}`;
  return reading.query<AuditCheckpointRow>(
    `SELECT size, CAST(root AS text) AS root, at, CAST(note AS text) AS note
       FROM audit_checkpoints ${where} ORDER BY size DESC LIMIT ?`,
    [limit],
  );
}

/** Names the files of its checkpoints; null while the trail is empty. */
export async function trailName(reading: Reading): Promise<string | null> {
  return (await originOf({ reading }))?.split('/')[1] ?? null;
}
