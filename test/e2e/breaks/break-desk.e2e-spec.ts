import { canonicalJson } from '../../../src/infra/audit/audit-chain.js';
import { digestOfText } from '../../../src/infra/audit/digest.js';
import { ROLES } from '../../../src/infra/auth/role.js';
import { Database } from '../../../src/infra/database/database.js';
import type { EventView } from '../../../src/orders/audit-trail/audit-events.js';
import type { BreakSettingsView } from '../../../src/orders/breaks/break-settings.controller.js';
import { REASON_CODES } from '../../../src/orders/breaks/resolution.js';
import { ENGINES_OF_BEHAVIOUR } from '../../support/databases/databases.js';
import { Desk, type Answer, type OrderBody } from '../../support/desk.js';

interface ApprovalBody {
  readonly id: string;
  readonly state: string;
  readonly payloadHash: string;
  readonly proposedBy: string;
  readonly decidedBy: string | null;
  readonly payload: { readonly differences?: readonly string[] };
  readonly others: readonly { readonly orderNumber: string }[];
}

interface BreakBody {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly openedAt: string;
  readonly dueAt: string;
  readonly assignee: string | null;
  readonly closedBy: string | null;
  readonly comments: readonly { readonly author: string; readonly text: string }[];
  readonly approvals: readonly ApprovalBody[];
}

interface CandidatesBody {
  readonly found: string | null;
  readonly numbers: readonly { readonly orderNumber: string; readonly fits: readonly string[] }[];
}

const WHY = { reasonCode: 'ConfirmedByExchange', text: 'The exchange said so on the telephone.' };

