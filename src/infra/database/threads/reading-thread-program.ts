import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Schema } from '../data-source-options.js';
import { QueryTimeout } from '../query-timeout.js';
import { TIMED_OUT, type ThreadReply, type ThreadSettings } from './reading-thread-messages.js';
import type { Questions } from '../reads.js';
import { Snapshots } from './snapshots.js';
import { errorCode } from '../units/unit-of-work.js';

/** Of the scale from -20 to 19, where 0 is usual. */
const NICENESS = 10;

/** The thread's side of `ReadingThread`: answers each question from one snapshot. */
export function answerInThread(
  schema: Pick<Schema, 'entities'>,
  answerWith: (own: unknown) => (questions: Questions, question: unknown) => Promise<unknown>,
): void {
  const { databaseUrl, own } = workerData as ThreadSettings;
  lowerPriority();
  const answer = answerWith(own);
  let snapshots: Snapshots | null = null;
  const reply = async (question: unknown): Promise<ThreadReply> => {
    try {
      snapshots ??= await Snapshots.open(databaseUrl, schema);
      return { answer: await snapshots.read((questions) => answer(questions, question)) };
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const code = error instanceof QueryTimeout ? TIMED_OUT : errorCode(error);
      return { failed: { message, code } };
    }
  };
  parentPort?.on('message', (question: unknown) => {
    void reply(question).then((sent) => parentPort?.postMessage(sent, handedOver(sent)));
  });
}

/** Where processors are few, orders come first. Linux lowers this thread alone; elsewhere it would be the process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it: then the thread works at the usual priority.
  }
}

/** Bytes are handed over instead of copied. */
function handedOver(reply: ThreadReply): ArrayBuffer[] {
  if (!('answer' in reply) || !(reply.answer instanceof Uint8Array)) return [];
  const { buffer } = reply.answer;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
