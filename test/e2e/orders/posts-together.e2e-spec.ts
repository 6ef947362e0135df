import { CommandBus } from '@nestjs/cqrs';
import { Database } from '../../../src/infra/database/database.js';
import {
  PostAcceptance,
  type PostOrderResult,
  type PostOrderTerms,
} from '../../../src/orders/order-entry/post-acceptance.js';
import { PostOrder } from '../../../src/orders/order-entry/post-order.js';
import { Problem } from '../../../src/infra/http/problems/problem.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk } from '../../support/desk.js';

interface Asked {
  readonly terms?: Partial<PostOrderTerms>;
  readonly key?: string;
  readonly caller?: string;
}

const MOST_QUEUED = 9;

function codeOf({ reason }: PromiseRejectedResult): string {
  return reason instanceof Problem ? reason.code : String(reason);
}

/** Posts that are asked for in one turn of the event loop are accepted in one unit of work. */
describe.each(ENGINES)('Posts that arrive together, on %s', (engine) => {
  let desk: Desk;

  afterEach(() => desk.close());

  const open = async (): Promise<void> => {
    desk = await Desk.open(engine, { env: { QUEUED_POSTS_PER_CALLER: String(MOST_QUEUED) } });
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'so that they wait' } });
  };

  const post = async (asked: readonly Asked[]) => {
    const bus = desk.service.app.get(CommandBus);
    const outcomes = asked.map(({ terms, key = null, caller = 'key:desk' }) => {
      const whole = { ...desk.terms(), brokerCode: null, ...terms } as unknown as PostOrderTerms;
      return bus.execute(new PostOrder(whole, key, null, { name: caller }));
    });
    return desk.clock.flow(Promise.allSettled(outcomes));
  };

  const orderId = (outcome: PromiseSettledResult<PostOrderResult> | undefined): string =>
    outcome?.status === 'fulfilled' ? outcome.value.orderId : 'refused';

  it('are each answered for themselves: repetitions with their order, and refusals cost no other anything', async () => {
    await open();
    const run = jest.spyOn(desk.service.app.get(PostAcceptance), 'run');
    const outcomes = await post([
      { terms: { clientOrderId: 'same' }, key: 'one' },
      { terms: { timeInForce: 'Never' } },
      { terms: { units: '300' }, key: 'two' },
      { terms: { clientOrderId: 'same' }, key: 'one' },
      { terms: { units: '400' }, key: 'two' },
      { terms: { clientOrderId: 'same' }, caller: 'key:other' },
    ]);
    expect(run.mock.calls.map(([, posts]) => posts.length)).toEqual([3, 3]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'accepted' : codeOf(outcome))),
    ).toEqual([
      'accepted',
      'time-in-force-unknown',
      'accepted',
      'accepted',
      'idempotency-key-reused',
      'accepted',
    ]);
    expect(orderId(outcomes[3])).toBe(orderId(outcomes[0]));
    expect(orderId(outcomes[5])).not.toBe(orderId(outcomes[0]));
    expect(await desk.list('/v1/orders')).toHaveLength(3);
  });

  it('go out one by one if they are alike, and their callers in turn', async () => {
    await open();
    const alike = { clientName: 'Bola Obi', units: '700' };
    const outcomes = await post([
      { terms: alike },
      { terms: alike },
      { terms: { units: '800' } },
      { terms: { units: '900' }, caller: 'key:other' },
    ]);
    const units = desk.service.app.get(Database).units;
    const rows = await units.run((unit) =>
      unit.query('SELECT caller, turn, blocked_by FROM order_requests ORDER BY id'),
    );
    expect(rows).toEqual([
      { caller: 'key:desk', turn: 1, blocked_by: null },
      { caller: 'key:desk', turn: 2, blocked_by: 'Twin' },
      { caller: 'key:desk', turn: 3, blocked_by: null },
      { caller: 'key:other', turn: 1, blocked_by: null },
    ]);
    await desk.call('POST', '/v1/ops/resume', { body: { reason: 'they may go' } });
    for (const outcome of outcomes)
      await desk.until(orderId(outcome), ({ pending }) => pending === null);
    expect(desk.exchange.exchange.control.orders()).toHaveLength(4);
    const { body } = await desk.call('POST', '/v1/audit/verifications');
    expect(body).toMatchObject({ valid: true });
  });

  it('fill the queue of their caller to the last place, and nobody else’s', async () => {
    await open();
    const outcomes = await post([
      ...Array.from({ length: MOST_QUEUED + 2 }, () => ({})),
      { caller: 'key:other' },
    ]);
    const refused = outcomes.flatMap((outcome, index) =>
      outcome.status === 'rejected' ? [[index, codeOf(outcome)]] : [],
    );
    expect(refused).toEqual([
      [MOST_QUEUED, 'too-many-queued'],
      [MOST_QUEUED + 1, 'too-many-queued'],
    ]);
  });
});
