import { Injectable } from '@nestjs/common';
import { operatorOf, type Actor } from '../../infra/audit/actor.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { Clock } from '../../infra/runtime/clock.js';
import {
  RecordApi,
  type RecordEndpoint,
  type Records,
} from '../../infra/exchange/api/record-api.js';
import type { NoAnswer } from '../../infra/exchange/client/no-answer.js';
import { notACursor } from '../../infra/http/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import { noAnswerProblem } from './no-answer-problem.js';
import { AnswerCache } from './answer-cache.js';
import { ExchangeQuestions, type Asked } from './exchange-questions.js';

/** Fits the longest list that the transport accepts (64 MiB), so that every list can be paged to its end. */
const LIMITS = { entriesMax: 50, bytesMax: 96 * 2 ** 20, entryBytesMax: 64 * 2 ** 20 };
const PAGES_KEPT_MS = 60_000;

interface Kept {
  /** The question, so that a cursor only opens its own list. */
  readonly key: string;
  readonly records: Records;
  readonly until: number;
}

@Injectable()
export class ExchangeRecords {
  private readonly answers = new AnswerCache<Kept>(LIMITS);
  private readonly asking = new Map<string, Promise<Records | NoAnswer>>();

  constructor(
    private readonly api: RecordApi,
    private readonly questions: ExchangeQuestions,
    private readonly clock: Clock,
  ) {}

  /** Throws a problem when there is no answer. */
  async ask(
    endpoint: RecordEndpoint,
    body: Readonly<Record<string, string>>,
    actor: Actor,
  ): Promise<Records> {
    const key = keyOf(endpoint, body);
    const shared = this.asking.get(key);
    const found = await (shared ?? this.askNow(key, { endpoint, body }, actor));
    if (found.kind === 'NoAnswer') {
      throw noAnswerProblem(found, endpoint === 'order/enquiry', this.clock.now());
    }
    if (shared !== undefined) await this.questions.recordShared({ endpoint, body }, actor);
    const until = this.clock.steady() + PAGES_KEPT_MS;
    this.answers.set(found.callId, { key, records: found, until }, found.bytes);
    return found;
  }

  private askNow(key: string, asked: Asked, actor: Actor): Promise<Records | NoAnswer> {
    const by = {
      operator: operatorOf(actor),
      recordAsker: (unit: Unit) => this.questions.record(unit, asked, actor),
    };
    const answer = this.api
      .ask(asked.endpoint, asked.body, by)
      .finally(() => this.asking.delete(key));
    this.asking.set(key, answer);
    return answer;
  }

  /** The answer of an earlier call, for further pages of the same list. */
  again(callId: string, endpoint: RecordEndpoint, body: Readonly<Record<string, string>>): Records {
    const kept = this.answers.get(callId);
    if (kept !== undefined && kept.key !== keyOf(endpoint, body)) throw notACursor();
    if (kept === undefined || kept.until < this.clock.steady()) {
      throw problem(
        'validation-failed',
        'The list of this cursor is no longer kept. Start again without a cursor.',
        {
          errors: [{ field: 'cursor', message: 'belongs to a list that is no longer kept' }],
        },
      );
    }
    return kept.records;
  }
}

function keyOf(endpoint: RecordEndpoint, body: Readonly<Record<string, string>>): string {
  return `${endpoint} ${JSON.stringify(body)}`;
}
