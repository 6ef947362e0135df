import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync, type Stats } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { instant } from '../runtime/clock.js';
import type { CopyContents } from './examination.js';

/** What a file holds, without what it is. */
export interface Digested {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** What is written beside a backup: which file it is of, and what that holds. */
export interface Manifest extends CopyContents, Digested {
  readonly format: typeof FORMAT;
  /** The version of Marina that made it. */
  readonly marina: string;
  /** `postgres`: the file is a dump of `pg_dump` in its custom format. */
  readonly engine: 'sqlite' | 'postgres';
  /** When the copy was made: RFC 3339, UTC. */
  readonly madeAt: string;
  /** The name of the file, which lies beside. `bytes` and `sha256` are of that file, encrypted or not. */
  readonly file: string;
  /** Whether the file is encrypted; absent where an older release has made it, which encrypted none. */
  readonly encrypted?: boolean;
  /** The recipients of age that it is encrypted for, which are public. */
  readonly recipients?: readonly string[];
  /** The copy before it was encrypted. */
  readonly plain?: Digested;
}

export const FORMAT = 'marina-backup/1';
/** Ours have one to two thousand. */
const MANIFEST_BYTES_MAX = 1024 * 1024;

export function manifestPath(backup: string): string {
  return `${backup}.manifest.json`;
}

/** Throws if there is none, or if the file is none that this release reads. */
export function readManifest(backup: string): Manifest {
  const path = manifestPath(backup);
  const manifest = parsed(textOf(path));
  if (manifest === null) throw new Error(`${path} is no manifest of the form ${FORMAT}`);
  return manifest;
}

/** A backup may be a stranger's: a pipe would keep us waiting, and a device may never end. */
function textOf(path: string): string {
  let found: Stats;
  try {
    found = statSync(path);
    if (found.isFile() && found.size <= MANIFEST_BYTES_MAX) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}, which belongs to the backup, cannot be read`, { cause: error });
  }
  throw new Error(`${path} is ${found.isFile() ? 'too long for a manifest' : 'no regular file'}`);
}

function parsed(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    const { format, engine, entries, madeAt } = manifest ?? {};
    const isTime = typeof madeAt === 'string' && instant(Date.parse(madeAt)) === madeAt;
    const isKnown = format === FORMAT && (engine === 'sqlite' || engine === 'postgres');
    const isOurs = isKnown && isTime && Number.isSafeInteger(entries);
    return isOurs && isDigested(manifest) && isEncryptionWhole(manifest)
      ? (manifest as Manifest)
      : null;
  } catch {
    return null;
  }
}

function isEncryptionWhole({ encrypted, recipients, plain }: Partial<Manifest>): boolean {
  return encrypted !== true || (Array.isArray(recipients) && isDigested(plain));
}

function isDigested(found: Partial<Digested> | null | undefined): found is Digested {
  return typeof found?.sha256 === 'string' && Number.isSafeInteger(found.bytes);
}

export const NOT_THE_FILE = 'the file is not the one that its manifest was written for';

export function notGood(problems: readonly string[]): Error {
  return new Error(
    `The backup is not good, and nothing was changed:\n  - ${problems.join('\n  - ')}`,
  );
}

/** What the copy holds, once it is decrypted. */
export function contentOf({ encrypted, plain, bytes, sha256 }: Manifest): Digested {
  return encrypted === true && plain !== undefined ? plain : { bytes, sha256 };
}

export async function isFileOf({ bytes, sha256 }: Digested, path: string): Promise<boolean> {
  const file = statSync(path);
  return file.isFile() && file.size === bytes && (await digestOfFile(path)) === sha256;
}

/** SHA-256 of a file, in hexadecimal. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
