import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { Database } from '../../../src/infra/database/database.js';
import { ENTRY_TYPES } from '../../../src/orders/audit-trail/entries/entry-types.js';
import { STREAMED_TYPES } from '../../../src/orders/audit-trail/stream/streamed-events.js';
import type { ApiDocument } from '../../support/api-answers.js';
import { Desk } from '../../support/desk.js';

/*
 * Whoever mistypes a filter must not take the empty page for an answer: what no entry, order or break can have is refused,
 * and what they can have and none does is an empty page.
 */

interface Refusal {
  readonly code: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly enum?: readonly string[] };
}

const ORDER = 'ord_01M7W9V1GHGDXV473P1P44ZYCB';

describe('A filter', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  const refusalOf = async (address: string): Promise<Refusal> => {
    const { status, body } = await desk.call<Refusal>('GET', address);
    expect([address, status]).toEqual([address, 400]);
    return body;
  };

  it.each([
    ['/v1/audit/events?type=FILLS', 'type', ENTRY_TYPES],
    ['/v1/audit/events?type=FILL,fill', 'type', ENTRY_TYPES],
    ['/v1/audit/export?type=NOTHING', 'type', ENTRY_TYPES],
    ['/v1/stream?types=FILL,FILLS', 'types', STREAMED_TYPES],
  ])(
    'of types that has another is refused with those that are known: %s',
    async (address, field, known) => {
      const { code, errors } = await refusalOf(address);
      expect(code).toBe('validation-failed');
      expect(errors).toEqual([
        {
          field,
          message: `must be one of these, or several separated by commas: ${known.join(', ')}`,
        },
      ]);
    },
  );

  it('of types takes those of the trail that this release does not write, and those of earlier releases', async () => {
    const retired = '/v1/audit/events?type=DATABASE_OLDER_THAN_ITS_MARK';
    expect(await desk.call('GET', retired)).toMatchObject({ status: 200, body: { data: [] } });
    const newer = '/v1/audit/events?type=FILL,WRITTEN_BY_A_NEWER_RELEASE';
    await refusalOf(newer);
    const save = () =>
      desk.call<{ code?: string; errors?: Refusal['errors'] }>(
        'PUT',
        '/v1/audit/saved-questions/newer',
        {
          body: { kind: 'entries', filters: { type: 'WRITTEN_BY_A_NEWER_RELEASE' } },
        },
      );
    const exported = () =>
      desk.call<{ errors?: Refusal['errors'] }>('POST', '/v1/audit/exports', {
        body: { format: 'csv', filters: { type: 'WRITTEN_BY_A_NEWER_RELEASE' } },
      });
    for (const ask of [save, exported])
      expect(await ask()).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'filters.type' }] },
      });
    const { app } = desk.service;
    const fact = { type: 'WRITTEN_BY_A_NEWER_RELEASE', body: {} };
    await desk.clock.flow(
      app.get(Database).units.run((unit) => app.get(AuditLog).append(unit, 'desk', SYSTEM, [fact])),
    );
    const { body: names } = await desk.call<{ types: readonly object[] }>('GET', '/v1/audit/names');
    expect(names.types).toContainEqual(expect.objectContaining({ type: fact.type }));
    const none = await desk.call('GET', `${newer}&afterSequence=1000`);
    expect(none).toMatchObject({ status: 200, body: { data: [] } });
    expect((await save()).status).toBe(200);
    expect((await exported()).status).toBe(202);
    const found = await desk.call('GET', `/v1/audit/export?type=${fact.type}`);
    expect(found).toMatchObject({ status: 200, body: expect.stringContaining(fact.type) });
  });

  it('with a closed set of values lists them when it has another', async () => {
    const { body: document } = await desk.call<ApiDocument>('GET', '/openapi.json', { key: null });
    let asked = 0;
    for (const [path, { get }] of Object.entries(document.paths)) {
      const { parameters = [] } = (get ?? {}) as { readonly parameters?: readonly Parameter[] };
      const required = parameters.filter(({ in: place, required: is }) => place === 'query' && is);
      const beside = required.map(({ name, example }) => `&${name}=${String(example)}`).join('');
      const address = path.replace('{date}', '2026-11-20').replace('{id}', ORDER);
      for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
        if (schema?.enum === undefined) continue;
        asked += 1;
        const { errors } = await refusalOf(`${address}?${name}=nothing-of-it${beside}`);
        const [error] = errors;
        expect([path, error?.field]).toEqual([path, name]);
        for (const value of schema.enum) expect(error?.message).toContain(value);
      }
    }
    expect(asked).toBeGreaterThan(15);
  });

  it.each([
    ['/v1/audit/events?orderId=web-1', 'orderId', /must be the id of an order, such as ord_/],
    ['/v1/audit/events?orderId=brk_01M7W9V1GHGDXV473P1P44ZYCB', 'orderId', /id of an order/],
    ['/v1/audit/unknown-outcomes?orderId=1', 'orderId', /id of an order/],
    ['/v1/audit/overrides?orderId=1', 'orderId', /id of an order/],
    ['/v1/breaks?orderId=1', 'orderId', /id of an order/],
    ['/v1/audit/events?actor=Ada', 'actor', /`key:` and a name/],
    ['/v1/audit/events?requestId=two%20words', 'requestId', /letters, digits/],
    ['/v1/audit/events?afterSequence=1e3', 'afterSequence', /in digits alone, such as 42/],
    ['/v1/audit/events?afterSequence=0x10', 'afterSequence', /in digits alone/],
    ['/v1/orders?limit=1e1', 'limit', /in digits alone/],
    ['/v1/stream?after=1e3', 'after', /in digits alone/],
    ['/v1/audit/proofs?sequence=1e3', 'sequence', /in digits alone/],
  ])(
    'of a form that nothing can have is refused, and says which form is wanted: %s',
    async (address, field, message) => {
      const { errors } = await refusalOf(address);
      expect(errors).toEqual([{ field, message: expect.stringMatching(message) }]);
    },
  );

  it.each([
    '/v1/audit/events?type=CLIENTS_REMOVED',
    `/v1/audit/events?orderId=${ORDER}`,
    '/v1/audit/events?actor=key:Nobody',
    '/v1/audit/events?requestId=req-none',
    '/v1/audit/events?afterSequence=1000',
    `/v1/breaks?orderId=${ORDER}`,
    `/v1/audit/overrides?orderId=${ORDER}`,
  ])('that finds nothing is an empty page: %s', async (address) => {
    expect(await desk.call('GET', address)).toMatchObject({ status: 200, body: { data: [] } });
  });
});