describe.each(ENGINES_OF_BEHAVIOUR)('The break desk on %s', (engine) => {
  const keys: Record<string, string> = {};
  let desk: Desk;

  beforeAll(async () => {
    const exchangeKeys = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d', 'sk_test_e'];
    desk = await Desk.open(engine, {
      env: {
        REPOST_UNKNOWN: 'never',
        EXCHANGE_TIMEOUT_MS: '600',
        EXCHANGE_API_KEYS: exchangeKeys.join(','),
      },
      simulator: { keys: Object.fromEntries(exchangeKeys.map((key) => [key, ['all']])) },
    });
    for (const name of ['ada', 'bola', 'chidi', 'front end']) {
      const scopes = ['recon:read', 'recon:write', 'recon:approve'];
      const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { name, scopes, delegates: name === 'front end' },
      });
      keys[name] = body.secret;
    }
    await desk.reconcile();
  });

  afterAll(() => desk.close());

  const as = <T = BreakBody>(
    who: string,
    path: string,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> =>
    desk.call<T>('POST', `/v1/${path}`, { body, headers, key: String(keys[who]) });
  const seen = async (id: string): Promise<BreakBody> =>
    (await desk.call<BreakBody>('GET', `/v1/breaks/${id}`)).body;
  const openBreak = (filter: string) => desk.openBreak<BreakBody>(filter);
  const eventsOf = async (
    order: OrderBody,
  ): Promise<readonly { type: string; sequence: number }[]> =>
    desk.list(`/v1/orders/${order.id}/events?limit=200`);
  const candidatesOf = async (order: OrderBody): Promise<CandidatesBody> =>
    (await desk.call<CandidatesBody>('GET', `/v1/orders/${order.id}/candidates`)).body;
  const inDoubt = async (terms: Record<string, unknown> = {}): Promise<OrderBody> => {
    const fault = { endpoint: 'order/post', fault: 'lostRequest' } as const;
    desk.exchange.exchange.control.queueFault(fault);
    const { body } = await desk.post(terms, 0);
    return desk.until(body.id, (order) => order.pending?.state === 'Unknown');
  };
  const proposed = async (
    id: string,
    resolution: object,
    by: { who: string; headers?: Record<string, string> } = { who: 'ada' },
  ): Promise<ApprovalBody> => {
    const asked = { ...WHY, ...resolution };
    const { status, body, headers } = await as(by.who, `breaks/${id}/resolve`, asked, by.headers);
    expect(status).toBe(202);
    expect(body.status).toBe('AwaitingApproval');
    const approval = body.approvals.at(-1);
    expect(headers.get('location')).toBe(`/v1/approvals/${String(approval?.id)}`);
    return approval!;
  };
  const placed = (units: number): string => desk.placeElsewhere(units);

  it('lets nobody approve with their own key what a front-end proposed for them', async () => {
    const order = await inDoubt();
    const { id } = await openBreak(`orderId=${order.id}`);
    const { body: person } = await desk.call<{ id: string }>('POST', '/v1/persons', {
      body: { name: 'Dayo', roles: ['operations-lead'] },
    });
    const { body: key } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { personId: person.id },
    });
    keys['dayo'] = key.secret;
    const forDayo = { who: 'front end', headers: { 'on-behalf-of': 'Dayo' } };
    const proposal = await proposed(id, { resolution: 'not-at-exchange' }, forDayo);
    const own = await as('dayo', `approvals/${proposal.id}/approve`);
    expect(own).toMatchObject({ status: 403, body: { code: 'second-person-needed' } });
    const other = await as<ApprovalBody>('bola', `approvals/${proposal.id}/approve`);
    expect(other).toMatchObject({ status: 200, body: { state: 'Approved' } });
  });

  it.each([{ disabled: true }, { roles: ['viewer'] }])(
    'approves nothing of who may propose nothing any more: %j',
    async (change) => {
      const order = await inDoubt();
      const { id } = await openBreak(`orderId=${order.id}`);
      const name = `Efe ${Object.keys(change).join()}`;
      const { body: person } = await desk.call<{ id: string }>('POST', '/v1/persons', {
        body: { name, roles: ['operations'] },
      });
      const { body: key } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { personId: person.id },
      });
      keys['efe'] = key.secret;
      const proposal = await proposed(id, { resolution: 'not-at-exchange' }, { who: 'efe' });
      await desk.call('PATCH', `/v1/persons/${person.id}`, { body: change });
      const refused = await as('bola', `approvals/${proposal.id}/approve`);
      expect(refused).toMatchObject({ status: 409, body: { code: 'approval-stale' } });
      expect(await desk.order(order.id)).toMatchObject({ status: 'New', openBreaks: 1 });
      const again = await proposed(id, { resolution: 'not-at-exchange' });
      expect((await as('bola', `approvals/${again.id}/approve`)).status).toBe(200);
    },
  );

  it('rejects an order that is not at the exchange once a second person agrees (H3)', async () => {
    const order = await inDoubt();
    const { id } = await openBreak(`orderId=${order.id}`);
    const approval = await proposed(id, { resolution: 'not-at-exchange' });
    expect(await desk.order(order.id)).toMatchObject({ status: 'New', openBreaks: 1 });

    const own = await as('ada', `approvals/${approval.id}/approve`, {}, { 'x-request-id': 'h3' });
    expect(own).toMatchObject({ status: 403, body: { code: 'second-person-needed' } });
    // Written in the background.
    const denied = await desk.eventually(
      async () =>
        (await desk.list<EventView>('/v1/audit/events?type=ACCESS_DENIED&limit=200')).find(
          ({ requestId }) => requestId === 'h3',
        ),
      (entry) => entry !== undefined,
    );
    expect(denied).toMatchObject({
      actor: 'key:ada',
      body: { code: 'second-person-needed', method: 'POST', route: '/v1/approvals/:id/approve' },
    });
    const { payloadHash } = approval;
    const other = await as<ApprovalBody>('bola', `approvals/${approval.id}/approve`, {
      payloadHash,
      text: 'Heard it too.',
    });
    expect(other).toMatchObject({
      status: 200,
      body: { state: 'Approved', proposedBy: 'key:ada', decidedBy: 'key:bola' },
    });

    expect(await desk.order(order.id)).toMatchObject({
      status: 'Rejected',
      pending: null,
      openBreaks: 0,
      evidence: { grade: 'Operator' },
    });
    expect(await seen(id)).toMatchObject({ status: 'Resolved', closedBy: 'key:ada, key:bola' });
    const events = await eventsOf(order);
    const [proposal, resolved] = ['BREAK_RESOLUTION_PROPOSED', 'BREAK_RESOLVED'].map((type) =>
      events.find((event) => event.type === type),
    );
    expect(proposal).toMatchObject({ actor: 'key:ada', cause: null, approval: null });
    const carriedOut = { actor: 'key:bola', approval: approval.id };
    expect(resolved).toMatchObject({ ...carriedOut, cause: proposal!.sequence });
    // Whatever it did to the order follows from it, and from nothing else.
    const caused = events.filter(({ sequence }) => sequence > resolved!.sequence);
    expect(caused.map(({ type }) => type)).toContain('POST_REFUSED');
    for (const event of caused)
      expect(event).toMatchObject({ ...carriedOut, cause: resolved!.sequence });
    const overrides = await desk.list(`/v1/audit/overrides?orderId=${order.id}&by=bola`);
    expect(overrides).toMatchObject([{ type: 'BREAK_RESOLVED', ...carriedOut }]);
    const again = await as('chidi', `approvals/${approval.id}/approve`);
    expect(again).toMatchObject({ status: 409, body: { code: 'approval-decided' } });
    const reopened = await as('ada', `breaks/${id}/reopen`, { text: 'I am not sure.' });
    expect(reopened).toMatchObject({ status: 422, body: { code: 'resolution-unfit' } });
  });

  it('links the number that two people name, closes the break of the external order, and lets evidence prove it (H2, H3)', async () => {
    const order = await inDoubt({ units: '4100', clientName: 'Somebody Else' });
    const orderNumber = placed(4_200);
    const external = await openBreak(`type=UnknownAtExchange&orderNumber=${orderNumber}`);
    const { id } = await openBreak(`orderId=${order.id}`);
    const link = { resolution: 'link-number', orderNumber };
    const unlike = await as('ada', `breaks/${id}/resolve`, { ...WHY, ...link });
    expect(unlike).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'acceptDifferences' }] },
    });
    const approval = await proposed(id, { ...link, acceptDifferences: true });
    const { body: read } = await desk.call('GET', `/v1/approvals/${approval.id}`);
    const differences = [`${orderNumber} has 4200 units at the exchange, the order has 4100`];
    expect(read).toMatchObject({ payload: { differences } });
    await as('bola', `approvals/${approval.id}/approve`);
    const bound = await desk.until(order.id, (now) => now.status === 'Open');
    expect(bound).toMatchObject({ orderNumber, pending: null });
    expect(await seen(external.id)).toMatchObject({ status: 'AutoResolved' });
    const closed = await desk.list<object>(
      `/v1/audit/events?orderId=${order.id}&orderNumber=${orderNumber}&type=BREAK_CLOSED`,
    );
    expect(closed).toMatchObject([{ body: { break: external.id }, orderId: order.id }]);
    // It is not what was ordered, so a break opens.
    const about = await openBreak(`orderId=${order.id}&type=UnitsMismatch`);
    expect(about.status).toBe('Open');
  });

  /** An order whose post was lost, and two numbers that fit it equally, by its search. */
  const twoFit = async (units: number) => {
    const order = await inDoubt({ units: String(units) });
    const { id } = await openBreak(`orderId=${order.id}`);
    const numbers = [placed(units), placed(units)];
    await desk.reconcile();
    const external = await openBreak(`type=UnknownAtExchange&orderNumber=${String(numbers[1])}`);
    let found = await candidatesOf(order);
    for (let second = 0; found.numbers.length < 2 && second < 60; second += 1) {
      await desk.pass(1_000);
      await desk.reconcile();
      found = await candidatesOf(order);
    }
    return { order, id, numbers, external, found };
  };

  it('shows which numbers may be an order of unknown outcome, and lets its breaks name each other', async () => {
    const { order, id, numbers, external, found } = await twoFit(4_150);
    expect(found).toMatchObject({ kind: 'Post', orderId: order.id });
    // Searches do not make it any younger.
    expect((await desk.order(order.id)).pending?.since).toBe(order.pending?.since);
    expect(found.found).toContain(numbers.join(', '));
    expect(found.numbers.map(({ orderNumber }) => orderNumber)).toEqual(numbers);
    const [, second] = found.numbers;
    expect(second).toMatchObject({
      side: 'BUY', units: '4150', breakId: external.id, breakOpen: true, differs: [], named: true,
    }); // prettier-ignore
    expect(second?.fits).toEqual(expect.arrayContaining(['side', 'security', 'units']));
    expect(await seen(id)).toMatchObject({ candidates: numbers });
    const named = `/v1/audit/events?type=POST_SEARCHED&orderNumber=${String(numbers[1])}`;
    expect((await desk.list<object>(named)).at(-1)).toMatchObject({
      orderId: order.id,
      body: { candidates: numbers },
    });
    expect(await seen(external.id)).toMatchObject({ mayBeOf: [order.id], candidates: [] });

    // What contradicts a proposal that waits is refused, until its proposer has taken that back.
    const [first = ''] = numbers;
    const waiting = await proposed(id, { resolution: 'link-number', orderNumber: first });
    const other = { ...WHY, resolution: 'link', orderId: order.id };
    const contradicting = await as('bola', `breaks/${external.id}/resolve`, other);
    expect(contradicting).toMatchObject({ status: 409, body: { code: 'approval-pending' } });
    expect(JSON.stringify(contradicting.body)).toContain(waiting.id);
    const foreign = await as('bola', `approvals/${waiting.id}/withdraw`);
    expect(foreign).toMatchObject({ status: 403, body: { code: 'withdrawal-not-own' } });
    const withdrawn = await as<ApprovalBody>('ada', `approvals/${waiting.id}/withdraw`);
    expect(withdrawn).toMatchObject({ status: 200, body: { state: 'Withdrawn' } });
    expect(await seen(id)).toMatchObject({ status: 'Open' });
    await proposed(external.id, { resolution: 'link', orderId: order.id });
  });

  it('decides of one of two numbers that fit only where both people have read of the other (H2, H3)', async () => {
    const { order, id, numbers, external } = await twoFit(4_160);
    const [first = '', second = ''] = numbers;
    const refused = async (of: string, resolution: string, text: string): Promise<void> => {
      const answer = await as('ada', `breaks/${of}/resolve`, { ...WHY, resolution });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'acceptDifferences', message: text }] },
      });
    };
    const mayBe = `${second} may be our order ${order.id}, whose outcome is unknown`;
    const accept = { resolution: 'accept' };
    await refused(
      external.id,
      'accept',
      `${mayBe}: say so if it is another desk's order all the same`,
    );
    const foreign = await proposed(external.id, { ...accept, acceptDifferences: true });
    expect(foreign.payload.differences).toEqual([mayBe]);
    await as('bola', `approvals/${foreign.id}/reject`, { text: 'Ask them first.' });
    const typed = (type: string, severity: string): Promise<unknown> =>
      desk.service.app.get(Database).units.run(
        (unit) =>
          unit.execute('UPDATE breaks SET type = ?, severity = ? WHERE id = ?', [
            type, severity, external.id,
          ]), // prettier-ignore
      );
    await typed('OrphanTrade', 'High');
    await refused(
      external.id,
      'close',
      `${mayBe}: say so if it is another desk's order all the same`,
    );
    await typed('UnknownAtExchange', 'Medium');
    const { results } = (
      await as<{ results: readonly object[] }>('ada', 'breaks/bulk', {
        ids: [external.id], act: 'accept', ...WHY,
      })
    ).body; // prettier-ignore
    expect(results).toMatchObject([{ status: 422, detail: expect.stringContaining(mayBe) }]);

    const fit = numbers.map((number) => `${number} fits it, by its last search`);
    const nowhere = { resolution: 'not-at-exchange' };
    await refused(
      id,
      'not-at-exchange',
      `${fit.join('; ')}: say so if it is not at the exchange all the same`,
    );
    const never = await proposed(id, { ...nowhere, acceptDifferences: true });
    expect(never.payload.differences).toEqual(fit);
    expect(never.others.map(({ orderNumber }) => orderNumber)).toEqual(numbers);
    await as('bola', `approvals/${never.id}/reject`, { text: 'Two of them fit.' });

    const link = await proposed(id, { resolution: 'link-number', orderNumber: first });
    const { body: waiting } = await desk.call<{ data: readonly ApprovalBody[] }>('GET', '/v1/approvals?state=Pending'); // prettier-ignore
    for (const one of [link, waiting.data.find((other) => other.id === link.id)]) {
      expect(one?.others).toMatchObject([
        { orderNumber: second, differs: [], acceptedBy: null, breakId: external.id },
      ]);
    }
    expect(await as<ApprovalBody>('bola', `approvals/${link.id}/approve`)).toMatchObject({
      status: 200,
      body: { state: 'Approved', others: [] },
    });
    expect(await seen(external.id)).toMatchObject({
      mayBeOf: [],
      wasCandidateOf: [
        { orderId: order.id, resolution: 'link-number', orderNumber: first, decidedBy: 'key:ada, key:bola' },
      ],
    }); // prettier-ignore
    // It is nobody's of ours any more.
    await proposed(external.id, accept);
  });

  it('links no number that belongs to another order of ours', async () => {
    const { body: ours } = await desk.post({ units: '4300' });
    const order = await inDoubt({ units: '4400' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const { orderNumber } = ours;
    const answer = await as('ada', `breaks/${id}/resolve`, {
      ...WHY,
      resolution: 'link-number',
      orderNumber,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'resolution-unfit', errors: [{ field: 'orderNumber' }] },
    });
    expect(await seen(id)).toMatchObject({ status: 'Open', approvals: [] });
  });

  it('accepts one of two concurrent decisions (H4)', async () => {
    const order = await inDoubt({ units: '4500' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const approval = await proposed(id, { resolution: 'not-at-exchange' });
    const answers = await Promise.all([
      as('bola', `approvals/${approval.id}/approve`),
      as('chidi', `approvals/${approval.id}/approve`),
      as('chidi', `approvals/${approval.id}/reject`),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await seen(id)).approvals).toHaveLength(1);
  });

  it('does not apply a proposal whose order has changed since', async () => {
    const order = await inDoubt({ units: '4600' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const approval = await proposed(id, { resolution: 'not-at-exchange' });
    await desk.cancel(order.id, {}, 0);
    const late = await as('bola', `approvals/${approval.id}/approve`);
    expect(late).toMatchObject({ status: 409, body: { code: 'approval-stale' } });
    expect(await desk.order(order.id)).toMatchObject({ status: 'New' });
    expect(await seen(id)).toMatchObject({ status: 'Open', approvals: [{ state: 'Stale' }] });
    await proposed(id, { resolution: 'not-at-exchange' });
  });

  it('rejects an approval of anything but what was proposed', async () => {
    const order = await inDoubt({ units: '4700' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const approval = await proposed(id, { resolution: 'not-at-exchange' });
    const payloadHash = '0'.repeat(64);
    const answer = await as('bola', `approvals/${approval.id}/approve`, { payloadHash });
    expect(answer).toMatchObject({ status: 409, body: { code: 'approval-stale' } });
    const rejected = await as<ApprovalBody>('bola', `approvals/${approval.id}/reject`);
    expect(rejected.body).toMatchObject({ state: 'Rejected', decidedBy: 'key:bola' });
    expect(await desk.order(order.id)).toMatchObject({ status: 'New', openBreaks: 1 });
    expect(await seen(id)).toMatchObject({ status: 'Open' });
    const events = await eventsOf(order);
    const proposal = events.find(({ type }) => type === 'BREAK_RESOLUTION_PROPOSED');
    expect(events.find(({ type }) => type === 'APPROVAL_REJECTED')).toMatchObject({
      approval: approval.id,
      cause: proposal!.sequence,
    });
  });

  it('closes no break of an unknown outcome without its resolution, and names what is wrong', async () => {
    const order = await inDoubt({ units: '4800' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const wrong: readonly (readonly [object, number, string])[] = [
      [{ ...WHY }, 422, 'resolution'],
      [{ ...WHY, resolution: 'guess' }, 400, 'resolution'],
      [{ ...WHY, resolution: 'link-number' }, 422, 'orderNumber'],
      [{ ...WHY, resolution: 'link-number', orderNumber: 'x' }, 400, 'orderNumber'],
      [{ ...WHY, resolution: 'not-at-exchange', orderNumber: '7' }, 422, 'orderNumber'],
      [{ resolution: 'not-at-exchange', text: 'x' }, 400, 'reasonCode'],
      [{ resolution: 'not-at-exchange', reasonCode: 'Other' }, 400, 'text'],
    ];
    for (const [body, status, field] of wrong) {
      const answer = await as('ada', `breaks/${id}/resolve`, body);
      expect(answer).toMatchObject({ status, body: { errors: [{ field }] } });
    }
    expect(await seen(id)).toMatchObject({ status: 'Open', version: 1, approvals: [] });
    expect((await as('ada', 'breaks/brk_x/resolve', WHY)).status).toBe(404);
  });

  it('assigns a break once, and keeps its comments (H4)', async () => {
    const order = await inDoubt({ units: '4900' });
    const { id, version } = await openBreak(`orderId=${order.id}`);
    const headers = { 'if-match': `"${version}"` };
    const mine = await as('ada', `breaks/${id}/assign`, { assignee: 'ada' }, headers);
    expect(mine).toMatchObject({ status: 200, body: { status: 'Assigned', assignee: 'ada' } });
    expect(mine.headers.get('etag')).toBe(`"${version + 1}"`);
    const late = await as('bola', `breaks/${id}/assign`, { assignee: 'bola' }, headers);
    expect(late).toMatchObject({ status: 412, body: { code: 'version-stale' } });
    const said = await as('bola', `breaks/${id}/comments`, { text: 'I have called the exchange.' });
    expect(said).toMatchObject({
      status: 201,
      body: { comments: [{ author: 'key:bola', text: 'I have called the exchange.' }] },
    });
    expect(await openBreak(`orderId=${order.id}&assignee=ada`)).toMatchObject({ id });
  });

  it('keeps 1,000 comments of a break at most', async () => {
    const order = await inDoubt({ units: '4905' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const database = desk.service.app.get(Database);
    await database.units.run((unit) =>
      unit.execute(`INSERT INTO break_comments (id, break_id, at, author, text)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        SELECT 'com_0000000000000000000000' || (1000 + i), '${id}', 0, 'key:ada', 'again' FROM n`),
    );
    const last = await as('bola', `breaks/${id}/comments`, { text: 'The last one.' });
    expect(last.status).toBe(201);
    const more = await as('bola', `breaks/${id}/comments`, { text: 'One more.' });
    expect(more).toMatchObject({ status: 429, body: { code: 'too-many-comments' } });
    expect((await seen(id)).comments.map(({ text }) => text)).not.toContain('One more.');
  });

  it.each([
    ['assigned', 'assign', { assignee: 'ada' }, 200, 'too-many-assignments'],
    ['commented on', 'comments', { text: 'Again.' }, 201, 'too-many-comments'],
  ])(
    'lets a break be %s 60 times in a minute, whoever does it',
    async (_, act, body, done, code) => {
      const order = await inDoubt({ units: act === 'assign' ? '4906' : '4907' });
      const { id } = await openBreak(`orderId=${order.id}`);
      for (let n = 0; n < 60; n += 1) {
        expect((await as(n % 2 === 0 ? 'ada' : 'bola', `breaks/${id}/${act}`, body)).status).toBe(
          done,
        );
      }
      const refused = await as('chidi', `breaks/${id}/${act}`, body);
      expect(refused).toMatchObject({ status: 429, body: { code } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      if (act === 'assign') {
        const together = await as('ada', 'breaks/bulk', {
          act: 'assign',
          ids: [id],
          assignee: 'ada',
        });
        expect(together.body).toMatchObject({ results: [{ status: 429, code }] });
      }
      await desk.pass(60_000);
      expect((await as('chidi', `breaks/${id}/${act}`, body)).status).toBe(done);
    },
  );

  it('says whose a break was, also of one that is about no order of ours', async () => {
    const orderNumber = placed(5_100);
    const { id } = await openBreak(`type=UnknownAtExchange&orderNumber=${orderNumber}`);
    expect(await seen(id)).toMatchObject({ assignments: [] });
    await as('ada', `breaks/${id}/assign`, { assignee: 'ada' });
    await as('ada', `breaks/${id}/assign`, { assignee: 'bola' });
    await as('bola', `breaks/${id}/assign`, { assignee: null });
    const order = await inDoubt({ units: '4910' });
    const ofOrder = await openBreak(`orderId=${order.id}`);
    await as('bola', `breaks/${ofOrder.id}/assign`, { assignee: 'bola' });
    expect(await seen(id)).toMatchObject({
      assignments: [
        { by: 'key:ada', onBehalfOf: null, assignee: 'ada' },
        { by: 'key:ada', onBehalfOf: null, assignee: 'bola' },
        { by: 'key:bola', onBehalfOf: null, assignee: null },
      ],
    });
    expect(await seen(ofOrder.id)).toMatchObject({
      assignments: [{ by: 'key:bola', assignee: 'bola' }],
    });
  });

  it("does not report an accepted order of another desk's again (H1)", async () => {
    const orderNumber = placed(5_000);
    const { id } = await openBreak(`type=UnknownAtExchange&orderNumber=${orderNumber}`);
    const why = { reasonCode: 'KnownExternal', text: 'The treasury desk has keyed it.' };
    // It may be one of the orders of unknown outcome above, which have other units.
    const known = { resolution: 'accept', acceptDifferences: true, ...why };
    const approval = await proposed(id, known);
    await as('bola', `approvals/${approval.id}/approve`);
    expect(await seen(id)).toMatchObject({ status: 'Resolved', closedBy: 'key:ada, key:bola' });
    await desk.reconcile();
    await desk.reconcile();
    const all = await desk.list<BreakBody>(`/v1/breaks?orderNumber=${orderNumber}`);
    expect(all.map((found) => found.id)).toEqual([id]);

    const twice = await as('ada', `breaks/${id}/resolve`, known);
    expect(twice).toMatchObject({ status: 409, body: { code: 'break-closed' } });
    const reopened = await as('ada', `breaks/${id}/reopen`, { text: 'They deny it.' });
    expect(reopened).toMatchObject({ status: 200, body: { status: 'Open', closedBy: null } });
    const open = await as('ada', `breaks/${id}/reopen`, { text: 'They deny it.' });
    expect(open).toMatchObject({ status: 409, body: { code: 'break-open' } });
  });

  it('tells how soon breaks are due, and lets the operations lead set it for those to come', async () => {
    const { body: key } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'chika', scopes: ROLES['operations-lead'] },
    });
    const path = '/v1/break-settings';
    const set = (dueTimes: unknown, secret: string, headers = {}) =>
      desk.call<BreakSettingsView>('PUT', path, { key: secret, body: { dueTimes }, headers });
    const dueWithin = async (order: OrderBody): Promise<number> => {
      const { openedAt, dueAt } = await openBreak(`orderId=${order.id}`);
      return (Date.parse(dueAt) - Date.parse(openedAt)) / 60_000;
    };
    const usual = { critical: 15, high: 60, medium: 240, low: 1_440 };
    const now = await desk.call<BreakSettingsView>('GET', path, { key: String(keys['ada']) });
    expect(now).toMatchObject({
      status: 200,
      body: { version: 0, dueTimes: usual, changedBy: null, changedAt: null },
    });
    expect(now.headers.get('etag')).toBe('"0"');
    const external = ['UnknownAtExchange', 'OrphanTrade', 'DuplicateSuspected'];
    expect(now.body.reasonCodes.map(({ code }) => code).sort()).toEqual([...REASON_CODES].sort());
    expect(now.body.reasonCodes).toContainEqual(
      expect.objectContaining({ code: 'KnownExternal', breakTypes: external }),
    );
    expect(now.body.breakTypes).toContainEqual({ type: 'PostUnconfirmed', severity: 'High' });

    const before = await inDoubt({ units: '5500' });
    expect(await dueWithin(before)).toBe(60);
    const strict = { ...usual, high: 30 };
    expect(await set(strict, String(keys['ada']))).toMatchObject({ status: 403 });
    const seenAs = { 'if-match': String(now.headers.get('etag')) };
    const done = await set(strict, key.secret, seenAs);
    expect(done).toMatchObject({
      status: 200,
      body: { version: 1, dueTimes: strict, changedBy: 'key:chika' },
    });
    expect(done.headers.get('etag')).toBe('"1"');
    expect(await set(usual, key.secret, seenAs)).toMatchObject({
      status: 412,
      body: { code: 'version-stale' },
    });
    for (const [fields, wrong] of [
      [['dueTimes'], undefined],
      [['dueTimes.low'], { critical: 15, high: 60, medium: 240 }],
      [['dueTimes.critical'], { ...usual, critical: 0 }],
      [['dueTimes.high'], { ...usual, high: '60' }],
      [['dueTimes.medium', 'dueTimes.low'], { ...usual, medium: 1.5, low: 10_081 }],
      [['dueTimes.high'], { ...usual, high: 241 }],
      [['dueTimes.urgent'], { ...usual, urgent: 1 }],
    ] as const) {
      const errors = fields.map((field) => ({ field }));
      expect(await set(wrong, key.secret)).toMatchObject({ status: 400, body: { errors } });
    }

    const after = await inDoubt({ units: '5600' });
    expect([await dueWithin(after), await dueWithin(before)]).toEqual([30, 60]);
    expect(await desk.list('/v1/audit/events?type=DUE_TIMES_SET')).toMatchObject([
      { actor: 'key:chika', body: { version: 1, dueTimes: strict, before: usual } },
    ]);
  });

  it('sends a held cancel once two people have confirmed an inferred number', async () => {
    const fault = { endpoint: 'order/post', fault: 'lostReply' } as const;
    desk.exchange.exchange.control.queueFault(fault);
    const { body } = await desk.post({ units: '5100', accountNumber: 'C0054321' }, 0);
    const order = await desk.until(body.id, (now) => now.orderNumber !== null);
    await desk.cancel(order.id, {}, 0);
    const { id } = await openBreak(`orderId=${order.id}&type=CancelUnconfirmed`);
    const approval = await proposed(id, { resolution: 'number-is-right' });
    await as('bola', `approvals/${approval.id}/approve`);
    const ended = await desk.until(order.id, (now) => now.status === 'Cancelled');
    expect(ended.openBreaks).toBe(0);
  });

  it('approves nothing that the table of proposals says and the trail does not', async () => {
    const order = await inDoubt({ units: '5200' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const approval = await proposed(id, { resolution: 'link-number', orderNumber: placed(5_200) });
    const other = canonicalJson({ break: id, order: order.id, resolution: 'not-at-exchange' });
    const table = engine === 'postgres' ? ' ON approvals' : '';
    await desk.service.app.get(Database).units.run(async (unit) => {
      await unit.execute(`DROP TRIGGER approvals_decided_once${table}`);
      const changed = [other, digestOfText(other), approval.id];
      await unit.execute(
        'UPDATE approvals SET payload = ?, payload_hash = ? WHERE id = ?',
        changed,
      );
    });
    const answer = await as('bola', `approvals/${approval.id}/approve`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'approval-stale' } });
    expect(await desk.order(order.id)).toMatchObject({ status: 'New', pending: { kind: 'Post' } });
  });

  it('applies no approval to another order, though the break was given to it meanwhile', async () => {
    const order = await inDoubt({ units: '5300' });
    const other = await inDoubt({ units: '5400' });
    const { id } = await openBreak(`orderId=${order.id}`);
    const { id: approval } = await proposed(id, { resolution: 'not-at-exchange' });
    const swap = (to: string): Promise<unknown> =>
      desk.service.app
        .get(Database)
        .units.run((unit) => unit.execute('UPDATE breaks SET order_id = ? WHERE id = ?', [to, id]));
    await swap(other.id);
    const answer = await as('bola', `approvals/${approval}/approve`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'approval-stale' } });
    expect(await desk.order(other.id)).toMatchObject({ status: 'New' });
    await swap(order.id);
    expect((await as('bola', `approvals/${approval}/approve`)).status).toBe(200);
  });
});
