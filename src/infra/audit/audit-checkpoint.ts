import { Injectable } from '@nestjs/common';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock, instant } from '../runtime/clock.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { faultPoint } from '../runtime/fault-point.js';
import { Random } from '../runtime/ids.js';
import { AuditHeadRow } from './audit-entry.entity.js';

/**
 * How far the audit chain had come, written down outside the database. A chain that does not hold
 * its mark (it is shorter, or has another hash at that sequence) belongs to a database that is older
 * than what was done: a backup, or a replica that was behind.
 *
 * The file is named after the hash of the chain's first entry: no two databases share it, and backup
 * and restore keep it. So databases may share the folder. It is replaced whole or not at all.
 */
export interface Checkpoint {
  /** The hash of the chain's first entry. */
  readonly database: string;
  readonly sequence: number;
  readonly hash: string;
  /** When it was written. */
  readonly at: string;
}

@Injectable()
export class AuditCheckpoint {
  private readonly folder: string | null;
  /** Instances may share the folder, so each has a file of its own to write on. */
  private readonly ownName: string;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    random: Random,
  ) {
    this.folder = config.checkpointDir;
    this.ownName = random.bytes(6).toString('hex');
  }

  /** The mark that the chain does not hold; null while all is well, or nothing is known. */
  async lost(): Promise<Checkpoint | null> {
    const path = await this.path();
    if (path === null) return null;
    // The mark first: what it tells of was committed before, so a later look at the chain shows it.
    const mark = await read(path.file, path.database);
    if (mark === null) return null;
    return (await this.hashAt(mark.sequence)) === mark.hash ? null : mark;
  }

  /** Copies where the chain is now, if that is not what the mark says; one after another. */
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
    const mark = await read(path.file, path.database);
    if (mark?.sequence === head.sequence && mark.hash === head.hash) return;
    const { sequence, hash } = head;
    const at = instant(this.clock.now());
    const text = JSON.stringify({
      database: path.database,
      sequence,
      hash,
      at,
    } satisfies Checkpoint);
    await mkdir(path.folder, { recursive: true, mode: 0o700 });
    const beside = `${path.file}.${this.ownName}`;
    await writeThrough(beside, `${text}\n`);
    faultPoint('mark-half-written');
    await rename(beside, path.file);
    await flush(path.folder);
  }

  private async path(): Promise<{ folder: string; file: string; database: string } | null> {
    const database = await this.hashAt(1);
    const { folder } = this;
    if (folder === null || database === null) return null;
    return { folder, file: join(folder, `${database.slice(0, 32)}.mark.json`), database };
  }

  private async hashAt(sequence: number): Promise<string | null> {
    const [row] = await this.database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence = ?',
      [sequence],
    );
    return row?.hash ?? null;
  }
}

/** Null when there is none yet. One that cannot be understood is a mark that no chain holds. */
async function read(file: string, database: string): Promise<Checkpoint | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return understood(text) ?? { database, sequence: 0, hash: 'unreadable', at: instant(0) };
}

function understood(text: string): Checkpoint | null {
  try {
    const { database, sequence, hash, at } = JSON.parse(text) as Partial<Checkpoint>;
    const whole = typeof sequence === 'number' && Number.isSafeInteger(sequence);
    if (!whole || typeof database !== 'string' || typeof at !== 'string') return null;
    return typeof hash === 'string' ? { database, sequence, hash, at } : null;
  } catch {
    return null;
  }
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name itself must reach the disk. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
