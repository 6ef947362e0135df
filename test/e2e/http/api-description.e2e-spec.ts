import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core';
import createClient from 'openapi-fetch';
import type { components, paths } from '../../../console/api/openapi.js';
import { clientTypes } from '../../../scripts/client-types.js';
import type { ApiDocument } from '../../support/api-answers.js';
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
      // What leads a browser on has no other success; the next test asks for either.
      config: await createConfig({
        extends: ['recommended-strict'],
        rules: { 'operation-2xx-response': 'off' },
      }),
      externalRefResolver: new BaseResolver(),
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('has a schema and an example for each answer and each body', () => {
    expect(operations().flatMap(([name, operation]) => bare(name, operation))).toEqual([]);
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
    expect([...fieldsWithoutText(), ...parametersWithoutText()]).toEqual([]);
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
    readonly parameters?: readonly { readonly name: string; readonly description?: string }[];
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

  const parametersWithoutText = (): readonly string[] =>
    operations().flatMap(([name, { parameters = [] }]) =>
      parameters.filter(({ description }) => !description).map((one) => `${name} ${one.name}`),
    );
});

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
    const types = await eventsIn(stream, 'STATUS_CHANGED');
    expect(types).toContain('POST_ACKNOWLEDGED');
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

/** The types of the events until the first of a type, each parsed as what the description says it is. */
async function eventsIn(
  stream: ReadableStream<Uint8Array> | null | undefined,
  last: StreamedEvent['type'],
): Promise<readonly string[]> {
  const types: string[] = [];
  if (stream == null) return types;
  let rest = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${chunk}`.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (data === undefined) continue;
      const event: StreamedEvent = JSON.parse(data);
      types.push(event.type);
      if (event.type === last) return types;
    }
  }
  return types;
}
