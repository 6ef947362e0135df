import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { Config, sqlitePath } from '../../config/config.js';
import { Clock } from '../../runtime/clock.js';
import { QueryTimeout } from '../query-timeout.js';
import { TIMED_OUT, type ThreadReply, type ThreadSettings } from './reading-thread-messages.js';

/** An answer that takes longer is given up, and its thread ended. */
const ANSWER_MAX_MS = 30_000;

/** The service stops, so there is no answer. */
export class ReadingEnded extends Error {
  constructor() {
    super('The thread has ended before it could answer');
  }
}

/** The folder of the built programs: those of threads, and the verifier of audit trails. */
export class ThreadPrograms {
  /** Null: there are none, what threads would do is done on the event loop, and archives come without verifier. */
  constructor(readonly folder: URL | null) {}
}

/** Starts threads that read the database through connections of their own. */
@Injectable()
export class ReadingThreads implements OnModuleDestroy {
  private readonly started: ReadingThread[] = [];
  private isOver = false;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly programs: ThreadPrograms,
  ) {}

  /** Null where there can be none: only its own connection sees a database in memory. */
  start(program: string, own: unknown): ReadingThread | null {
    const { databaseUrl } = this.config;
    const { folder } = this.programs;
    if (folder === null || sqlitePath(databaseUrl) === ':memory:') return null;
    const workerData: ThreadSettings = { databaseUrl, own };
    const thread = new ReadingThread(() => {
      if (this.isOver) throw new ReadingEnded();
      return new Worker(new URL(program, folder), { workerData });
    }, this.clock);
    this.started.push(thread);
    return thread;
  }

  /** Questions that are under way or wait end with {@link ReadingEnded}. */
  async onModuleDestroy(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.started.map((thread) => thread.end()));
  }
}

/** Starts with the first question, and again with the next one after it has ended. */
export class ReadingThread {
  private worker: Worker | null = null;

  constructor(
    private readonly start: () => Worker,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /** One question at a time: whoever asks has a queue. */
  async ask(question: unknown): Promise<unknown> {
    const worker = this.running();
    worker.ref();
    const reply = await this.replyOf(worker, question).finally(() => worker.unref());
    if ('answer' in reply) return reply.answer;
    const { message, code } = reply.failed;
    throw code === TIMED_OUT ? new QueryTimeout() : Object.assign(new Error(message), { code });
  }

  private replyOf(worker: Worker, question: unknown): Promise<ThreadReply> {
    return new Promise((resolve, reject) => {
      const ended = (): void => settle(() => reject(new ReadingEnded()));
      const failed = (error: unknown): void => settle(() => reject(asError(error)));
      const replied = (reply: ThreadReply): void => settle(() => resolve(reply));
      const cancel = this.clock.after(ANSWER_MAX_MS, () => {
        failed(new QueryTimeout());
        void this.end();
      });
      const settle = (how: () => void): void => {
        cancel();
        worker.off('message', replied).off('error', failed).off('exit', ended);
        how();
      };
      worker.on('message', replied).on('error', failed).on('exit', ended);
      worker.postMessage(question);
    });
  }

  async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private running(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = this.start();
    const forget = (): void => {
      if (this.worker === worker) this.worker = null;
    };
    // An error without a listener would end the process.
    worker.on('error', forget).on('exit', forget);
    this.worker = worker;
    return worker;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
