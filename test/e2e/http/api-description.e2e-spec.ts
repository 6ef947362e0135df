import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../../console/api/openapi.js';
import { clientTypes } from '../../../scripts/client-types.js';
import { ENTRY_TYPES } from '../../../src/orders/audit-trail/entries/entry-types.js';
import { ApiAnswers, type ApiDocument } from '../../support/api-answers.js';
import {
  eventsNotToldApart,
  missingAnswers,
  missingHeaders,
  operationsByHeader,
  parametersWithout,
} from '../../support/description-gaps.js';
import { ADMIN_KEY, Desk } from '../../support/desk.js';

/*
 * Whoever builds on the API needs nothing but its description. The answers of all other end-to-end tests are held
 * against it as well (`support/api-answers`).
 */

describe('The API description', () => {
  let desk: Desk;
  let text: string;
  let document: ApiDocument;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
    const { body } = await desk.call<ApiDocument>('GET', '/openapi.json', { key: null });
    document = body;
    text = JSON.stringify(body);
  });

  afterAll(() => desk.close());

  it('has nothing to complain of for a linter, in the strictest of its rule sets', async () => {
    const problems = await lintDocument({
      document: makeDocumentFromString(text, 'openapi.json'),
      config: await createConfig({
        extends: ['recommended-strict'],
        rules: {
          // What leads a browser on has no other success; the next test asks for either.
          'operation-2xx-response': 'off',
          // It cannot follow fields through a discriminator. The test after the next one is as strict.
          'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
        },
      }),
      externalRefResolver: new BaseResolver(),
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('has a schema and an example for each answer and each body', () => {
    expect(operations().flatMap(([name, operation]) => bare(name, operation))).toEqual([]);
  });

  it('has examples of answers with no field beside those of their schemas', () => {
    const answers = new ApiAnswers(document);
    const flaws = operations().flatMap(([name, { responses }]) => {
      const [method = '', path = ''] = name.split(' ');
      return Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, { example: body }]) => {
          const answer = {
            status: Number(status),
            type: `${type}; charset=utf-8`,
            headers: [],
            body,
          };
          return answers.flawOf(method, path, answer) ?? [];
        }),
      );
    });
    expect(flaws).toEqual([]);
  });

  it('says which schema the data of each event of the stream has', () => {
    const stream = document.paths['/v1/stream']?.['get']?.responses['200'];
    expect(stream?.content?.['text/event-stream']).toMatchObject({
      'x-itemSchema': {
        properties: {
          data: {
            contentMediaType: 'application/json',
            contentSchema: { $ref: '#/components/schemas/Event' },
          },
        },
      },
    });
    expect(Object.keys(document.components.schemas)).toContain('Event');
  });

  it('describes each parameter and each field', () => {
    expect([...fieldsWithoutText(), ...parametersWithout('description', document)]).toEqual([]);
  });

  it('has an example of each parameter, and would miss one', () => {
    expect(parametersWithout('example', document)).toEqual([]);
    const bare = changed('/v1/orders/{id}', 'get', ({ parameters = [] }) => ({
      parameters: parameters.map(({ example: _, ...rest }) => rest),
    }));
    expect(parametersWithout('example', bare)).toEqual([
      'GET /v1/orders/{id} has no example of id',
      'GET /v1/orders/{id} has no example of asOf',
    ]);
  });

  it('names the headers that are read of every call, and would miss one', () => {
    expect(missingHeaders(document)).toEqual([]);
    const bare = changed('/v1/orders', 'post', () => ({ parameters: [] }));
    expect(missingHeaders(bare)).toEqual([
      'POST /v1/orders does not name X-Request-Id',
      'POST /v1/orders does not name On-Behalf-Of',
    ]);
  });

  it('names each header that a route reads by itself', () => {
    expect(Object.fromEntries(operationsByHeader(document))).toEqual(headersReadByRoutes());
  });

  it('lists the answers that whoever calls can get, and would miss one', () => {
    expect(missingAnswers(document)).toEqual([]);
    const bare = changed('/v1/orders', 'post', ({ responses }) => ({
      responses: Object.fromEntries(
        Object.entries(responses).filter(([status]) => !['409', '503'].includes(status)),
      ),
    }));
    expect(missingAnswers(bare)).toEqual([
      'POST /v1/orders does not list 503',
      'POST /v1/orders does not list 409',
    ]);
  });

  it('has a schema for each type of entry, told apart by the type', () => {
    expect(eventsNotToldApart('Event', document)).toEqual([]);
    expect(eventsNotToldApart('AuditedEvent', document)).toEqual([]);
    const { Event: event } = document.components.schemas as {
      readonly Event?: { readonly discriminator: { readonly mapping: object } };
    };
    expect(Object.keys(event?.discriminator.mapping ?? {})).toEqual(ENTRY_TYPES);
  });

  it('is generated from the types that the routes answer', () => {
    const script = 'scripts/describe-api.js';
    const { stderr, status } = spawnSync(process.execPath, [script, '--check'], {
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  it('is what the types of the client were generated from: else run `npm run api`', async () => {
    const file = 'console/api/openapi.ts';
    expect(readFileSync(file, 'utf8') === (await clientTypes(JSON.parse(text)))).toBe(true);
  });

  interface Described {
    readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[];
    readonly requestBody?: { readonly content: Contents };
    readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
  }
  type Contents = Readonly<
    Record<string, { readonly schema?: object; readonly example?: unknown }>
  >;

  const operations = (): readonly (readonly [string, Described])[] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path}`, operation as unknown as Described] as const,
      ),
    );

  const bare = (name: string, { requestBody, responses }: Described): readonly string[] => {
    const contents = [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
    ];
    const hasAll = contents.every(
      ({ schema, example }) => schema !== undefined && example !== undefined,
    );
    const success = Object.keys(responses).filter((status) => /^(2|303)/.test(status));
    return hasAll && success.length > 0 ? [] : [name];
  };

  /** What is named by `$ref` has its text there. */
  const fieldsWithoutText = (): readonly string[] =>
    Object.entries(document.components.schemas as Readonly<Record<string, Field>>).flatMap(
      ([name, schema]) => bareFields(name, schema),
    );

  /** The description with another operation in place of one. */
  const changed = (
    path: string,
    method: string,
    change: (operation: Described) => Partial<Described>,
  ): ApiDocument => {
    const operation = document.paths[path]?.[method];
    if (operation === undefined) throw new Error(`There is no ${method} ${path}`);
    const other = { ...operation, ...change(operation) };
    const methods = { ...document.paths[path], [method]: other };
    return { ...document, paths: { ...document.paths, [path]: methods } };
  };
});

/** How often routes read each header, by their source. */
function headersReadByRoutes(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.controller.ts'))) {
    const read = readFileSync(`src/${file}`, 'utf8').matchAll(/@Headers\('([^']+)'\)/g);
    for (const [, name = ''] of read) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

interface Field {
  readonly description?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Field[];
  readonly allOf?: readonly Field[];
  readonly items?: Field | readonly Field[];
  readonly properties?: Readonly<Record<string, Field>>;
}

function bareFields(path: string, schema: Field): readonly string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...[schema.items ?? []].flat()];
  const fields = Object.entries(schema.properties ?? {});
  const bare = fields.filter(([, { description, $ref, anyOf = [], allOf = [] }]) => {
    const named = [...anyOf, ...allOf].some((one) => one.$ref !== undefined);
    return description === undefined && $ref === undefined && !named;
  });
  return [
    ...bare.map(([name]) => `${path}.${name}`),
    ...fields.flatMap(([name, field]) => bareFields(`${path}.${name}`, field)),
    ...inner.flatMap((one) => bareFields(path, one)),
  ];
}

describe('A client generated from the API description', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await Desk.open('sqlite');
  });

  afterAll(() => desk.close());

  const client = () =>
    createClient<paths>({
      baseUrl: desk.service.address,
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    });
  const terms = {
    clientOrderId: 'client-1', side: 'BUY', security: 'SD11PLC', units: '1000', price: '12.50',
    timeInForce: 'Day Order (DO)', accountNumber: 'C0012345', clientName: 'Ada Obi',
  } as const; // prettier-ignore

  it('posts, edits, cancels, lists and streams', async () => {
    const { GET, POST, PATCH } = client();
    const wait = { header: { Prefer: 'wait=5' } };
    const posted = await desk.clock.flow(POST('/v1/orders', { body: terms, params: wait }));
    expect(posted.data?.status).toBe('Posted');
    const id = posted.data?.id ?? '';
    const etag = posted.response.headers.get('etag') ?? '';

    const edited = await desk.clock.flow(
      PATCH('/v1/orders/{id}', {
        body: { price: '12.75' },
        params: { path: { id }, header: { Prefer: 'wait=5', 'If-Match': etag } },
      }),
    );
    expect(edited.data?.price).toBe('12.75');

    const cancelled = await desk.clock.flow(
      POST('/v1/orders/{id}/cancel', {
        body: { reason: 'done' },
        params: { path: { id }, ...wait },
      }),
    );
    expect(cancelled.data?.status).toBe('Cancelled');

    const listed = await GET('/v1/orders', { params: { query: { clientOrderId: 'client-1' } } });
    expect(listed.data?.data.map((order) => order.status)).toEqual(['Cancelled']);
    expect(listed.data?.page.hasMore).toBe(false);

    const { data: stream, response } = await GET('/v1/stream', {
      params: { query: { orderId: id, after: 0 } },
      parseAs: 'stream',
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = await eventsIn(stream, 'STATUS_CHANGED');
    expect(events.map(({ type }) => type)).toContain('POST_ACKNOWLEDGED');
    expect(movesIn(events)).toEqual(['New to Posted: postAccepted']);
  });

  it('tells entries of the trail apart by their type', async () => {
    const { data } = await client().GET('/v1/audit/events', {
      params: { query: { type: 'ORDER_RECEIVED' } },
    });
    const received = (data?.data ?? []).flatMap((entry) =>
      entry.type === 'ORDER_RECEIVED' ? [`${entry.body.side} ${entry.body.units}`] : [],
    );
    expect(received).toEqual(['BUY 1000']);
  });

  it('gets problems with the codes of the route', async () => {
    const { POST } = client();
    const { error, response } = await POST('/v1/orders', { body: { ...terms, units: '0' } });
    expect(response.status).toBe(400);
    expect(error?.code).toBe('validation-failed');
    expect(error?.errors.map(({ field }) => field)).toEqual(['units']);
  });
});

type StreamedEvent = components['schemas']['Event'];

/** The type says what the body has. */
function movesIn(events: readonly StreamedEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'STATUS_CHANGED') return [];
    const { from, to, evidence } = event.body;
    return [`${from} to ${to}: ${evidence}`];
  });
}

/** The events until the first of a type, each parsed as what the description says it is. */
async function eventsIn(
  stream: ReadableStream<Uint8Array> | null | undefined,
  last: StreamedEvent['type'],
): Promise<readonly StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  if (stream == null) return events;
  let rest = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${chunk}`.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data === undefined) continue;
      const event: StreamedEvent = JSON.parse(data);
      events.push(event);
      if (event.type === last) return events;
    }
  }
  return events;
}
