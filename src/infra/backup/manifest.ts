import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { instant } from '../runtime/clock.js';
import type { CopyContents } from './examination.js';

/** What is written beside a backup: which file it is of, and what that holds. */
export interface Manifest extends CopyContents {
  readonly format: typeof FORMAT;
  /** The version of Marina that made it. */
  readonly marina: string;
  /** `postgres`: the file is a dump of `pg_dump` in its custom format. */
  readonly engine: 'sqlite' | 'postgres';
  /** When the copy was made: RFC 3339, UTC. */
  readonly madeAt: string;
  /** The name of the file, which lies beside. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const FORMAT = 'marina-backup/1';

export function manifestPath(backup: string): string {
  return `${backup}.manifest.json`;
}

/** Throws if there is none, or if the file is none that this release reads. */
export function readManifest(backup: string): Manifest {
  const path = manifestPath(backup);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}, which belongs to the backup, cannot be read`, { cause: error });
  }
  const manifest = parsed(text);
  if (manifest === null) throw new Error(`${path} is no manifest of the form ${FORMAT}`);
  return manifest;
}

function parsed(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const { format, engine, sha256, bytes, entries, madeAt } = manifest ?? {};
    const isWhole = typeof sha256 === 'string' && Number.isSafeInteger(bytes);
    const isTime = typeof madeAt === 'string' && instant(Date.parse(madeAt)) === madeAt;
    const isKnown = format === FORMAT && (engine === 'sqlite' || engine === 'postgres');
    const isOurs = isKnown && isWhole && isTime && Number.isSafeInteger(entries);
    return isOurs ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

/** SHA-256 of a file, in hexadecimal. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
