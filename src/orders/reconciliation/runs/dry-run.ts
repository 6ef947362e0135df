import { Injectable } from '@nestjs/common';
import { Database } from '../../../infra/database/database.js';
import type { Preview } from '../apply/preview.js';
import type { ExchangePoller, ExchangeSnapshot, Questions } from '../collect/exchange-poller.js';
import { RunContexts } from './run-context.js';
import type { PollingState } from '../collect/polling-state.js';
import type { RunInput } from './run-input.js';
import { ReconciliationRun, type RunResult } from './run.js';

export interface DryRunResult extends RunResult {
  readonly opened: number;
  readonly closed: number;
  readonly preview: Preview;
}

/**
 * A dry run: the same run, in a unit that is rolled back. A unit waits for no exchange, so the run is
 * repeated from its beginning after each round of questions, with all answers so far.
 */
@Injectable()
export class DryRun {
  constructor(
    private readonly database: Database,
    private readonly contexts: RunContexts,
  ) {}

  async run(poller: ExchangePoller, input: RunInput, polling: PollingState): Promise<DryRunResult> {
    // Asked inside, it would wait for the unit that asks.
    const held = await input.readsHeld();
    const readsHeld = (): Promise<number> => Promise.resolve(held);
    const answers: ExchangeSnapshot[] = [];
    for (;;) {
      const reached = await this.repeat({ ...input, readsHeld }, polling, answers);
      if ('result' in reached) return reached.result;
      answers.push(await poller.collect(reached.questions));
    }
  }

  /** As far as the answers go: to the next questions, or to the result. */
  private repeat(
    input: RunInput,
    polling: PollingState,
    answers: readonly ExchangeSnapshot[],
  ): Promise<{ readonly questions: Questions } | { readonly result: DryRunResult }> {
    return this.database.runAndRollBack(async (database) => {
      const context = this.contexts.forDryRun(database, polling);
      const steps = new ReconciliationRun(context, input).steps();
      let step = await steps.next();
      for (const answer of answers) if (step.done !== true) step = await steps.next(answer);
      if (step.done !== true) return { questions: step.value };
      const { opened, closed } = context.writers.trail;
      return { result: { ...step.value, opened, closed, preview: context.preview() } };
    });
  }
}
