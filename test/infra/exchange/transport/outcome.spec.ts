import fc from '../../../support/seeded-fast-check.js';
import { outcomeOf, type OutcomeClass } from '../../../../src/infra/exchange/transport/outcome.js';

/** The possible bodies of a reply, and how each is classified where the status allows it. */
const BODIES: Readonly<
  Record<string, readonly [string, 'yes' | 'yes in words' | 'no' | 'nothing']>
> = {
  yes: ['{"success":true,"message":"ok","data":{"OrderNo":1}}', 'yes'],
  'yes without data': ['{"success":true}', 'yes'],
  no: ['{"success":false,"message":"price outside the band"}', 'no'],
  'no without words': ['{"success":false}', 'nothing'],
  'no with empty words': ['{"success":false,"message":"  "}', 'nothing'],
  'no with words that are no text': ['{"success":false,"message":{"code":7}}', 'nothing'],
  'yes as a text': ['{"success":"true","message":"ok"}', 'yes in words'],
  'yes as a text in capitals': ['{"success":" TRUE","message":"ok"}', 'yes in words'],
  'another text': ['{"success":"yes","message":"ok"}', 'nothing'],
  'yes as a number': ['{"success":1,"message":"ok"}', 'nothing'],
  'no as a text': ['{"success":"false","message":"bad"}', 'nothing'],
  'no as null': ['{"success":null,"message":"bad"}', 'nothing'],
  'yes by prototype': ['{"__proto__":{"success":true},"message":"ok"}', 'nothing'],
  'yes in other case': ['{"Success":true,"message":"ok"}', 'nothing'],
  'yes in a list': ['[{"success":true}]', 'nothing'],
  'yes cut short': ['{"success":true,"message":"ok","data":{"Ord', 'nothing'],
  'both, one after the other': ['{"success":false,"message":"x"}{"success":true}', 'nothing'],
  html: ['<html><body>502 Bad Gateway</body></html>', 'nothing'],
  empty: ['', 'nothing'],
  'no envelope': ['{"OrderNo":1,"Status":"Posted"}', 'nothing'],
  text: ['"success"', 'nothing'],
};

const SUCCESSES = [200, 201, 202, 204, 299];
const REFUSALS = [400, 404, 405, 409, 410, 411, 413, 415, 418, 422, 423, 431, 451, 499];
const NEVER = [
  100, 101, 103, 199, 300, 301, 302, 303, 304, 307, 308, 399, 408, 421, 425, 500, 501, 502, 503, 504, 520,
  599, 600, 999, 0,
]; // prettier-ignore

function classOf(status: number, body: string): OutcomeClass {
  return outcomeOf({ kind: 'Reply', status, body }).class;
}

const bodies = Object.entries(BODIES).map(([name, [body, reads]]) => ({ name, body, reads }));

describe.each(SUCCESSES)('A reply with the status %d', (status) => {
  it.each(bodies)('and the body "$name"', ({ body, reads }) => {
    const expected = {
      yes: 'Acknowledged',
      'yes in words': 'Affirmed',
      no: 'Refused',
      nothing: 'Ambiguous',
    }[reads];
    expect(classOf(status, body)).toBe(expected);
  });
});

describe.each(REFUSALS)('A reply with the status %d', (status) => {
  it.each(bodies)('and the body "$name"', ({ body, reads }) => {
    expect(classOf(status, body)).toBe(reads === 'no' ? 'Refused' : 'Ambiguous');
  });
});

describe.each(NEVER)('A reply with the status %d', (status) => {
  it.each(bodies)('proves nothing, with the body "$name" either', ({ body }) => {
    expect(classOf(status, body)).toBe('Ambiguous');
  });
});

describe.each([
  [401, 'KeyRefused'],
  [402, 'KeyRefused'],
  [429, 'RateRefused'],
] as const)('A reply with the status %d', (status, name) => {
  it.each(bodies)(`is ${name}, with the body "$name" too`, ({ body }) => {
    expect(classOf(status, body)).toBe(name);
  });
});

describe('A reply with the status 403', () => {
  it.each(bodies)('refuses the scope only as documented: "$name"', ({ body, reads }) => {
    expect(classOf(403, body)).toBe(reads === 'no' ? 'ScopeRefused' : 'Ambiguous');
  });
});

describe('Whatever comes back', () => {
  it('is Acknowledged only with a status of 2xx and success true (A8)', () => {
    const anyBody = fc.oneof(
      fc.constantFrom(...bodies.map(({ body }) => body)),
      fc.json(),
      fc.string(),
      fc.json().map((text) => `{"success":true,"data":${text}}`),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), anyBody, (status, body) => {
        if (classOf(status, body) !== 'Acknowledged') return;
        expect(Math.floor(status / 100)).toBe(2);
        expect(JSON.parse(body)).toMatchObject({ success: true });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is a "no" only in the documented envelope (A6)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.json(), (status, body) => {
        expect(classOf(status, body)).not.toBe('Refused');
      }),
    );
  });
});

describe('No reply', () => {
  it('because nothing was sent is NotSent (A2)', () => {
    expect(outcomeOf({ kind: 'NotSent', failure: 'ECONNREFUSED' })).toEqual({
      class: 'NotSent',
      message: 'ECONNREFUSED',
      data: undefined,
    });
  });

  it('after it may have been sent is Ambiguous', () => {
    expect(outcomeOf({ kind: 'NoReply', failure: 'ECONNRESET' })).toEqual({
      class: 'Ambiguous',
      message: 'ECONNRESET',
      data: undefined,
    });
  });
});

describe("The exchange's words", () => {
  it('are handed on as they are', () => {
    const reply = {
      kind: 'Reply',
      status: 400,
      body: '{"success":false,"message":" no cash "}',
    } as const;
    expect(outcomeOf(reply).message).toBe('no cash');
  });

  it.each(['<html>', '', '{"success":true}', '{"message":7}', '[]'])(
    'are replaced where there are none: %j',
    (body) => {
      expect(outcomeOf({ kind: 'Reply', status: 503, body }).message).toBe(
        'HTTP 503 without a readable message',
      );
    },
  );

  it('come with the data of the envelope, digits untouched', () => {
    const body = '{"success":true,"message":"ok","data":{"OrderNo":9007199254740993}}';
    const { data } = outcomeOf({ kind: 'Reply', status: 200, body });
    expect(String((data as Readonly<Record<string, unknown>>)['OrderNo'])).toBe('9007199254740993');
  });
});
