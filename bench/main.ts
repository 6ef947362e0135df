import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { measureAbuse } from './abuse.js';
import { measureAccepts } from './accepts.js';
import { measureAcceptsOnPostgres } from './accepts-postgres.js';
import { measureAudit } from './audit.js';
import { measureClaims } from './claims.js';
import { measureConsole } from './console.js';
import { measureNotifications } from './notifications.js';
import { measureOverload } from './overload.js';
import { measurePass } from './pass.js';
import { measureLargePass } from './pass-large.js';
import { measureReplies } from './replies.js';
import { measureSaturation } from './saturation.js';
import { measureSoak } from './soak.js';

/** `scripts/bench.js` names them as well: its usage is there before anything is compiled. */
const BENCHMARKS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  abuse: measureAbuse,
  accepts: measureAccepts,
  'accepts-postgres': measureAcceptsOnPostgres,
  audit: measureAudit,
  claims: measureClaims,
  console: measureConsole,
  notifications: measureNotifications,
  overload: measureOverload,
  pass: measurePass,
  'pass-large': measureLargePass,
  replies: measureReplies,
  saturation: measureSaturation,
  soak: measureSoak,
};

/** Runs the named ones, one after the other. */
export async function measure(names: readonly string[]): Promise<void> {
  // Not the system's temporary folder, which may be in memory: a flush must reach a disk.
  mkdirSync(resolve('data'), { recursive: true, mode: 0o700 });
  for (const name of names) {
    const benchmark = BENCHMARKS[name];
    if (benchmark === undefined) throw new Error(`There is no benchmark ${name}`);
    const folder = mkdtempSync(resolve('data', 'bench-'));
    try {
      process.stdout.write(`\n# ${name}\n\n`);
      await benchmark(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
