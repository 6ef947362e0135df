import { Database } from '../../../src/infra/database/database.js';
import { Desk } from '../../support/desk.js';

interface ProblemBody {
  readonly type: string;
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

/** A value that must be refused, and the field that the problem must name. */
const WRONG_TERMS: readonly (readonly [string, unknown])[] = [
  ['units', 1000],
  ['units', '0'],
  ['units', '-5'],
  ['units', '1.5'],
  ['units', '1e3'],
  ['units', ' 5'],
  ['units', '007'],
  ['units', ''],
  ['units', null],
  ['units', []],
  ['units', '1'.repeat(40)],
  ['units', '١٢'],
  ['price', 12.5],
  ['price', '0'],
  ['price', '0.00'],
  ['price', '-1'],
  ['price', '1e400'],
  ['price', 'Infinity'],
  ['price', '12,50'],
  ['price', '12.'],
  ['price', '.5'],
  ['price', `1.${'1'.repeat(40)}`],
  ['price', '123456789012.123456'],
  ['side', 'buy'],
  ['side', 'HOLD'],
  ['side', 1],
  ['security', 'NOSUCH'],
  ['security', ''],
  ['security', 'SD11PLC\u0000'],
  ['timeInForce', 'GTC'],
  ['accountNumber', 'C00\u202E12345'],
  ['accountNumber', ' C1'],
  ['accountNumber', 'x'.repeat(41)],
  ['clientName', 'Ada\u0000Obi'],
  ['clientName', 'Ada\u2066Obi'],
  ['clientName', '\ud800'],
  ['clientName', 'Ada\u200bObi'],
  ['clientName', 'Ada\u3164Obi'],
  ['accountNumber', 'C0012345\u{e0041}'],
  ['clientOrderId', 'web\ufe0f-1'],
  ['security', 'SD11\u2060PLC'],
  ['clientName', {}],
  ['clientOrderId', 'x'.repeat(65)],
  ['clientOrderId', 5],
  ['brokerCode', 'OTHER'],
  ['surprise', 'x'],
];

describe('Bad input', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
    // The security directory is loaded then.
    await desk.eventually(
      () => desk.call<{ securities: number }>('GET', '/v1/ops/status'),
      ({ body }) => body.securities > 0,
    );
    // The first checkpoint makes the key that signs it: an entry that would come after some seconds by itself.
    await desk.call('POST', '/v1/audit/signed-checkpoints');
  });

  afterAll(() => desk.close());

  /** Of all that has happened: who was refused has changed nothing. */
  const entries = async (): Promise<number> => {
    const [row] = await desk.service.app
      .get(Database)
      .reading.query<{ count: number }>(
        "SELECT count(*) AS count FROM audit_entries WHERE type NOT LIKE 'INSTRUCTION_REFUSED%'",
      );
    return row?.count ?? 0;
  };

  const expectProblem = (
    answer: { status: number; headers: Headers; body: ProblemBody },
    field: string,
  ): void => {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.status).toBe(answer.status);
    expect(answer.body.type).toBe(`/problems/${answer.body.code}`);
    expect(answer.body.errors.map((error) => error.field)).toContain(field);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  };

  it.each(WRONG_TERMS)(
    'in %s (%j) is a problem that names it, and writes nothing',
    async (field, value) => {
      const before = await entries();
      const body = desk.terms({ [field]: value });
      const answer = await desk.call<ProblemBody>('POST', '/v1/orders', { body });
      expectProblem(answer, field);
      expect(await entries()).toBe(before);
      const found = await desk.list(`/v1/orders?limit=1`);
      expect(found).toHaveLength(0);
    },
  );

  it.each([
    'clientOrderId',
    'side',
    'security',
    'units',
    'price',
    'timeInForce',
    'accountNumber',
    'clientName',
  ])('without %s names it', async (field) => {
    const { [field]: _, ...body } = desk.terms();
    expectProblem(await desk.call<ProblemBody>('POST', '/v1/orders', { body }), field);
  });

  it.each([
    ['broken JSON', '{"units": "1"', 400],
    ['a list', '[]', 400],
    ['a number', '1e400', 400],
    ['a text', '"x"', 400],
    ['null', 'null', 400],
    ['a prototype key', '{"__proto__": {"units": "1"}}', 400],
    ['a list in a list, 3,000 deep', `{"units":${'['.repeat(3_000)}${']'.repeat(3_000)}}`, 400],
    ['objects, 3,000 deep', `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`, 400],
    ['a body of a megabyte', `{"clientName":"${'x'.repeat(1_048_576)}"}`, 413],
  ])('as %s is a problem', async (_, raw, status) => {
    const answer = await desk.call<ProblemBody>('POST', '/v1/orders', { raw });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors.length).toBeGreaterThan(0);
  });

  it.each(['1', '100'])('with a field twice names it, also with units of %s', async (units) => {
    const before = await entries();
    const terms = desk.terms({ units: '100' });
    const raw = `{"units":"${units}",${JSON.stringify(terms).slice(1)}`;
    expectProblem(await desk.call('POST', '/v1/orders', { raw }), 'units');
    expect(await entries()).toBe(before);
  });

  it('in another content type is refused', async () => {
    const answer = await desk.call('POST', '/v1/orders', {
      raw: 'units=5',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(415);
  });

  it.each([
    ['/v1/orders?limit=0', 'limit'],
    ['/v1/orders?limit=201', 'limit'],
    ['/v1/orders?limit=x', 'limit'],
    ['/v1/orders?cursor=%00', 'cursor'],
    ['/v1/orders?cursor=abc', 'cursor'],
    ['/v1/orders?status=Nope', 'status'],
    ['/v1/orders?surprise=1', 'surprise'],
    ['/v1/orders?createdFrom=yesterday', 'createdFrom'],
    ['/v1/orders?tradingDate=20-11-2026', 'tradingDate'],
    ['/v1/orders?certain=maybe', 'certain'],
    ['/v1/orders?side=BUY&side=SELL', 'side'],
    ['/v1/audit/events?afterSequence=-1', 'afterSequence'],
    ['/v1/breaks?status=Closed', 'status'],
  ])('in the query %s names it', async (path, field) => {
    expectProblem(await desk.call<ProblemBody>('GET', path), field);
  });

  it.each([
    [
      'the e-mail address of a person',
      'POST',
      '/v1/persons',
      { name: 'Ngozi', email: '\ud800', roles: ['viewer'] },
      'email',
    ],
    [
      'a list of status words',
      'PUT',
      '/v1/exchange/status-words',
      { words: [[]], reason: 'a list in a list' },
      'words',
    ],
  ])('in %s names it', async (_, method, path, body, field) => {
    expectProblem(await desk.call<ProblemBody>(method, path, { body }), field);
  });

  it.each([
    [
      'scopes or accounts of the key of a person',
      '/v1/api-keys',
      { scopes: null, accounts: null },
      201,
    ],
    [
      'scopes of a key for an account',
      '/v1/api-keys',
      { scopes: null, accounts: ['C0012345'] },
      201,
    ],
    ['filters of an export', '/v1/audit/exports', { format: 'ndjson', filters: null }, 202],
  ])('is not what null is, where it stands for no %s', async (_, path, given, status) => {
    const personId = async (): Promise<string> => {
      const person = { name: 'Ada Obi', roles: ['dealer'] };
      await desk.call('POST', '/v1/persons', { body: person });
      const [first] = await desk.list<{ id: string }>('/v1/persons');
      return first?.id ?? '';
    };
    const body = 'scopes' in given ? { personId: await personId(), ...given } : given;
    expect((await desk.call('POST', path, { body })).status).toBe(status);
  });

  it('in an edit names it', async () => {
    const path = '/v1/orders/ord_none';
    for (const [body, field] of [
      [{ units: 5 }, 'units'],
      [{ units: null }, 'units'],
      [{ price: '0' }, 'price'],
      [{}, 'units'],
      [{ side: 'SELL' }, 'side'],
    ] as const) {
      expectProblem(await desk.call<ProblemBody>('PATCH', path, { body }), field);
    }
  });

  it('in a header names it', async () => {
    const body = desk.terms();
    const odd = { headers: { 'idempotency-key': 'x'.repeat(300) }, body };
    expectProblem(await desk.call<ProblemBody>('POST', '/v1/orders', odd), 'Idempotency-Key');
    const match = { headers: { 'if-match': 'nonsense' }, body: { units: '5' } };
    expectProblem(await desk.call<ProblemBody>('PATCH', '/v1/orders/ord_x', match), 'If-Match');
  });

  it.each([
    '/v1/orders/ord_none',
    '/v1/orders/ord_none/events',
    '/v1/breaks/brk_none',
    '/v1/none',
    '/nowhere',
  ])('for %s is 404', async (path) => {
    const answer = await desk.call<ProblemBody>('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('not-found');
  });
});
