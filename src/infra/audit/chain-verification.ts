import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { Config, sqlitePath } from '../config/config.js';
import { Database } from '../database/database.js';
import { SQLITE_DRIVER } from '../database/sqlite-driver.js';
import type { Verdict } from './audit-chain.js';
import { verifyChain } from './audit-verifier.js';

/**
 * Verifies the whole chain in a thread of its own, so that orders do not wait for it. One at a time: whoever
 * asks meanwhile gets the same answer, about the chain as it was when that verification began.
 */
@Injectable()
export class ChainVerification implements OnModuleDestroy {
  private running: Promise<Verdict> | null = null;
  private thread: Worker | null = null;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** With the roots of the tree at these sizes. */
  verify(sizes: readonly number[] = []): Promise<Verdict> {
    this.running ??= this.run(sizes).finally(() => (this.running = null));
    return this.running;
  }

  /** A verification that is under way ends with an error. */
  async onModuleDestroy(): Promise<void> {
    await this.thread?.terminate();
  }

  private async run(sizes: readonly number[]): Promise<Verdict> {
    const { databaseUrl: url } = this.config;
    const path = sqlitePath(url);
    // Only its own connection sees a database in memory.
    if (path === ':memory:') {
      return this.database.read((manager) => verifyChain(manager, sizes));
    }
    const thread = new Worker(new URL('./chain-verifier.thread.js', import.meta.url), {
      workerData: { driver: SQLITE_DRIVER, path, url, sizes },
    });
    this.thread = thread;
    try {
      return await new Promise<Verdict>((resolve, reject) => {
        thread.once('message', resolve);
        thread.once('error', reject);
        thread.once('exit', () => reject(new Error('The verification was ended')));
      });
    } finally {
      this.thread = null;
      await thread.terminate();
    }
  }
}
