import { Database } from '../../../src/infra/database/database.js';
import { Desk } from '../../support/desk.js';

interface ExportedEntry {
  readonly sequence: number;
  readonly type: string;
  readonly actor: string;
  readonly stream: string;
  readonly body: string;
  readonly previousHash: string;
  readonly hash: string;
}

describe('The export of the audit trail', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
    for (const accountNumber of ['C-1', 'C-2']) await desk.post({ accountNumber });
  });

  afterAll(() => desk.close());

  const download = async (query = ''): Promise<{ text: string; headers: Headers }> => {
    const answer = await desk.call<string>('GET', `/v1/audit/export${query}`);
    expect(answer.status).toBe(200);
    return { text: answer.body, headers: answer.headers };
  };
  const entriesIn = (text: string): readonly ExportedEntry[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ExportedEntry);

  it('has every entry as hashed, each chained to the one before, and itself as the last', async () => {
    const { text, headers } = await download();
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-trail.ndjson"');
    const entries = entriesIn(text);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, n) => n + 1));
    for (const [n, entry] of entries.entries()) {
      if (n > 0) expect(entry.previousHash).toBe(entries[n - 1]?.hash);
    }
    const last = entries.at(-1);
    expect(last).toMatchObject({ type: 'AUDIT_EXPORTED', actor: 'key:admin' });
    expect(JSON.parse(String(last?.body))).toMatchObject({ format: 'ndjson', ofOneAccount: false });
  });

  it('goes on after the last entry that arrived', async () => {
    const whole = entriesIn((await download()).text);
    const rest = entriesIn((await download(`?afterSequence=${whole.length - 3}`)).text);
    expect(rest.slice(0, 3)).toEqual(whole.slice(-3));
  });

  it('has the entries that meet the filters, and does not name the account in the trail', async () => {
    const entries = entriesIn((await download('?accountNumber=C-1&type=ORDER_RECEIVED')).text);
    expect(entries).toHaveLength(1);
    const [exported] = await desk.list<{ body: Record<string, unknown> }>(
      '/v1/audit/events?type=AUDIT_EXPORTED&order=desc&limit=1',
    );
    expect(exported?.body).toMatchObject({
      filters: { type: 'ORDER_RECEIVED' },
      ofOneAccount: true,
    });
    expect(JSON.stringify(exported)).not.toContain('C-1');
  });

  it('as CSV has a head line, and nothing that a spreadsheet would run', async () => {
    await desk.call('POST', '/v1/api-keys', { body: { name: '=1+1', scopes: ['orders:read'] } });
    const { text, headers } = await download('?format=csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^"sequence","stream",/);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => /(^|,)"[=+@]/.test(line))).toEqual([]);
    // Every cell is quoted, also numbers and what is empty.
    for (const line of lines) expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*"){16}$/);
  });

  it.each([
    ['?format=xml', 'format'],
    ['?from=yesterday', 'from'],
    ['?limit=5', 'limit'],
  ])('refuses %s, naming the field', async (query, field) => {
    const { status, body } = await desk.call<{ errors: { field: string }[] }>(
      'GET',
      `/v1/audit/export${query}`,
    );
    expect([status, body.errors.map((error) => error.field)]).toEqual([400, [field]]);
  });

  it.each(['ndjson', 'csv', 'parquet', 'zip'])('as %s makes Node.js warn of nothing', async (format) => {
    const warned: string[] = [];
    const note = ({ message }: Error): void => void warned.push(message);
    process.on('warning', note);
    await download(`?format=${format}`);
    // Node.js warns in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warned).toEqual([]);
  }); // prettier-ignore

  it('needs a scope of its own', async () => {
    const made = await desk.call('POST', '/v1/api-keys', {
      body: { name: 'reader', scopes: ['audit:read'] },
    });
    const key = String(made.body['secret']);
    expect((await desk.call('GET', '/v1/audit/export', { key })).status).toBe(403);
    expect((await desk.call('GET', '/v1/audit/checkpoints', { key })).status).toBe(200);
  });
});

