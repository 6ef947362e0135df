import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type EndpointName,
} from '../../../../src/infra/exchange/schema/endpoints.js';
import { ENGINES } from '../../../support/databases/databases.js';
import { CALLS } from '../schema/documented-calls.js';
import { DOCUMENTED_REPLIES } from '../schema/documented-replies.js';
import { RecordingExchange, type Behaviour } from './recording-exchange.js';

/** The decoded documented reply. */
function readAs(name: EndpointName): Readonly<Record<string, unknown>> {
  const given = CALLS[name].read;
  if (given !== undefined) return given;
  const { fields } = DOCUMENTED_REPLIES[name];
  const { envelope } = ENDPOINTS[name];
  const one = envelope === 'standard' || envelope === 'none';
  return { kind: 'Answer', data: one ? fields : [fields], odd: [] };
}

const saying =
  (status: number, body: string): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);

describe.each(ENGINES)('Each of the twenty endpoints (%s)', (engine) => {
  let exchange: RecordingExchange;
  beforeAll(async () => {
    exchange = await RecordingExchange.open(engine);
  });
  afterAll(() => exchange.close());

  it.each(ENDPOINT_NAMES)(
    '%s is one request as documented, and its reply is read',
    async (name) => {
      const { make, query = {}, body } = CALLS[name];
      exchange.seen.length = 0;
      exchange.behaves = saying(200, DOCUMENTED_REPLIES[name].body);
      expect(await make(exchange)).toMatchObject(readAs(name));
      expect(exchange.seen).toHaveLength(1);
      const [seen] = exchange.seen;
      if (seen === undefined) throw new Error('Nothing was sent');
      const { headers, ...sent } = seen;
      expect(sent).toEqual({
        method: ENDPOINTS[name].method,
        path: `/v2/vendor/${name}`,
        query,
        body: body === undefined ? '' : (expect.any(String) as unknown),
      });
      if (body !== undefined) expect(JSON.parse(sent.body)).toEqual(body);
      expect(headers).toMatchObject({
        authorization: expect.stringMatching(/^Bearer sk_test_\d+$/) as unknown,
        'x-api-username': 'ada',
      });
      expect(headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
    },
  );
});

const NO = '{"success":false,"message":"no such thing"}';

/** The refusal, the outcome class of a trading call, and how the market API reports it. */
const REFUSALS: readonly (readonly [string, (name: EndpointName) => Behaviour, string, string])[] =
  [
    ['401 with an envelope', () => saying(401, NO), 'KeyRefused', 'Unusable'],
    ['401 with nothing', () => saying(401, ''), 'KeyRefused', 'Unusable'],
    ['402', () => saying(402, ''), 'KeyRefused', 'Unusable'],
    ['403', () => saying(403, NO), 'ScopeRefused', 'Unusable'],
    ['429', () => saying(429, '<html></html>'), 'RateRefused', 'Unusable'],
    ['the error envelope with 404', () => saying(404, NO), 'Refused', 'Refused'],
    ['the error envelope with 400', () => saying(400, NO), 'Refused', 'Refused'],
    ['the error envelope with 200', () => saying(200, NO), 'Refused', 'Refused'],
    ['404 with nothing', () => saying(404, ''), 'Ambiguous', 'Unusable'],
    ['408 with the error envelope', () => saying(408, NO), 'Ambiguous', 'Unusable'],
    ['500 with the error envelope', () => saying(500, NO), 'Ambiguous', 'Unusable'],
    [
      '500 with the answer',
      (name) => saying(500, DOCUMENTED_REPLIES[name].body),
      'Ambiguous',
      'Unusable',
    ],
    [
      'a page of HTML',
      () => saying(200, '<html><body>Welcome</body></html>'),
      'Ambiguous',
      'Unusable',
    ],
    ['nothing', () => saying(200, ''), 'Ambiguous', 'Unusable'],
    ['half of the answer', (name) => saying(200, half(name)), 'Ambiguous', 'Unusable'],
    ['a list', () => saying(200, '[]'), 'Ambiguous', 'Unusable'],
    [
      'success as a text',
      () => saying(200, '{"success":"true","message":"m","data":{}}'),
      'Affirmed',
      'Unusable',
    ],
    ['no data', () => saying(200, '{"success":true,"message":"m"}'), 'Acknowledged', 'Unusable'],
    [
      'data of null',
      () => saying(200, '{"success":true,"message":"m","data":null}'),
      'Acknowledged',
      'Unusable',
    ],
    ['the end of the connection', () => (response) => response.destroy(), 'Ambiguous', 'Unusable'],
  ];

function half(name: EndpointName): string {
  const { body } = DOCUMENTED_REPLIES[name];
  return body.slice(0, body.length / 2);
}

/** Trading calls have an outcome class, enquiries no record (or no reply), and market reads a reason. */
function expected(name: EndpointName, traded: string, asked: string): object {
  const { number } = ENDPOINTS[name];
  if (number >= 5 && number <= 7) return { kind: traded };
  const enquiry = number >= 8 && number <= 11;
  return {
    kind: 'NoAnswer',
    why: enquiry ? (expect.stringMatching(/^No(Record|Reply)$/) as unknown) : asked,
  };
}

describe('Each of the twenty endpoints, answered with', () => {
  let exchange: RecordingExchange;
  beforeAll(async () => {
    exchange = await RecordingExchange.open('sqlite');
  });
  afterAll(() => exchange.close());

  it.each(REFUSALS)(
    '%s, believes no more than is documented',
    async (_, behaves, traded, asked) => {
      for (const name of ENDPOINT_NAMES) {
        exchange.seen.length = 0;
        exchange.behaves = behaves(name);
        const said = await CALLS[name].make(exchange);
        expect([name, said]).toMatchObject([name, expected(name, traded, asked)]);
        expect(exchange.seen).toHaveLength(1);
      }
    },
  );
});
