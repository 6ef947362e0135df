import { existsSync, mkdtempSync, rmSync, copyFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../src/infra/runtime/clock.js';
import { Database } from '../../src/infra/database/database.js';
import { SecurityRow } from '../../src/market/securities/security.entity.js';
import { SCHEMA } from '../../src/schema.js';
import { LISTINGS } from '../../simulator/market/listings.js';

/** Evening of the Friday on which most seeds play: no directory is due before. */
const LISTED_AT = Date.UTC(2026, 10, 20, 20);

/** Databases are migrated once, and copied for each seed; in memory where the system has such a disk. */
export class Template {
  private constructor(private readonly folder: string) {}

  static async make(): Promise<Template> {
    const memory = '/dev/shm';
    const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'marina-simulation-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const template = new Template(folder);
    await migrated(template.pathOf('fresh'), false);
    await migrated(template.pathOf('listed'), true);
    return template;
  }

  /** The path of a database of its own; `listed` when it knows the securities already. */
  copy(from: 'fresh' | 'listed'): string {
    const path = this.pathOf('seed');
    this.forget(path);
    copyFileSync(this.pathOf(from), path);
    return path;
  }

  /** The path of the settings that the conformance kit takes; of an exchange that takes duplicates without a message. */
  settings(duplicateMessage: string | null, refusedPostBurnsRef: 'yes' | 'no'): string {
    const path = join(this.folder, 'settings.json');
    const detail = { message: duplicateMessage };
    const distinct = { value: 'distinct', detail };
    const duplicateReply = duplicateMessage === null ? { value: 'accepted' } : distinct;
    const settings = { version: 1, exchange: 'https://exchange.example' };
    const answers = {
      duplicateReply,
      duplicateMakesOrder: { value: duplicateMessage === null ? 'yes' : 'no' },
      refusedPostBurnsRef: { value: refusedPostBurnsRef },
    };
    const takenAt = '2026-11-20T08:00:00.000Z';
    writeFileSync(path, JSON.stringify({ ...settings, takenAt, answers }));
    return path;
  }

  forget(path: string): void {
    for (const end of ['', '-wal', '-shm', '.lock', '.lock-journal']) {
      rmSync(`${path}${end}`, { force: true });
    }
  }

  private pathOf(name: string): string {
    return join(this.folder, `${name}.db`);
  }
}

async function migrated(path: string, listed: boolean): Promise<void> {
  const database = await Database.open(`sqlite:${path}`, SCHEMA, new Clock());
  if (listed) {
    await database.units.run(async (unit) => {
      for (const { symbol, name, isin, status, sector } of LISTINGS) {
        const row = { symbol, name, isin, status, sector, instrumentType: 'Equity' };
        await unit.insert(SecurityRow, { ...row, listedAt: LISTED_AT });
      }
    });
  }
  await database.close();
}
