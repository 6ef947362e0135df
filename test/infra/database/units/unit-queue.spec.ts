import { Commits } from '../../../../src/infra/database/units/commits.js';
import {
  UnitQueue,
  type Done,
  type Failed,
  type UnitConnection,
} from '../../../../src/infra/database/units/unit-queue.js';

const GONE = Object.assign(new Error('no connection'), { code: '08006' });

/** A server that dies without a word once a transaction has begun: what is asked then fails, and so does each new connection. */
class DyingServer implements UnitConnection {
  begins = 0;
  private isGone = false;

  begin(): void {
    this.begins += 1;
    if (this.isGone) throw GONE;
  }

  commit(): void {
    throw GONE;
  }

  rollback(): Promise<void> {
    return Promise.resolve();
  }

  inSavepoint(): Promise<Done | Failed> {
    this.isGone = true;
    return Promise.reject(GONE);
  }

  unit(): never {
    throw GONE;
  }

  inTransaction(): boolean {
    return !this.isGone;
  }

  isRetryable(): boolean {
    return false;
  }

  isCommitInDoubt(): boolean {
    return false;
  }
}

describe('Units of work whose server dies without a word', () => {
  const nothing = (): Promise<void> => Promise.resolve();

  function queueOn(connection: UnitConnection): UnitQueue {
    const commits = new Commits();
    return new UnitQueue(connection, { yieldAfterMs: 0, steady: () => 0, commits, isShared: true });
  }

  it('wait for one more connection, not for one each, when they share a commit', async () => {
    const server = new DyingServer();
    const queue = queueOn(server);
    const units = [1, 2, 3].map(() => queue.run(nothing));
    const outcomes = await Promise.allSettled(units);
    expect(outcomes).toEqual(units.map(() => ({ status: 'rejected', reason: GONE })));
    expect(server.begins).toBe(2);
  });

  it('wait for no further connection when they are in the queue behind them', async () => {
    const server = new DyingServer();
    const queue = queueOn(server);
    const units = [queue.run(nothing), queue.run(nothing)];
    for (let more = 0; more < 3; more += 1) units.push(queue.runAlone(nothing));
    const outcomes = await Promise.allSettled(units);
    expect(outcomes).toEqual(units.map(() => ({ status: 'rejected', reason: GONE })));
    expect(server.begins).toBe(2);
    await queue.end();
  });
});
