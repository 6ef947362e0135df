import { describe, expect, it } from '@jest/globals';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import type { Database } from '../../../src/infra/database/database.js';
import { OutcomeWaiter } from '../../../src/orders/order-entry/outcome-waiter.js';
import { HandClock } from '../../support/hand-clock.js';

/** Orders whose answer has not come; `reads` counts how often somebody looked. */
function waitingRoom(): {
  readonly waiter: OutcomeWaiter;
  readonly tail: AuditTail;
  readonly reads: () => number;
  readonly wait: (caller: string, count: number) => Promise<{ readonly answered: number }>;
} {
  let reads = 0;
  const database: Pick<Database, 'read' | 'engine'> = {
    engine: 'sqlite',
    read: <T>() => {
      reads += 1;
      return Promise.resolve(null as T);
    },
  };
  const tail = new AuditTail();
  const waiter = new OutcomeWaiter(database as Database, tail, new HandClock());
  const wait = async (caller: string, count: number): Promise<{ answered: number }> => {
    const seen = { answered: 0 };
    for (let index = 0; index < count; index += 1) {
      const orderId = `ord_${caller}_${index}`;
      void waiter.settled(orderId, { waitMs: 30_000, caller }).then(() => (seen.answered += 1));
    }
    await settled();
    return seen;
  };
  return { waiter, tail, reads: () => reads, wait };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('OutcomeWaiter', () => {
  it('looks again at an order when that has new entries, not when another has', async () => {
    const { tail, reads, wait } = waitingRoom();
    await wait('dealer', 50);
    expect(reads()).toBe(50);
    tail.committed({ stream: 'ord_dealer_7', facts: [] });
    tail.committed({ stream: 'ord_other', facts: [] });
    await settled();
    expect(reads()).toBe(51);
  });

  it('lets a hundred of a caller wait, and four hundred in all; others get what is known at once', async () => {
    const { wait } = waitingRoom();
    expect(await wait('flood', 130)).toEqual({ answered: 30 });
    expect(await wait('dealer', 1)).toEqual({ answered: 0 });
    for (const caller of ['b', 'c', 'd']) await wait(caller, 100);
    expect(await wait('e', 2)).toEqual({ answered: 2 });
  });
});
