import { Injectable } from '@nestjs/common';
import { Database } from '../../../infra/database/database.js';
import type { Preview } from './preview.js';
import { askOf, type RecallingEnquirer } from '../collect/enquirer.js';
import { RunReaders } from './run-readers.js';
import type { PollingState } from '../collect/polling-state.js';
import type { RunPlan } from '../collect/run-plan.js';
import { ReconciliationRun, type RunResult } from './run.js';

export interface DryRunResult extends RunResult {
  readonly opened: number;
  readonly closed: number;
  readonly foreseen: Preview;
}

/** More than a pass can have; a rehearsal that needs more does not come to an end. */
const QUESTIONS_MOST = 100;

/**
 * A dry run: the same pass, on the database as it is, in a unit that is undone. A unit waits for no
 * exchange, so a rehearsal that comes to a question is undone and begun again with the answer, until
 * it comes to its end.
 */
@Injectable()
export class DryRun {
  constructor(
    private readonly database: Database,
    private readonly bookcase: RunReaders,
  ) {}

  async run(
    enquirer: RecallingEnquirer,
    plan: RunPlan,
    memory: PollingState,
  ): Promise<DryRunResult> {
    // Asked inside, it would wait for the unit that asks.
    const held = await plan.readsHeld();
    const readsHeld = (): Promise<number> => Promise.resolve(held);
    for (let questions = 0; questions <= QUESTIONS_MOST; questions += 1) {
      try {
        return await this.database.runAndRollBack(async (database) => {
          const books = this.bookcase.rehearse(database, memory);
          const result = await new ReconciliationRun(books, enquirer, { ...plan, readsHeld }).run();
          const { opened, closed } = books.writers.trail;
          return { ...result, opened, closed, foreseen: books.foreseen() };
        });
      } catch (error) {
        await askOf(error)();
      }
    }
    throw new Error(`A dry run has more than ${QUESTIONS_MOST} questions`);
  }
}
