import { Worker } from 'node:worker_threads';
import { QueryTimeout } from '../../../../src/infra/database/query-timeout.js';
import { ReadingThread } from '../../../../src/infra/database/threads/reading-thread.js';
import { asProblem } from '../../../../src/infra/http/problems/problem.filter.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { turnsDuring } from '../../../support/time/turns.js';

const PROGRAM = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', (question) => {
    if (question === 'for ever') for (;;);
    if (question === 'crash') process.exit(1);
    if (question === 'fail') parentPort.postMessage({ failed: { message: 'no', code: 'SQLITE_FULL' } });
    else parentPort.postMessage({ answer: [question, threadId] });
  });`;

describe('A reading thread', () => {
  const clock = new HandClock();
  const thread = new ReadingThread(() => new Worker(PROGRAM, { eval: true }), clock);
  const threadOf = async (question: string): Promise<number> => {
    const [answered, id] = (await thread.ask(question)) as [string, number];
    expect(answered).toBe(question);
    return id;
  };

  afterEach(() => thread.end());

  it('answers while the event loop turns, one thread for all questions', async () => {
    let first = 0;
    expect(await turnsDuring(async () => (first = await threadOf('one')))).toBeGreaterThan(1);
    expect(await threadOf('two')).toBe(first);
    expect(clock.waiting).toBe(0);
  });

  it('is given up and ended after half a minute, even if it never looks up, and begins anew', async () => {
    const before = await threadOf('before');
    const endless = thread.ask('for ever');
    clock.pass(30_000);
    const error: unknown = await endless.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(QueryTimeout);
    expect(asProblem(error)).toMatchObject({
      code: 'query-timeout',
      details: { retryAfterSeconds: 10 },
    });
    expect(await threadOf('after')).not.toBe(before);
  });

  it('begins anew after it has crashed', async () => {
    await expect(thread.ask('crash')).rejects.toThrow('has ended');
    expect(await threadOf('after')).toBeGreaterThan(0);
  });

  it('passes on what the database said', async () => {
    const error: unknown = await thread.ask('fail').catch((reason: unknown) => reason);
    expect(asProblem(error).code).toBe('storage-unavailable');
  });
});
