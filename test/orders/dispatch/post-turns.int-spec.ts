import { Claims } from '../../support/claims.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';

describe.each(ENGINES)('Posts that wait to be sent, on %s', (engine) => {
  let queue: Claims;

  afterEach(() => queue.database.close());

  const accept = async (createdBy: string, ids: readonly string[]): Promise<void> => {
    for (const id of ids) await queue.accept(id, { createdBy }, { matchKey: id });
  };

  const claimed = async (times: number): Promise<readonly string[]> => {
    const orders: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const claim = await queue.claim();
      orders.push(claim.kind === 'Claimed' ? claim.claim.orderId : claim.kind);
    }
    return orders;
  };

  it('go by turns of their callers, each in its order, whoever has queued how many', async () => {
    queue = await Claims.on(await readyDatabase(engine));
    await queue.bookIsRead();
    await accept('key:greedy', ['g1', 'g2', 'g3', 'g4', 'g5']);
    expect(await claimed(2)).toEqual(['g1', 'g2']);
    await accept('key:modest', ['m1', 'm2']);
    await accept('key:late', ['l1']);
    expect(await claimed(7)).toEqual(['g3', 'l1', 'm1', 'g4', 'm2', 'g5', 'Nothing']);
  });
});
