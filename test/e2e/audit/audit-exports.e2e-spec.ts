import { createHash } from 'node:crypto';
import { ExportFiles } from '../../../src/infra/audit/export/export-files.js';
import { Database } from '../../../src/infra/database/database.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk, type ListBody } from '../../support/desk.js';

interface Export {
  readonly id: string;
  readonly state: string;
  readonly format: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly reached: number | null;
  readonly upTo: number | null;
  readonly entries: number | null;
  readonly bytes: number | null;
  readonly digest: string | null;
  readonly href: string;
  readonly file: string;
}

const PATH = '/v1/audit/exports';

describe.each(ENGINES)('An export in the background, on %s', (engine) => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open(engine);
    await desk.post({ accountNumber: 'C-7' });
    await desk.post({ accountNumber: 'C-8' });
  });

  afterAll(() => desk.close());

  const ask = <T = Export>(body: object) => desk.call<T>('POST', PATH, { body });

  const finished = async (body: object): Promise<Export> => {
    const asked = await ask(body);
    expect(asked.status).toBe(202);
    expect(asked.headers.get('location')).toBe(`${PATH}/${asked.body.id}`);
    for (;;) {
      const { body: now } = await desk.call<Export>('GET', `${PATH}/${asked.body.id}`);
      if (now.state !== 'Queued' && now.state !== 'Running') return now;
    }
  };

  const file = <T = string>(one: Export, headers: Record<string, string> = {}) =>
    desk.call<T>('GET', one.href, { headers });

  it('is downloaded when it is done: the entries that meet its filters, and who exported them is in the trail', async () => {
    const done = await finished({ format: 'ndjson', filters: { accountNumber: 'C-7' } });
    expect(done).toMatchObject({ state: 'Done', filters: { accountNumber: 'C-7' } });
    const response = await file(done);
    expect(response.status).toBe(200);
    const text = response.body;
    const entries = text.trim().split('\n').length;
    expect(done).toMatchObject({
      entries,
      file: `audit-trail_one-account_${entries}-entries.ndjson`,
    });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${done.file}"`,
    );
    expect(Buffer.byteLength(text)).toBe(done.bytes);
    expect(createHash('sha256').update(text).digest('hex')).toBe(done.digest);
    const types = text.trim().split('\n').map((line) => (JSON.parse(line) as { type: string }).type); // prettier-ignore
    expect(types).toContain('ORDER_RECEIVED');
    const noted = '/v1/audit/events?type=AUDIT_EXPORTED&order=desc&limit=1';
    const { body } = await desk.call<ListBody<object>>('GET', noted);
    expect(body.data).toMatchObject([{ actor: 'key:admin', body: { format: 'ndjson', ofOneAccount: true } }]);
  }); // prettier-ignore

  it('says how far it has read', async () => {
    const done = await finished({ format: 'csv' });
    expect(done.upTo).toBeGreaterThan(0);
    expect(done.reached).toBe(done.upTo);
  });

  it('can be an archive that is verified elsewhere', async () => {
    const done = await finished({ format: 'zip' });
    const { body: bytes } = await file<Buffer>(done);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.length).toBe(done.bytes);
  });

  it('goes on where a download broke off', async () => {
    const done = await finished({ format: 'csv' });
    const { body: whole } = await file(done);
    const rest = await file(done, { range: 'bytes=100-', 'if-range': `"${done.digest ?? ''}"` });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 100-${(done.bytes ?? 0) - 1}/${done.bytes ?? 0}`);
    expect(rest.body).toBe(whole.slice(100));
    const beyond = await file(done, { range: `bytes=${done.bytes ?? 0}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${done.bytes ?? 0}`]);
    expect(beyond.body).toMatchObject({ code: 'range-unsatisfiable' });
  }); // prettier-ignore

  it.each([
    [{ format: 'pdf' }, 'format'],
    [{ format: 'csv', filters: { from: 'yesterday' } }, 'filters.from'],
    [{ format: 'csv', filters: { format: 'zip' } }, 'filters.format'],
    [{ format: 'csv', filters: { colour: 'red' } }, 'filters.colour'],
    [{ format: 'csv', filters: { security: 7 } }, 'filters.security'],
  ])('of %j is refused, naming %s', async (body, field) => {
    const refused = await ask<{ errors: readonly { field: string }[] }>(body);
    expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, field]);
  });

  it('is seen by the caller alone who asked for it', async () => {
    const done = await finished({ format: 'csv' });
    const scopes = ['audit:export', 'audit:read'];
    const made = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'examiner', scopes },
    });
    const other = made.body.secret;
    for (const [method, path] of [
      ['GET', `${PATH}/${done.id}`],
      ['GET', done.href],
      ['DELETE', `${PATH}/${done.id}`],
    ] as const) {
      expect((await desk.call(method, path, { key: other })).status).toBe(404);
    }
    const { body } = await desk.call<ListBody<Export>>('GET', PATH, { key: other });
    expect(body.data).toEqual([]);
    const own = await desk.list<Export>(PATH);
    expect(own.map(({ id }) => id)).toContain(done.id);
    expect(own.map(({ id }) => id)).toEqual([...own.map(({ id }) => id)].sort().reverse());
  });

  it('is gone with its file when it is removed', async () => {
    const done = await finished({ format: 'csv' });
    expect((await desk.call('DELETE', `${PATH}/${done.id}`)).status).toBe(204);
    expect((await desk.call('GET', `${PATH}/${done.id}`)).status).toBe(404);
    expect((await file(done)).status).toBe(404);
    expect((await desk.call('DELETE', `${PATH}/${done.id}`)).status).toBe(404);
  });

  it('says so when the file is on another instance', async () => {
    const done = await finished({ format: 'csv' });
    await desk.service.app.get(ExportFiles).remove(`${done.id}.csv`);
    expect(await file<object>(done)).toMatchObject({ status: 409, body: { code: 'export-elsewhere' } });
  }); // prettier-ignore

  it('fails when the instance that writes it has stopped, and has no file before', async () => {
    const { id } = (await ask({ format: 'csv' })).body;
    await desk.clock.pass(1_000);
    const stopped = "UPDATE audit_exports SET state = 'Running', finished_at = NULL, instance = 'ins_other' WHERE id = ?";
    await desk.service.app.get(Database).units.run((unit) => unit.execute(stopped, [id]));
    const { body: running } = await desk.call<Export>('GET', `${PATH}/${id}`);
    expect(await file<object>(running)).toMatchObject({ status: 409, body: { code: 'export-unfinished' } });
    await desk.clock.pass(200_000);
    const { body } = await desk.call('GET', `${PATH}/${id}`);
    expect(body).toMatchObject({ state: 'Failed', reason: 'The instance that wrote it has stopped.' });
  }); // prettier-ignore

  it('is refused when the caller has too many', async () => {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 30) {
      const asked = await ask<Export & { code: string }>({ format: 'csv' });
      statuses.push(asked.status);
      if (asked.status === 429) expect(asked.body.code).toBe('too-many-exports');
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('is kept for a day', async () => {
    await desk.clock.pass(1_000);
    const [done] = (await desk.list<Export>(PATH)).filter(({ state }) => state === 'Done');
    if (done === undefined) throw new Error('There is no export');
    desk.clock.jumpTo(desk.clock.now() + 24 * 3_600_000);
    await desk.clock.pass(60_000);
    expect((await desk.call('GET', `${PATH}/${done.id}`)).status).toBe(404);
    expect((await file(done)).status).toBe(404);
  });
});
