import { Injectable } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { AppLogger } from '../../observability/logging.js';
import { AuditLog } from '../audit-log.js';
import { originOf } from '../checkpoints/signing-key.js';
import { namesIn, readIfThere } from '../durable-file.js';
import { enter, entryIn, folderIn, isEntryFile } from './command-entry.js';

/** Files at a look; the others have their turn at the next. */
const AT_ONCE = 100;

/** Puts into the trail what commands have left to the service in the data folder. */
@Injectable()
export class HandedOverEntries {
  private readonly folder: string;
  private readonly logger: Logger;
  /** Files that are of another trail, or nothing that can be read. */
  private readonly left = new Set<string>();
  /** How often each of the files that are still there could not be taken. */
  private failures: ReadonlyMap<string, number> = new Map();
  private isToldOf = false;

  constructor(
    { dataFolder }: Config,
    private readonly database: Database,
    private readonly audit: AuditLog,
    logger: AppLogger,
  ) {
    this.folder = folderIn(dataFolder);
    this.logger = logger.for('command entries');
  }

  /** A file is removed once its entry is committed: after a crash between the two it is entered no second time. */
  async take(): Promise<void> {
    const names = (await this.names()).filter((name) => isEntryFile(name) && !this.left.has(name));
    const failures = new Map(names.map((name) => [name, this.failures.get(name) ?? 0]));
    this.failures = failures;
    if (names.length === 0) return;
    const trail = await originOf(this.database);
    // Their names sort by time. Those that failed come last: a hundred of them would keep the others waiting for ever.
    const failed = (name: string): number => failures.get(name) ?? 0;
    const inTurn = names.sort().sort((a, b) => failed(a) - failed(b));
    for (const name of inTurn.slice(0, AT_ONCE)) {
      try {
        await this.takeOne(name, trail);
      } catch (error) {
        failures.set(name, failed(name) + 1);
        // The others are entered all the same.
        this.logger.error({ err: error, file: name }, 'an entry of a command could not be taken');
      }
    }
  }

  /** Without those of a folder that another user has made, who has to be told once. */
  private async names(): Promise<readonly string[]> {
    if (!existsSync(this.folder)) return [];
    try {
      return await namesIn(this.folder);
    } catch (error) {
      if (!this.isToldOf)
        this.logger.error(
          { err: error, folder: this.folder },
          'entries of commands cannot be read',
        );
      this.isToldOf = true;
      return [];
    }
  }

  private async takeOne(name: string, trail: string | null): Promise<void> {
    const file = join(this.folder, name);
    const text = await readIfThere(file);
    // Another instance with this data folder has taken it.
    if (text === null) return;
    const entry = entryIn(text);
    if (entry === null) this.logger.warn({ file }, 'no entry of a command that can be read');
    if (entry === null || entry.trail !== trail) {
      this.left.add(name);
      return;
    }
    await this.database.units.runAlone((unit) => enter(unit, this.audit, entry));
    await rm(file, { force: true });
  }
}
