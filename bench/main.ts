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

/** `npm run bench` runs every benchmark but the soak, which takes an hour, or those named as arguments. */
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

const wanted = process.argv.slice(2);
const NAMES = `The benchmarks are: ${Object.keys(BENCHMARKS).join(', ')}\n`;
if (wanted.includes('--help')) {
  process.stdout.write(
    `Usage: npm run bench -- [NAME]...\n\n${NAMES}Without a name all but soak are run. docs/benchmarks.md has their settings.\n`,
  );
  process.exit();
}
const unknown = wanted.filter((name) => BENCHMARKS[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(NAMES);
  process.exit(2);
}

// Not the system's temporary folder, which may be in memory: a flush must reach a disk.
mkdirSync(resolve('data'), { recursive: true, mode: 0o700 });
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 ? !wanted.includes(name) : name === 'soak') continue;
  const folder = mkdtempSync(resolve('data', 'bench-'));
  try {
    process.stdout.write(`\n# ${name}\n\n`);
    await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
// Else what stops PostgreSQL at the end of a process would end this one with 0, whatever has failed.
process.exit();
