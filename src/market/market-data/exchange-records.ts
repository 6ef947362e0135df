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
import { notACursor } from '../../infra/http/input/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import { noAnswerProblem } from './no-answer-problem.js';
import { AnswerCache } from './answer-cache.js';
import { ExchangeQuestions, type Asked } from './exchange-questions.js';

/** Fits the longest list that the transport accepts (64 MiB, 250,000 rows), so that every list can be paged to its end. */
const LIMITS = { entriesMax: 50, bytesMax: 192 * 2 ** 20, entryBytesMax: 192 * 2 ** 20 };
/** What a record counts for beside its bytes: all our names are in it, however few the exchange has sent. */
const RECORD_BYTES = 500;
const PAGES_KEPT_MS = 60_000;

interface Kept {
  /** The question, so that a cursor only opens its own list. */
  readonly key: string;
  readonly records: Records;
  readonly until: number;
}

/** What somebody asks, and who asks the same meanwhile shares. */
interface Asking {
  readonly answer: Promise<Records | NoAnswer>;
  /** Whether a call was reserved for it. */
  readonly isAsked: () => boolean;
}

@Injectable()
export class ExchangeRecords {
  private readonly answers = new AnswerCache<Kept>(LIMITS);
  private readonly asking = new Map<string, Asking>();

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
    const asking = shared ?? this.askNow(key, { endpoint, body }, actor);
    const found = await asking.answer;
    if (shared?.isAsked() === true) await this.questions.recordShared({ endpoint, body }, actor);
    if (found.kind === 'NoAnswer') {
      throw noAnswerProblem(found, endpoint === 'order/enquiry', this.clock.now());
    }
    const until = this.clock.steady() + PAGES_KEPT_MS;
    const bytes = found.bytes + found.records.length * RECORD_BYTES;
    this.answers.set(found.callId, { key, records: found, until }, bytes);
    return found;
  }

  private askNow(key: string, asked: Asked, actor: Actor): Asking {
    let isAsked = false;
    const recordAsker = (unit: Unit): Promise<void> => {
      isAsked = true;
      return this.questions.record(unit, asked, actor);
    };
    const by = { operator: operatorOf(actor), recordAsker };
    const answer = this.api
      .ask(asked.endpoint, asked.body, by)
      .finally(() => this.asking.delete(key));
    const asking = { answer, isAsked: () => isAsked };
    this.asking.set(key, asking);
    return asking;
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
