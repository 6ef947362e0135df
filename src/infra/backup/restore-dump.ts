import { rm } from 'node:fs/promises';
import {
  checkpointOf,
  doubtChain,
  isComparable,
  putBackCheckpoint,
} from '../audit/checkpoints/audit-checkpoint.js';
import type { Config } from '../config/config.js';
import { instant, type Clock } from '../runtime/clock.js';
import { judged, type CheckedBackup, type Surroundings } from './check-backup.js';
import { EmptyTarget } from './empty-target.js';
import { decryptNeeded, type IdentitySource } from './encryption.js';
import { contentOf, isFileOf, NOT_THE_FILE, notGood, type Manifest } from './manifest.js';
import { reserve, withCleanUp } from './partial-file.js';
import { damageOfDump, examineDatabase, restoreInto } from './postgres-dump.js';

interface Dump {
  readonly file: string;
  readonly manifest: Manifest;
  readonly identity: IdentitySource | null;
  readonly clock: Clock;
}

/** What has to be undone unless all goes well. */
interface Undoing {
  isGood: boolean;
  putBack: () => Promise<void>;
}

/**
 * Restores a dump into the empty PostgreSQL database that `DATABASE_URL` names, and examines it there. Whatever fails leaves
 * the database empty. The next start treats it as restored.
 */
export async function restoreDump(dump: Dump, surroundings: Surroundings): Promise<CheckedBackup> {
  const { file, manifest } = dump;
  if (!(await isFileOf(manifest, file))) throw notGood([NOT_THE_FILE]);
  const { config, schema } = surroundings;
  const target = await EmptyTarget.hold(config.databaseUrl, schema);
  const plain = manifest.encrypted === true ? `${file}.partial` : null;
  const undoing: Undoing = { isGood: false, putBack: () => Promise.resolve() };
  try {
    if (plain !== null) reserve(plain);
    return await withCleanUp(
      (signal) => fill(target, { ...dump, plain, undoing, signal }, surroundings),
      async () => {
        if (plain !== null) await rm(plain, { force: true });
        if (undoing.isGood) return;
        await target.empty();
        await undoing.putBack();
      },
    );
  } finally {
    await target.release();
  }
}

interface Filling extends Dump {
  /** Null: the file is not encrypted. */
  readonly plain: string | null;
  readonly undoing: Undoing;
  readonly signal: AbortSignal;
}

async function fill(
  target: EmptyTarget,
  { file, plain, manifest, identity, clock, undoing, signal }: Filling,
  { config, schema }: Surroundings,
): Promise<CheckedBackup> {
  const { databaseUrl: url } = config;
  if (plain !== null) {
    await decryptNeeded(file, plain, identity);
    if (!(await isFileOf(contentOf(manifest), plain))) throw notGood([NOT_THE_FILE]);
  }
  const dump = plain ?? file;
  const damage = await damageOfDump(dump);
  if (damage.length > 0) throw notGood(damage);
  signal.throwIfAborted();
  const putBack = await holdNextStart(manifest, config, instant(clock.now()));
  // Of an interrupted program a commit may be under way still: the next start doubts what that leaves.
  await restoreInto(url, dump).finally(() => {
    if (!signal.aborted) undoing.putBack = putBack;
  });
  const examined = await examineDatabase(url, { schema, places: config });
  const checked = await judged(manifest, examined, { config, schema, url });
  if (checked.problems.length > 0) throw notGood(checked.problems);
  await target.analyse();
  signal.throwIfAborted();
  undoing.isGood = true;
  return checked;
}

/**
 * Before anything is restored: what a crash leaves must not be believed either. A checkpoint outside that is newer does so by
 * itself. Resolves with what puts back the checkpoint that was there.
 */
async function holdNextStart(
  { database, entries }: Manifest,
  { checkpointDir: folder }: Config,
  at: string,
): Promise<() => Promise<void>> {
  if (folder === null || database === null) return () => Promise.resolve();
  const found = await checkpointOf(folder, database);
  const doubtsByItself = found !== null && (!isComparable(found) || found.sequence > entries);
  if (doubtsByItself) return () => Promise.resolve();
  await doubtChain(folder, { database, sequence: entries, at });
  return () => putBackCheckpoint(folder, database, found);
}
