import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../infra/runtime/clock.js';
import {
  MarketDataApi,
  type MarketAnswer,
  type MarketLane,
} from '../../infra/exchange/api/market-data-api.js';
import type { MarketEndpoint, Question } from '../../infra/exchange/api/market-questions.js';
import type { NoAnswer } from '../../infra/exchange/client/no-answer.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { AnswerCache } from './answer-cache.js';
import { freshnessOf, type Freshness } from './freshness.js';
import { noAnswerProblem } from './no-answer-problem.js';
import { ReaderCalls, tooManyCalls } from './reader-calls.js';
import { tradingDateOf } from '../trading-calendar/trading-day.js';

/**
 * Market data through a cache. A fresh answer costs no call, and concurrent equal questions share one.
 * When the exchange gives no answer, an older one is served as stale, also after a refusal: a security
 * that was known a moment ago is hardly delisted. Without an older one the reader gets the problem.
 */
export interface Reading<E extends MarketEndpoint = MarketEndpoint> {
  readonly answer: MarketAnswer<E>;
  readonly source: 'live' | 'cache' | 'stale';
  readonly ageMs: number;
  readonly freshness: Freshness;
}

interface Kept {
  readonly answer: MarketAnswer;
  /** Monotonic time just before it was asked. */
  readonly askedAt: number;
  readonly freshness: Freshness;
}

interface Asking {
  /** Of the question: the lanes share their answers. */
  readonly key: string;
  /** Of the question in its lane: they do not share calls and failures. */
  readonly asked: string;
  readonly operator: string;
  readonly lane: MarketLane;
}

interface Failed {
  readonly failure: NoAnswer;
  readonly until: number;
}

/** Bytes on the wire; as objects they take a few times that. */
const LIMITS = { entriesMax: 2_000, bytesMax: 16 * 2 ** 20, entryBytesMax: 4 * 2 ** 20 };
const FAILURES = { entriesMax: 1_000, bytesMax: 1_000, entryBytesMax: 1 };
/** The same question is not asked again this soon after a failure, so that retries cost no calls. */
const FAILURE_REST_MS = 2_000;
/** A refused lookup is mostly a misspelt symbol. */
const REFUSAL_REST_MS = 15_000;
/** A reader for whom there is an older answer waits this long for a new one. */
const PATIENCE_MS = 2_000;

/** Looked up by name: a refusal may mean that the name does not exist. */
const LOOKUPS: ReadonlySet<MarketEndpoint> = new Set<MarketEndpoint>([
  'sectors/companies',
  'company/metadata',
  'company/data',
  'market-depth/order-book',
  'security/quote',
]);

@Injectable()
export class MarketData {
  private readonly answers = new AnswerCache<Kept>(LIMITS);
  private readonly failures = new AnswerCache<Failed>(FAILURES);
  private readonly asking = new Map<string, Promise<Kept | NoAnswer>>();
  private readonly logger: Logger;

  constructor(
    private readonly api: MarketDataApi,
    private readonly calls: ReaderCalls,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('market');
  }

  /** Throws a problem when there is no answer that may be served. `countedAs`: see {@link ReaderCalls}; null: it is not. */
  async read<E extends MarketEndpoint>(
    question: Question<E>,
    operator: string,
    lane: MarketLane = 'market',
    countedAs: string | null = null,
  ): Promise<Reading<E>> {
    const key = `${question.endpoint}?${new URLSearchParams(question.query).toString()}`;
    const kept = this.answers.get(key);
    if (kept !== undefined && this.ageOf(kept) < kept.freshness.freshMs) {
      return this.reading<E>(kept, 'cache');
    }
    const asked = `${lane} ${key}`;
    const older =
      kept !== undefined && this.ageOf(kept) < kept.freshness.longestMs ? kept : undefined;
    const isCounted = countedAs !== null && !this.isAsked(asked);
    const waitMs = isCounted ? this.calls.spend(countedAs) : null;
    if (waitMs !== null && older === undefined) throw tooManyCalls(waitMs);
    if (waitMs !== null && older !== undefined) return this.reading<E>(older, 'stale');
    const found = await this.askOnce(question, { key, asked, operator, older, lane });
    if ('answer' in found) return this.reading<E>(found, found === older ? 'stale' : 'live');
    if (older !== undefined) return this.reading<E>(older, 'stale');
    throw noAnswerProblem(found, LOOKUPS.has(question.endpoint), this.clock.now());
  }

  /** Whether it costs no call: somebody is asking already, or the last one has failed a moment ago. */
  private isAsked(asked: string): boolean {
    const failed = this.failures.get(asked);
    return this.asking.has(asked) || (failed !== undefined && this.clock.steady() < failed.until);
  }

  /** What one lane could not be told says nothing of the other, which has calls of its own. */
  private askOnce(
    question: Question,
    { older, ...asking }: Asking & { readonly older: Kept | undefined },
  ): Promise<Kept | NoAnswer> {
    const { asked } = asking;
    const failed = this.failures.get(asked);
    if (failed !== undefined && this.clock.steady() < failed.until) {
      return Promise.resolve(failed.failure);
    }
    let answer = this.asking.get(asked);
    if (answer === undefined) {
      answer = this.ask(question, asking).finally(() => this.asking.delete(asked));
      this.asking.set(asked, answer);
    }
    return older === undefined ? answer : this.withTimeout(answer, older);
  }

  private async ask(
    question: Question,
    { key, asked, operator, lane }: Asking,
  ): Promise<Kept | NoAnswer> {
    const freshness = freshnessOf(question, tradingDateOf(this.clock.now()));
    const askedAt = this.clock.steady();
    const answer = await this.api.answer(question, operator, lane);
    if (answer.kind === 'Answer') {
      const kept = { answer, askedAt, freshness };
      if (!this.answers.set(key, kept, answer.bytes)) {
        this.logger.warn({ key, bytes: answer.bytes }, 'answer too large to be cached');
      }
      return kept;
    }
    const restMs = answer.why === 'Refused' ? REFUSAL_REST_MS : FAILURE_REST_MS;
    this.failures.set(asked, { failure: answer, until: this.clock.steady() + restMs }, 1);
    return answer;
  }

  /** The older answer when the new one takes too long; that is still cached when it arrives. */
  private withTimeout(asked: Promise<Kept | NoAnswer>, older: Kept): Promise<Kept | NoAnswer> {
    return new Promise((resolve, reject) => {
      const stop = this.clock.after(PATIENCE_MS, () => resolve(older));
      void asked.then(resolve, reject).finally(stop);
    });
  }

  private reading<E extends MarketEndpoint>(kept: Kept, source: Reading['source']): Reading<E> {
    // The key implies the question, and so the type.
    const answer = kept.answer as MarketAnswer<E>;
    return { answer, source, ageMs: this.ageOf(kept), freshness: kept.freshness };
  }

  private ageOf(kept: Kept): number {
    return this.clock.steady() - kept.askedAt;
  }
}
