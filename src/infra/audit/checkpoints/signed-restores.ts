import { bodyOf } from '../audit-chain.js';
import type { Reading } from '../../database/reads.js';
import { openNote, type TreeHead } from './signed-note.js';

/**
 * Which checkpoints do not hold any more, because the database has forgotten what they tell of: those that the key in
 * force has signed as forgotten. Whoever can write the database alone can add such an entry, but not sign it.
 */
export interface Forgotten {
  /** The last entry of the restored database, and the last one that it has forgotten. */
  readonly last: number;
  readonly forgotten: number;
  /** The checkpoints that do not hold any more. */
  readonly gone: readonly Pick<TreeHead, 'size' | 'root'>[];
}

export interface SignedRestore extends Forgotten {
  /** The entry that says so. */
  readonly sequence: number;
}

/** What the key in force signs after a restore. The second line tells it from a checkpoint, and from a new key. */
export function restoreText(origin: string, { last, forgotten, gone }: Forgotten): string {
  const lines = gone.map(({ size, root }) => `${size} ${root.toString('base64')}`);
  return `${[origin, 'restored', last, forgotten, ...lines].join('\n')}\n`;
}

/** Null if it is no such text of this trail. */
export function readRestore(text: string, trail: string): Forgotten | null {
  const [first, second, last, forgotten, ...lines] = text.trimEnd().split('\n');
  const gone = lines.map((line) => {
    const [size, root = ''] = line.split(' ');
    return { size: Number(size), root: Buffer.from(root, 'base64') };
  });
  const read = { last: Number(last), forgotten: Number(forgotten), gone };
  return first === trail && second === 'restored' && restoreText(trail, read) === text
    ? read
    : null;
}

/** Those of the trail with this origin and these keys, oldest first. */
export async function signedRestores(
  reading: Reading,
  origin: string,
  keys: readonly { readonly sequence: number; readonly verifierKey: string }[],
): Promise<readonly SignedRestore[]> {
  const rows = await reading.query<{ sequence: number; body: string }>(
    "SELECT sequence, body FROM audit_entries WHERE type = 'DATABASE_OLDER_THAN_CHECKPOINT' ORDER BY sequence",
  );
  return rows.flatMap(({ sequence, body }) => {
    const { note } = bodyOf(body);
    const inForce = keys.findLast((key) => key.sequence < sequence)?.verifierKey;
    const text = typeof note === 'string' && inForce ? openNote(note, [inForce]) : null;
    const said = text === null ? null : readRestore(text, origin);
    return said === null ? [] : [{ sequence, ...said }];
  });
}

export function isForgotten(
  restores: readonly SignedRestore[],
  { size, root }: Pick<TreeHead, 'size' | 'root'>,
): boolean {
  return restores.some(({ gone }) =>
    gone.some((one) => one.size === size && one.root.equals(root)),
  );
}