describe('The checkpoint of the audit trail', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it('is shown with whether the chain contains it, also beside a verification', async () => {
    desk = await Desk.open('sqlite');
    await desk.post();
    await desk.pass(120_000);
    const [checkpoint] = await desk.list<{ sequence: number }>('/v1/audit/checkpoints');
    expect(checkpoint).toMatchObject({
      contained: true,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(checkpoint?.sequence).toBeGreaterThan(1);
    const { body } = await desk.call('POST', '/v1/audit/verifications');
    expect(body).toMatchObject({ valid: true, firstBadSequence: null, checkpoint, problems: [] });
  });

  it('is signed when asked for, and proves entries and older ones', async () => {
    desk = await Desk.open('sqlite');
    await desk.post();
    const sign = async () =>
      (await desk.call<{ size: number; note: string }>('POST', '/v1/audit/signed-checkpoints'))
        .body;
    const older = await sign();
    await desk.post({ clientOrderId: 'second' });
    const newest = await sign();
    const path = '/v1/audit/events?type=CHECKPOINT_ASKED';
    const asked = await desk.list<{ sequence: number; actor: string }>(path);
    expect(asked.map(({ actor }) => actor)).toEqual(['key:admin', 'key:admin']);
    expect(asked[1]?.sequence).toBeLessThanOrEqual(newest.size);
    expect(newest.size).toBeGreaterThan(older.size);
    const pageAt = async (query: string) =>
      (
        await desk.call<{ data: object[]; page: { nextCursor: string | null } }>(
          'GET',
          `/v1/audit/signed-checkpoints?limit=1${query}`,
        )
      ).body;
    const first = await pageAt('');
    expect(first.data).toEqual([newest]);
    expect(await pageAt(`&cursor=${String(first.page.nextCursor)}`)).toMatchObject({
      data: [older],
      page: { hasMore: false },
    });
    const ofEntry = await desk.call('GET', '/v1/audit/proofs?sequence=1');
    expect(ofEntry.body).toMatchObject({
      kind: 'inclusion',
      checkpoint: newest.note,
      entry: { sequence: 1 },
    });
    const ofOlder = await desk.call('GET', `/v1/audit/proofs?size=${older.size}`);
    expect(ofOlder.body).toMatchObject({ kind: 'consistency', older: older.note });
    for (const [query, status] of [
      ['', 400],
      ['?sequence=1&size=1', 400],
      ['?sequence=x', 400],
      ['?size=0', 400],
      ['?sequence=99999999', 404],
      ['?size=1', 404],
    ])
      expect([query, (await desk.call('GET', `/v1/audit/proofs${query}`)).status]).toEqual([
        query,
        status,
      ]);
    const verification = async (mode: string) =>
      (await desk.call('POST', '/v1/audit/verifications', { body: { mode } })).body;
    const whole = { valid: true, checkpointsCompared: 2 };
    expect(await verification('full')).toMatchObject({ ...whole, mode: 'full', from: 1 });
    await desk.post({ clientOrderId: 'third' });
    const { body: last } = await desk.call('POST', '/v1/audit/verifications');
    expect(last).toMatchObject({ mode: 'full', from: 1 });
    await desk.post({ clientOrderId: 'fourth' });
    expect(await verification('since')).toMatchObject({
      mode: 'since',
      valid: true,
      from: Number(last['entries']) + 1,
    });
    expect(await verification('some')).toMatchObject({ status: 400 });
  });

  it('gives no proof of an entry that somebody has changed since it was signed', async () => {
    desk = await Desk.open('sqlite');
    await desk.post();
    await desk.call('POST', '/v1/audit/signed-checkpoints');
    const { units } = desk.service.app.get(Database);
    for (const sql of [
      'DROP TRIGGER audit_entries_no_update',
      `UPDATE audit_entries SET body = '{}' WHERE sequence = 1`,
    ])
      await units.run((unit) => unit.execute(sql));
    expect(await desk.call('GET', '/v1/audit/proofs?sequence=1')).toMatchObject({
      status: 409,
      body: { code: 'proof-impossible', detail: expect.stringContaining('entry 1 does not lead') },
    });
    expect((await desk.call('GET', '/v1/audit/proofs?sequence=2')).status).toBe(200);
  });

  it('is signed ten times a minute for one caller, because each stays for ever', async () => {
    desk = await Desk.open('sqlite');
    const sign = (key?: string) =>
      desk.call('POST', '/v1/audit/signed-checkpoints', key === undefined ? {} : { key });
    for (let asked = 0; asked < 10; asked += 1) expect((await sign()).status).toBe(200);
    const refused = await sign();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await desk.list('/v1/audit/events?type=CHECKPOINT_ASKED')).toHaveLength(10);
    const { body: other } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'auditor', scopes: ['audit:read'] },
    });
    expect((await sign(other.secret)).status).toBe(200);
    await desk.pass(60_000);
    expect((await sign()).status).toBe(200);
  });

  it('cannot be signed where there is no place for it', async () => {
    desk = await Desk.open('sqlite', {
      databaseUrl: 'sqlite::memory:',
      env: { MARINA_CHECKPOINT_DIR: '' },
    });
    const { status, body } = await desk.call('POST', '/v1/audit/signed-checkpoints');
    expect([status, body['code']]).toEqual([409, 'checkpoint-impossible']);
  });
});
