import { Desk, type Answer } from '../../support/desk.js';

interface WordsBody {
  readonly inForce: { readonly version: number; readonly words: readonly object[] };
  readonly pending: { readonly version: number; readonly payloadHash: string } | null;
}

const PATH = '/v1/exchange/status-words';
const PARTLY = { word: 'Partially Filled', meaning: 'Open' };
const reason = 'The exchange has explained it on the telephone.';

describe('An undocumented status word', () => {
  const keys: Record<string, string> = {};
  let desk: Desk;

  afterEach(() => desk.close());

  const open = async (): Promise<void> => {
    desk = await Desk.open('sqlite', {
      simulator: { parameters: { statusWords: 'partial' } },
    });
    for (const name of ['ada', 'bola']) {
      const scopes = ['recon:read', 'recon:write', 'recon:approve'];
      const made = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { name, scopes },
      });
      keys[name] = made.body.secret;
    }
  };
  const put = (words: unknown, more: object = {}, headers = {}): Promise<Answer<WordsBody>> =>
    desk.call<WordsBody>('PUT', PATH, {
      body: { words, reason, ...more },
      headers,
      key: String(keys['ada']),
    });
  const decide = (who: string, version: number, how = 'approve'): Promise<Answer<WordsBody>> =>
    desk.call<WordsBody>('POST', `${PATH}/${version}/${how}`, { key: String(keys[who]) });

  it('is mapped by two people without a restart, and unmapped without undoing anything (D7)', async () => {
    await open();
    const { body } = await desk.post({ units: '900' });
    desk.exchange.exchange.control.fill({ orderNumber: String(body.orderNumber), units: 300 });
    const unknown = `orderId=${body.id}&type=UnmappedValue`;
    await desk.until(body.id, (order) => order.openBreaks > 0);
    expect(await desk.openBreak<{ detail: string }>(unknown)).toMatchObject({
      detail: expect.stringContaining('Partially Filled') as unknown,
    });

    const proposed = await put([PARTLY]);
    expect(proposed).toMatchObject({
      status: 202,
      body: { inForce: { version: 0, words: [] }, pending: { version: 1 } },
    });
    expect(await decide('ada', 1)).toMatchObject({ status: 403 });
    const approved = await decide('bola', 1);
    expect(approved).toMatchObject({
      status: 200,
      body: { inForce: { version: 1, words: [{ word: 'partially filled' }] }, pending: null },
    });
    await desk.reconcile();
    const read = await desk.until(body.id, (order) => order.openBreaks === 0);
    expect(read).toMatchObject({ status: 'Open', exchangeStatus: 'Partially Filled' });
    const second = await desk.post({ units: '800', price: '12.40' });
    const { orderNumber } = second.body;
    desk.exchange.exchange.control.fill({ orderNumber: String(orderNumber), units: 300 });
    await desk.until(second.body.id, (order) => order.exchangeStatus === 'Partially Filled');
    const events = await desk.list<{ body: Record<string, unknown>; explanation: string }>(
      `/v1/orders/${second.body.id}/events`,
    );
    const read1 = events.filter((event) => event.body['word'] === 'Partially Filled');
    expect(read1.map((event) => event.body['mappingsVersion'])).toContain(1);
    expect(read1[0]?.explanation).toContain('version 1');
    expect(await desk.order(second.body.id)).toMatchObject({ openBreaks: 0 });

    await put([], {}, { 'if-match': '"1"' });
    await decide('bola', 2);
    await desk.reconcile();
    const after = await desk.until(body.id, (order) => order.openBreaks > 0);
    expect(after).toMatchObject({ status: 'Open', matchedUnits: '300' });
    const versions = await desk.list<{ version: number }>(`${PATH}/versions`);
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    const cursor = Buffer.from('999999999999999').toString('base64url');
    const first = await desk.list(`${PATH}/versions?limit=1&cursor=${cursor}`);
    expect(first).toMatchObject([{ version: 2 }]);
  });

  it('cannot be mapped to an invalid meaning, which is named', async () => {
    await open();
    const wrong: readonly (readonly [unknown, object, number, string])[] = [
      [[{ word: 'Open', meaning: 'Cancelled' }], {}, 422, 'words.0.word'],
      [[PARTLY, { ...PARTLY, word: 'PARTIALLY FILLED' }], {}, 422, 'words.1.word'],
      [[{ word: 'X', meaning: 'Filled' }], {}, 400, 'words.0.meaning'],
      [[{ word: '', meaning: 'Open' }], {}, 400, 'words.0.word'],
      ['X', {}, 400, 'words'],
      [[PARTLY], { reason: '' }, 400, 'reason'],
    ];
    for (const [words, more, status, field] of wrong) {
      const answer = await put(words, more);
      expect(answer).toMatchObject({ status, body: { errors: [{ field }] } });
    }
    const now = await desk.call<WordsBody>('GET', PATH);
    expect(now.body).toMatchObject({ inForce: { version: 0 }, pending: null });
    expect(now.headers.get('etag')).toBe('"0"');
    expect((await put([PARTLY], {}, { 'if-match': '"7"' })).status).toBe(412);
    expect((await put([PARTLY])).status).toBe(202);
    expect((await put([PARTLY])).status).toBe(409);
    expect((await decide('ada', 1, 'reject')).status).toBe(200);
    expect((await decide('bola', 1)).status).toBe(409);
    expect((await desk.call('POST', `${PATH}/x/approve`)).status).toBe(404);
  });
});
