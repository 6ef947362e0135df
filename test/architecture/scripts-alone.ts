import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/databases/databases.js';

interface ScriptsAlone {
  readonly folder: string;
  /** Runs Node.js there. */
  readonly run: (...args: readonly string[]) => SpawnSyncReturns<string>;
}

/** A copy of the repository's scripts without packages, where `npm` only notes in `seen` what it would install from. */
export function scriptsAlone(): ScriptsAlone {
  const folder = temporaryFolder();
  for (const path of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(path, join(folder, path), { recursive: true });
  const npm = '#!/bin/sh\nls > seen\nmkdir -p node_modules\n';
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { folder, run };
}
