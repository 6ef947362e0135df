import { Injectable } from '@nestjs/common';
import { Config } from '../../../infra/config/config.js';
import { Database } from '../../../infra/database/database.js';
import {
  ReadingEnded,
  ReadingThreads,
  type ReadingThread,
} from '../../../infra/database/threads/reading-thread.js';
import { problem } from '../../../infra/http/problems/problem.js';
import { AppLogger } from '../../../infra/observability/logging.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { SharedQueue } from '../../../infra/runtime/shared-queue.js';
import { TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import type { Sessions } from '../../../market/trading-calendar/trading-day.js';
import {
  DayAnswers,
  type DayAnswerOf,
  type DayAnswersSettings,
  type DayQuestion,
  type ReportForm,
} from '../day-answers.js';

/** Different questions that may wait; a large day takes about a second. */
const WAITING_MAX = 32;
const RETRY_AFTER_S = 5;

type Asked<K> = Omit<Extract<DayQuestion, { kind: K }>, 'sessions' | 'now'>;

/**
 * Whoever asks about a trading day is answered by a thread beside the event loop, so that orders do not wait for the
 * report of a large day. It answers one question at a time; those who ask the same meanwhile share the next answer.
 */
@Injectable()
export class DayReports {
  private readonly queue = new SharedQueue();
  private readonly thread: ReadingThread | null;
  /** In place of a thread. */
  private readonly answers: DayAnswers;

  constructor(
    private readonly database: Database,
    private readonly calendar: TradingCalendar,
    private readonly clock: Clock,
    { brokerCode, logLevel }: Config,
    threads: ReadingThreads,
    logger: AppLogger,
  ) {
    const own: DayAnswersSettings = { brokerCode, logLevel };
    this.thread = threads.start('day-answers.thread.js', own);
    this.answers = new DayAnswers(brokerCode, logger.for('trading days'));
  }

  view(tradingDate: string, masksClients: boolean): Promise<Uint8Array> {
    return this.ask({ kind: 'view', tradingDate, masksClients });
  }

  report(tradingDate: string, form: ReportForm): Promise<Uint8Array> {
    return this.ask({ kind: 'report', tradingDate, form });
  }

  summary(tradingDate: string, sessions: Sessions): Promise<DayAnswerOf['summary']> {
    return this.ask({ kind: 'summary', tradingDate }, sessions);
  }

  /** What decides whether it can be signed, and what has changed since the report with that hash. */
  signOffState(tradingDate: string, reportHash: string): Promise<DayAnswerOf['sign-off']> {
    return this.ask({ kind: 'sign-off', tradingDate, reportHash });
  }

  private ask<K extends keyof DayAnswerOf>(
    question: Asked<K> & { readonly kind: K },
    sessions: Sessions | null = null,
  ): Promise<DayAnswerOf[K]> {
    const name = JSON.stringify(question);
    if (this.queue.length >= WAITING_MAX && !this.queue.has(name)) {
      const detail = 'Too many questions about trading days are waiting. Try again in a moment.';
      throw problem('overloaded', detail, { retryAfterSeconds: RETRY_AFTER_S });
    }
    return this.queue.run(name, async () => {
      const { tradingDate } = question;
      const { reading } = this.database;
      const whole = {
        ...question,
        sessions: sessions ?? (await this.calendar.sessions(reading, tradingDate)),
        now: this.clock.now(),
      };
      // The kind of the answer is that of the question.
      return (await this.answer(whole as unknown as DayQuestion)) as DayAnswerOf[K];
    });
  }

  private async answer(question: DayQuestion): Promise<unknown> {
    if (this.thread === null) return this.answers.answer(this.database.reading, question);
    try {
      return await this.thread.ask(question);
    } catch (error) {
      if (!(error instanceof ReadingEnded)) throw error;
      throw problem('shutting-down', 'This instance is about to end.');
    }
  }
}
