import type { Desk, ListBody } from '../../support/desk.js';
import { RUNS, RunsDesk, whatOf } from '../../support/runs.js';

describe('A requested run', () => {
  let runs: RunsDesk;
  let desk: Desk;

  beforeAll(async () => {
    runs = await RunsDesk.open('sqlite');
    desk = runs.desk;
  });

  afterAll(() => desk.close());

  it('of named orders reads their day and enquires them, and changes nothing else', async () => {
    const one = await runs.order();
    const other = await runs.order();
    for (const { orderNumber } of [one, other]) {
      runs.control.fill({ orderNumber: String(orderNumber), units: 100 });
    }
    const scope = { orderIds: [one.id] };
    const dry = await runs.run({ scope, dryRun: true });
    expect(dry.preview?.orders.map(({ orderId }) => orderId)).toEqual([one.id]);
    expect((await desk.order(one.id)).matchedUnits).toBe('0');
    const body = await runs.run({ scope });
    expect(body).toMatchObject({ scope, orders: 1, changed: 1, fills: 1, coveredAt: null });
    expect(whatOf(body)).toEqual([
      `order ${String(one.orderNumber)}: list-differs`,
      `trades ${one.tradingDate}`,
    ]);
    expect(body.cutOffs.list).toBeNull();
    expect((await desk.order(one.id)).matchedUnits).toBe('100');
    expect((await desk.order(other.id)).matchedUnits).toBe('0');
    await runs.run();
    expect((await desk.order(other.id)).matchedUnits).toBe('100');
  });

  it.each([
    [{}, 'Somebody asked for a run over everything.'],
    [{ dryRun: true }, 'Somebody asked for a dry run over everything.'],
    [
      { dryRun: true, scope: { security: 'SD11PLC' } },
      'Somebody asked for a dry run over SD11PLC.',
    ],
  ])('is in the trail with who asked for it, also a dry run: %j', async (body, explanation) => {
    await runs.run(body);
    const asked = '/v1/audit/events?type=RUN_ASKED&order=desc&limit=1';
    const { body: newest } = await desk.call<ListBody<object>>('GET', asked);
    expect(newest.data).toMatchObject([
      { actor: 'key:admin', explanation, body: { dryRun: 'dryRun' in body } },
    ]);
  });

  it.each([
    ['account', { accountNumber: 'C0055555' }, { accountNumber: 'C0055555' }, '12.50'],
    ['security', { security: 'SDZARFOOD' }, { security: 'sdzarfood' }, '56.70'],
  ])('of one %s looks only at its orders', async (_, scope, written, price) => {
    await runs.order();
    const mine = await runs.order({ ...scope, price });
    const body = await runs.run({ scope: written });
    expect(body).toMatchObject({ scope, orders: 1, calls: 2 });
    expect(whatOf(body)[0]).toContain(`order ${String(mine.orderNumber)}`);
  });

  it('of a scope without orders asks nothing', async () => {
    const body = await runs.run({ scope: { accountNumber: 'C0000000' } });
    expect(body).toMatchObject({ orders: 0, calls: 0, asked: [] });
  });

  it('of a closed order reads only its trades', async () => {
    const { id, orderNumber, tradingDate } = await runs.order();
    await desk.cancel(id);
    await runs.run();
    await runs.run();
    runs.control.setStatusWord(String(orderNumber), null);
    const body = await runs.run({ scope: { orderIds: [id] } });
    expect(whatOf(body)).toEqual([`trades ${tradingDate}`]);
  });

  it('searches for no unknown outcome in a scope: that takes all orders', async () => {
    const body = await runs.lostReply('999');
    const asked = whatOf(await runs.run({ scope: { orderIds: [body.id] } }));
    expect(asked).toEqual([`trades ${body.tradingDate}`]);
    expect((await desk.order(body.id)).pending?.state).toBe('Unknown');
    expect((await runs.run()).closed).toBe(1);
  });

  it.each<readonly [string, unknown, number, string]>([
    ['no scope in it', { scope: {} }, 400, 'scope'],
    ['two scopes', { scope: { security: 'SD11PLC', accountNumber: 'C1' } }, 400, 'scope'],
    ['a text for a scope', { scope: 'everything' }, 400, 'scope'],
    ['an unknown field in it', { scope: { broker: 'MARINA' } }, 400, 'scope.broker'],
    ['an empty account', { scope: { accountNumber: '' } }, 400, 'scope.accountNumber'],
    ['an account that is null', { scope: { accountNumber: null } }, 400, 'scope.accountNumber'],
    ['no order', { scope: { orderIds: [] } }, 400, 'scope.orderIds'],
    ['an order twice', { scope: { orderIds: ['a', 'a'] } }, 400, 'scope.orderIds'],
    [
      'too many orders',
      { scope: { orderIds: Array.from({ length: 21 }, (_, n) => `ord_${n}`) } },
      400,
      'scope.orderIds',
    ],
    ['an order that there is not', { scope: { orderIds: ['ord_0'] } }, 404, 'scope.orderIds'],
    ['a dryRun that is no truth value', { dryRun: 'yes' }, 400, 'dryRun'],
    ['a dryRun that is null', { dryRun: null }, 400, 'dryRun'],
    ['an unknown field', { dry: true }, 400, 'dry'],
    ['a list for a body', [{ dryRun: true }], 400, '0'],
  ])(
    'is refused with %s, by the name of the field, and asks nothing',
    async (_, body, status, field) => {
      const made = runs.questions;
      const answer = await desk.call<{ errors: { field: string }[] }>('POST', RUNS, { body });
      expect(answer.status).toBe(status);
      expect(answer.body.errors.map((error) => error.field)).toEqual([field]);
      expect(runs.questions).toBe(made);
    },
  );

  it('over everything reads the state at the time of the request, even while another is running', async () => {
    const { id, orderNumber } = await runs.order({ units: '500' });
    runs.control.queueFault({ endpoint: 'daily/trades', fault: 'delay', when: 'after', ms: 600 });
    const asked = runs.questionsTo('daily/trades');
    const first = runs.run();
    await desk.eventually(
      () => runs.questionsTo('daily/trades'),
      (count) => count > asked,
    );
    runs.control.fill({ orderNumber: String(orderNumber), units: 500 });
    const second = await runs.run();
    expect((await first).fills).toBe(0);
    expect(second.fills).toBe(1);
    expect((await desk.order(id)).status).toBe('Filled');
  });

  it('waits its turn, is shared with equal requests, and is refused when too many wait', async () => {
    const wishes = [
      undefined,
      undefined,
      {},
      { dryRun: true },
      ...Array.from({ length: 6 }, () => ({ scope: { security: 'SD11PLC' } })),
    ];
    const answers = await Promise.all(wishes.map((request) => runs.ask(request)));
    expect(answers.map(({ status }) => status)).toEqual([
      201, 201, 201, 201, 201, 201, 201, 201, 503, 503,
    ]);
    const ids = answers.map(({ body }) => body.id);
    // Whichever comes first, the two others share the next run.
    expect(new Set(ids.slice(0, 3)).size).toBe(2);
    const own = answers.slice(0, 8).filter(({ body }, index) => ids.indexOf(body.id) === index);
    expect(own).toHaveLength(7);
    expect(answers[9]?.body).toMatchObject({ code: 'reconciler-busy' });
    // Never two at once, although all have waited for the same run.
    const passes = own.map(({ body }) => [body.startedAt, body.finishedAt]);
    const times = passes.sort().flat();
    expect(times).toEqual(times.toSorted());
  });

  it('by one key leaves room for those of others, and leaves nothing in the trail when it is refused', async () => {
    const { body: other } = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'another desk', scopes: ['recon:write'] },
    });
    await runs.order({ units: '500' });
    // The places of the runs before this one have rested.
    await desk.pass(2_000);
    const before = await runs.lastSequence();
    // So that the first is not over before the others have come.
    runs.control.queueFault({ endpoint: 'daily/trades', fault: 'delay', when: 'after', ms: 600 });
    const dry = { body: { dryRun: true } };
    const questions = runs.questionsTo('daily/trades');
    const first = runs.run();
    await desk.eventually(
      () => runs.questionsTo('daily/trades'),
      (count) => count > questions,
    );
    const ofOne = Array.from({ length: 7 }, () => desk.call('POST', RUNS, dry));
    const ofAnother = desk.call('POST', RUNS, { ...dry, key: String(other['secret']) });
    const answers = await Promise.all(ofOne);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 503, 503]);
    expect([(await ofAnother).status, (await first).dryRun]).toEqual([201, false]);
    const asked = (await runs.entriesSince(before)).filter((type) => type === 'RUN_ASKED');
    expect(asked).toHaveLength(7);
  });
});
