import { ENGINES } from '../../support/databases/databases.js';
import { SavedQuestions } from '../../../src/orders/saved-questions/saved-questions.js';
import { ADMIN_KEY, Desk, type ListBody } from '../../support/desk.js';
import { sendRaw } from '../../support/raw-http.js';

interface Question {
  readonly name: string;
  readonly kind: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly href: string;
  readonly changedBy: string;
}

interface Refused {
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

describe.each(ENGINES)('A saved question, on %s', (engine) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open(engine);
    await desk.post({ accountNumber: 'C-7' });
  });

  afterAll(() => desk.close());

  const path = (name: string): string => `/v1/audit/saved-questions/${encodeURIComponent(name)}`;
  const save = <T = Question>(name: string, kind: string, filters: object) =>
    desk.call<T>('PUT', path(name), { body: { kind, filters } });
  const names = async (): Promise<readonly string[]> =>
    (await desk.list<Question>('/v1/audit/saved-questions')).map(({ name }) => name);

  it('is asked again where it leads', async () => {
    const { status, body } = await save('Posts of C-7', 'entries', {
      accountNumber: 'C-7',
      type: 'ORDER_RECEIVED',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Posts of C-7', changedBy: 'key:admin' });
    const found = await desk.call<ListBody<object>>('GET', body.href);
    expect(found).toMatchObject({ status: 200, body: { data: [{ type: 'ORDER_RECEIVED' }] } });
  });

  it.each([
    ['orders', { accountNumber: 'C-7', status: 'Open' }],
    ['handled-orders', { accountNumber: 'C-7', from: '2026-11-01', to: '2026-11-30' }],
    ['unknown-outcomes', {}],
    ['overrides', { by: 'key:admin' }],
    [
      'best-execution',
      { accountNumber: 'C-7', from: '2026-11-01', to: '2026-11-30', format: 'csv' },
    ],
  ])('can be about %s', async (kind, filters) => {
    const { body } = await save(`about ${kind}`, kind, filters);
    expect(body).toMatchObject({ kind, filters });
    expect((await desk.call('GET', body.href)).status).toBe(200);
  });

  it('is replaced under the same name in another spelling, and lists have each name once', async () => {
    await save('Late Edits', 'entries', { type: 'EDIT_SENT' });
    await save('late  edits', 'entries', { type: 'EDIT_ACKNOWLEDGED' });
    expect((await names()).filter((name) => /late/i.test(name))).toEqual(['late  edits']);
    const page = await desk.call<ListBody<Question>>('GET', '/v1/audit/saved-questions?limit=2');
    const { nextCursor } = page.body.page;
    const rest = await desk.list<Question>(
      `/v1/audit/saved-questions?cursor=${encodeURIComponent(String(nextCursor))}`,
    );
    const all = [...page.body.data, ...rest].map(({ name }) => name);
    expect(all).toEqual(await names());
  });

  it('is on one page of them, whatever script its name is in', async () => {
    const given = ['aaé', 'aaz z', 'أسئلة اليوم', 'ツ'.repeat(60), 'ﷺ'.repeat(60), '🦈 ünder'];
    for (const name of given) expect((await save(name, 'unknown-outcomes', {})).status).toBe(200);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const path = `/v1/audit/saved-questions?limit=1${from}`;
      const { status, body } = await desk.call<ListBody<Question>>('GET', path);
      expect(status).toBe(200);
      seen.push(...body.data.map(({ name }) => name));
      cursor = body.page.nextCursor;
    }
    expect(seen).toEqual(await names());
    expect(seen).toEqual(expect.arrayContaining(given));
  });

  it.each(['AA', '_w', Buffer.from('x'.repeat(61)).toString('base64url')])(
    'is not found by the cursor %s, which was not handed out',
    async (cursor) => {
      const path = `/v1/audit/saved-questions?cursor=${cursor}`;
      const { status, body } = await desk.call<Refused>('GET', path);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'cursor' }]);
    },
  );

  it.each([
    ['entries', { price: '12' }, 'filters.price', 'is not a known field'],
    ['entries', { from: '2026-02-31T10:00:00Z' }, 'filters.from', 'must be an RFC 3339 time'],
    ['entries', { limit: '10' }, 'filters.limit', 'is not a filter'],
    ['entries', { constructor: 'x' }, 'constructor', 'is not a known field'],
    ['entries', { actor: 7 }, 'filters.actor', 'must be a text'],
    ['handled-orders', { accountNumber: 'C-7' }, 'filters.from', 'must be'],
    ['everything', {}, 'kind', 'must be one of'],
  ])('of %s with %p is refused, naming the field', async (kind, filters, field, message) => {
    const { status, body } = await save<Refused>('wrong', kind, filters);
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ field, message: expect.stringContaining(message) });
    expect(await names()).not.toContain('wrong');
  });

  it.each(['.', '..'])(
    'may not be named %s, which clients take out of the path; one of before is listed and can be removed',
    async (name) => {
      const asked = async (method: string, body: string) => {
        const path = `/v1/audit/saved-questions/${name.replaceAll('.', '%2e')}`;
        const head = `host: marina\r\nconnection: close\r\nauthorization: Bearer ${ADMIN_KEY}`;
        const type = `content-type: application/json\r\ncontent-length: ${body.length}`;
        const text = `${method} ${path} HTTP/1.1\r\n${head}\r\n${body === '' ? '' : `${type}\r\n`}\r\n${body}`;
        return desk.clock.flow(sendRaw(desk.service.address, text));
      };
      const refused = await asked('PUT', '{"kind":"entries","filters":{}}');
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'name' }] } });
      expect(await names()).not.toContain(name);
      const before = { kind: 'entries', filters: {} } as const;
      const saved = desk.service.app.get(SavedQuestions).save(name, before, { name: 'key:admin' });
      await desk.clock.flow(saved);
      expect(await names()).toContain(name);
      expect(await asked('DELETE', '')).toMatchObject({ status: 204 });
      expect(await names()).not.toContain(name);
    },
  );

  it('leaves in the trail who saved and removed it, and names no account there', async () => {
    await save('of one account', 'orders', { accountNumber: 'C-7', side: 'BUY' });
    expect((await desk.call('DELETE', path('OF ONE ACCOUNT'))).status).toBe(204);
    expect((await desk.call('DELETE', path('of one account'))).status).toBe(404);
    const entries = await desk.list<{ type: string; body: object }>(
      '/v1/audit/events?type=QUESTION_SAVED,QUESTION_REMOVED&accountNumber=C-7&order=desc&limit=2',
    );
    expect(entries.map(({ type }) => type)).toEqual(['QUESTION_REMOVED', 'QUESTION_SAVED']);
    for (const { body } of entries) {
      expect(body).toMatchObject({ filters: { side: 'BUY' }, ofOneAccount: true });
      expect(JSON.stringify(body)).not.toContain('C-7');
    }
  });

  it('needs the scope of those who read the trail', async () => {
    const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: `dealer ${engine}`, scopes: ['orders:read'] },
    });
    const refused = await desk.call('GET', '/v1/audit/saved-questions', { key: body.secret });
    expect(refused.status).toBe(403);
  });
});

describe('A caller', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  it('changes saved questions sixty times an hour, because each change stays in the trail for ever', async () => {
    const path = '/v1/audit/saved-questions/mine';
    const body = { kind: 'entries', filters: {} };
    const save = (key?: string) =>
      desk.call('PUT', path, { body, ...(key === undefined ? {} : { key }) });
    for (let saved = 0; saved < 60; saved += 1) expect((await save()).status).toBe(200);
    for (const refused of [await save(), await desk.call('DELETE', path)]) {
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    const entries = '/v1/audit/events?type=QUESTION_SAVED,QUESTION_REMOVED&limit=200';
    expect(await desk.list(entries)).toHaveLength(60);
    const { body: other } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'auditor', scopes: ['audit:read'] },
    });
    expect((await save(other.secret)).status).toBe(200);
  });
});
