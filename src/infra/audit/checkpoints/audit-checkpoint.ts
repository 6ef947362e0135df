import { Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant, MaskableSha256, Sha256, Whole } from '../../formats.js';
import { Clock, instant } from '../../runtime/clock.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { Random } from '../../runtime/ids.js';
import { AuditHeadRow } from '../audit-entry.entity.js';
import { isDigest } from '../digest.js';
import { readIfThere, replaceFile } from '../durable-file.js';

/**
 * The head of the audit chain, copied to a file outside the database. If the chain does not contain its
 * checkpoint (it is shorter, or has another hash at that sequence), the database was restored from a
 * backup or from a replica that lagged behind, and misses work that was done.
 *
 * The file is named after the hash of the chain's first entry, which is unique to a database and survives
 * backup and restore, so several databases can share the folder. The file is replaced atomically.
 */
export interface Checkpoint {
  /** The hash of the chain's first entry. */
  readonly database: Sha256;
  /** The newest entry at that time. */
  readonly sequence: Whole;
  /** Of that entry. */
  readonly hash: MaskableSha256;
  /** When it was written. */
  readonly at: Instant;
}

export interface ComparedCheckpoint extends Checkpoint {
  /** False: the chain lacks it. */
  readonly contained: boolean;
}

@Injectable()
export class AuditCheckpoint {
  private readonly folder: string | null;
  /** Instances can share the folder, so each writes to its own temporary file. */
  private readonly ownSuffix: string;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    random: Random,
  ) {
    this.folder = config.checkpointDir;
    this.ownSuffix = random.bytes(6).toString('hex');
  }

  /** The checkpoint, if the chain does not contain it; null when all is well or there is no checkpoint. */
  async missing(): Promise<Checkpoint | null> {
    const path = await this.path();
    if (path === null) return null;
    // Read the checkpoint before the chain: whatever the checkpoint says was committed by then.
    const checkpoint = await read(path.file, path.database);
    if (checkpoint === null) return null;
    return (await this.hashAt(checkpoint.sequence)) === checkpoint.hash ? null : checkpoint;
  }

  /** The newest checkpoint, and whether the chain contains it; null when there is none yet. */
  async newest(): Promise<ComparedCheckpoint | null> {
    const path = await this.path();
    const checkpoint = path === null ? null : await read(path.file, path.database);
    if (checkpoint === null) return null;
    const contained = (await this.hashAt(checkpoint.sequence)) === checkpoint.hash;
    return { ...checkpoint, contained };
  }

  /** Writes the current head if it has changed. Concurrent calls run one after another. */
  write(): Promise<void> {
    const written = this.last.then(() => this.copy());
    this.last = written.catch(() => undefined);
    return written;
  }

  private async copy(): Promise<void> {
    const path = await this.path();
    if (path === null) return;
    const head = await this.database.read((manager) =>
      manager.findOneByOrFail(AuditHeadRow, { id: 1 }),
    );
    const checkpoint = await read(path.file, path.database);
    if (checkpoint?.sequence === head.sequence && checkpoint.hash === head.hash) return;
    const { sequence, hash } = head;
    const at = instant(this.clock.now());
    const text = JSON.stringify({
      database: path.database,
      sequence,
      hash,
      at,
    } satisfies Checkpoint);
    await replaceFile(path.file, `${text}\n`, this.ownSuffix);
  }

  private async path(): Promise<{ file: string; database: string } | null> {
    const database = await this.hashAt(1);
    const { folder } = this;
    // Whoever can write the database can write anything there.
    if (folder === null || database === null || !isDigest(database)) return null;
    return { file: fileIn(folder, database), database };
  }

  private async hashAt(sequence: number): Promise<string | null> {
    const [row] = await this.database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence = ?',
      [sequence],
    );
    return row?.hash ?? null;
  }
}

/** The checkpoint of the database whose chain begins with this hash; null when there is none yet. */
export function checkpointOf(folder: string, firstHash: string): Promise<Checkpoint | null> {
  return read(fileIn(folder, firstHash), firstHash);
}

/**
 * Replaces the checkpoint by one that no chain contains, so that the next start treats the database as older even
 * where nothing outside shows that it has forgotten something. No two are alike: each restore is found.
 */
export async function doubtChain(
  folder: string,
  { database, sequence, at }: Omit<Checkpoint, 'hash'>,
): Promise<void> {
  const hash = `restored from a backup at ${at}`;
  const checkpoint: Checkpoint = { database, sequence, hash, at };
  await replaceFile(fileIn(folder, database), `${JSON.stringify(checkpoint)}\n`, 'restored');
}

/** Takes {@link doubtChain} back. Null: there was no checkpoint before. */
export async function putBackCheckpoint(
  folder: string,
  database: string,
  checkpoint: Checkpoint | null,
): Promise<void> {
  const file = fileIn(folder, database);
  if (checkpoint === null) await rm(file, { force: true });
  else await replaceFile(file, `${JSON.stringify(checkpoint)}\n`, 'restored');
}

const UNREADABLE = 'unreadable';

export function isUnreadable({ hash }: Checkpoint): boolean {
  return hash === UNREADABLE;
}

/** Whether its hash is one, so that it can be compared: not so of an unreadable one, and of {@link doubtChain}. */
export function isComparable({ hash }: Checkpoint): boolean {
  return isDigest(hash);
}

/** Throws if it is no hash: a name out of a database could lead anywhere. */
function fileIn(folder: string, firstHash: string): string {
  if (!isDigest(firstHash)) throw new Error('The first entry of the trail has no hash');
  return join(folder, `${firstHash.slice(0, 32)}.checkpoint.json`);
}

/** Null when there is no checkpoint yet. An unreadable one counts as missing from every chain. */
async function read(file: string, database: string): Promise<Checkpoint | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  return parsed(text) ?? { database, sequence: 0, hash: UNREADABLE, at: instant(0) };
}

function parsed(text: string): Checkpoint | null {
  try {
    const { database, sequence, hash, at } = JSON.parse(text) as Partial<Checkpoint>;
    const whole = typeof sequence === 'number' && Number.isSafeInteger(sequence);
    if (!whole || typeof database !== 'string' || typeof at !== 'string') return null;
    return typeof hash === 'string' ? { database, sequence, hash, at } : null;
  } catch {
    return null;
  }
}
