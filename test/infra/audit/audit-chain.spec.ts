import fc from '../../support/seeded-fast-check.js';
import {
  canonicalJson,
  ChainVerifier,
  GENESIS,
  hashOf,
  SCHEMA_VERSION,
  type ChainedEntry,
  type Json,
  type Verdict,
} from '../../../src/infra/audit/audit-chain.js';

type Stored = ChainedEntry & { readonly hash: string };

const FIRST: ChainedEntry = {
  sequence: 1,
  stream: 'ord_1',
  streamSequence: 1,
  at: '2026-11-20T11:00:00.000Z',
  clockOffsetMs: null,
  actor: 'key:dealers',
  keyId: null,
  onBehalfOf: null,
  sourceAddress: null,
  requestId: null,
  type: 'ORDER_RECEIVED',
  cause: null,
  approval: null,
  body: '{"price":"12.5","units":"100"}',
  previousHash: GENESIS,
  schemaVersion: SCHEMA_VERSION,
};

// Computed with another language's SHA-256 from the format described in the source. They stand for
// every trail ever written and must not change.
const FIRST_HASH = '5f9010f3f620cfdaa3b551d9df1752de336cb7ad0296edbc14aca05657b505dd';
const SECOND_HASH = '01822237b9a7524b4d487491763945e7937f00841c36bdcedc16bb65e37d0715';

const SECOND: ChainedEntry = {
  sequence: 2,
  stream: 'ord_1',
  streamSequence: 2,
  at: '2026-11-20T11:00:01.000Z',
  clockOffsetMs: -3,
  actor: 'system:reconciler',
  keyId: 'key_7',
  onBehalfOf: 'Adaézé',
  sourceAddress: '10.0.0.1',
  requestId: 'req_7',
  type: 'STATUS_CHANGED',
  cause: 1,
  approval: 'ada+obi',
  body: '{"from":"New","name":"Ọ̀rọ̀ 😀","to":"Posted"}',
  previousHash: FIRST_HASH,
  schemaVersion: SCHEMA_VERSION,
};

/** A trail of `length` entries, linked and hashed. */
function trail(length: number): Stored[] {
  const entries: Stored[] = [];
  for (let sequence = 1; sequence <= length; sequence += 1) {
    const previousHash = entries.at(-1)?.hash ?? GENESIS;
    const entry = { ...FIRST, sequence, streamSequence: sequence, previousHash };
    entries.push({ ...entry, hash: hashOf(entry) });
  }
  return entries;
}

function verify(entries: readonly Stored[], head = headOf(entries)): Verdict {
  const verifier = new ChainVerifier();
  for (const entry of entries) verifier.add(entry);
  return verifier.verdict(head);
}

function headOf(entries: readonly Stored[]): { readonly sequence: number; readonly hash: string } {
  return { sequence: entries.length, hash: entries.at(-1)?.hash ?? GENESIS };
}

describe('The hash of an entry', () => {
  it('is the one that was worked out apart from the code', () => {
    expect(hashOf(FIRST)).toBe(FIRST_HASH);
    expect(hashOf(SECOND)).toBe(SECOND_HASH);
  });

  it('changes with every field', () => {
    const changed: readonly Partial<ChainedEntry>[] = [
      { sequence: 3 },
      { stream: 'ord_2' },
      { streamSequence: 3 },
      { at: '2026-11-20T11:00:01.001Z' },
      { clockOffsetMs: 3 },
      { clockOffsetMs: null },
      { actor: 'system:dispatcher' },
      { onBehalfOf: 'Adaeze' },
      { onBehalfOf: null },
      { keyId: 'key_8' },
      { keyId: null },
      { sourceAddress: '10.0.0.2' },
      { requestId: 'req_8' },
      { type: 'TERMS_CHANGED' },
      { cause: 0 },
      { approval: null },
      { body: '{"from":"New","name":"Ọ̀rọ̀ 😀","to":"Open"}' },
      { previousHash: GENESIS },
      { schemaVersion: 2 },
    ];
    const hashes = changed.map((change) => hashOf({ ...SECOND, ...change }));
    expect(new Set([...hashes, SECOND_HASH]).size).toBe(changed.length + 1);
  });

  it('cannot be kept by moving text from one field to the next', () => {
    const a = hashOf({ ...FIRST, actor: 'key:ada', onBehalfOf: 'bob' });
    const b = hashOf({ ...FIRST, actor: 'key:adab', onBehalfOf: 'ob' });
    const c = hashOf({ ...FIRST, actor: 'key:adabob', onBehalfOf: null });
    expect(new Set([a, b, c]).size).toBe(3);
  });
});

describe('Canonical JSON', () => {
  it.each<readonly [Json, string]>([
    [null, 'null'],
    [true, 'true'],
    ['', '""'],
    [0, '0'],
    [-0, '0'],
    [9007199254740991, '9007199254740991'],
    [[], '[]'],
    [{}, '{}'],
    [[3, 1, 2], '[3,1,2]'],
    [{ b: 1, a: { d: null, c: [true, 'x'] } }, '{"a":{"c":[true,"x"],"d":null},"b":1}'],
    [{ 10: 'a', 9: 'b', a: 'c' }, '{"10":"a","9":"b","a":"c"}'],
    [{ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}'],
    ['\u0000\b\t\n\f\r"\\/\u001f\u007f\u2028é😀', '"\\u0000\\b\\t\\n\\f\\r\\"\\\\/\\u001f\u007f\u2028é😀"'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  }); // prettier-ignore

  it.each([0.1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, 1e21])(
    'has no number %d: decimals are texts',
    (number) => {
      expect(() => canonicalJson({ units: number })).toThrow('must be whole');
    },
  );

  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger(),
      fc.string({ unit: 'grapheme' }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ),
  })).value;

  it('means what it was made of', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value)) as Json)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same whatever the order in which fields were set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }), (record) => {
        const reversed = Object.fromEntries(Object.entries(record).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(record));
      }),
    );
  });
});

describe('A trail', () => {
  it.each([0, 1, 2, 50])('of %d entries that nobody touched is valid', (length) => {
    expect(verify(trail(length))).toEqual({ valid: true, entries: length, firstBadSequence: null });
  });

  const lengths = fc.integer({ min: 2, max: 12 });
  const cases = lengths.chain((length) =>
    fc.tuple(fc.constant(length), fc.nat({ max: length - 1 })),
  );

  it('of which any field of any entry was edited is bad from that entry on', () => {
    const edits: readonly Partial<Stored>[] = [
      { actor: 'key:thief' },
      { body: '{"price":"12.6","units":"100"}' },
      { at: '2026-11-20T11:00:00.001Z' },
      { sequence: 99 },
      { previousHash: 'f'.repeat(64) },
      { hash: 'f'.repeat(64) },
    ];
    fc.assert(
      fc.property(cases, fc.constantFrom(...edits), ([length, index], edit) => {
        const entries = trail(length).map((entry, at) =>
          at === index ? { ...entry, ...edit } : entry,
        );
        const verdict = verify(entries, headOf(trail(length)));
        expect(verdict).toMatchObject({ valid: false, firstBadSequence: index + 1 });
      }),
    );
  });

  it('of which an entry was edited and hashed again is bad from the next entry on', () => {
    fc.assert(
      fc.property(cases, ([length, index]) => {
        const entries = trail(length).map((entry, at) => {
          if (at !== index) return entry;
          const edited = { ...entry, body: '{}' };
          return { ...edited, hash: hashOf(edited) };
        });
        const verdict = verify(entries, headOf(trail(length)));
        expect(verdict).toMatchObject({ valid: false, firstBadSequence: index + 2 });
      }),
    );
  });

  it('of which an entry was removed is bad where it stood', () => {
    fc.assert(
      fc.property(cases, ([length, index]) => {
        const entries = trail(length).filter((_, at) => at !== index);
        const verdict = verify(entries, headOf(trail(length)));
        expect(verdict).toMatchObject({ valid: false, firstBadSequence: index + 1 });
      }),
    );
  });

  it('of which two entries changed places is bad from the first of them on', () => {
    fc.assert(
      fc.property(cases, ([length, index]) => {
        fc.pre(index > 0);
        const entries = trail(length);
        const [moved] = entries.splice(index, 1);
        if (moved !== undefined) entries.splice(index - 1, 0, moved);
        const verdict = verify(entries, headOf(trail(length)));
        expect(verdict).toMatchObject({ valid: false, firstBadSequence: index });
      }),
    );
  });

  it('that was cut at its end is bad where the next entry should stand', () => {
    fc.assert(
      fc.property(cases, ([length, kept]) => {
        const verdict = verify(trail(length).slice(0, kept), headOf(trail(length)));
        expect(verdict).toEqual({ valid: false, entries: kept, firstBadSequence: kept + 1 });
      }),
    );
  });

  it('that goes on after its head is bad after the head', () => {
    const entries = trail(5);
    expect(verify(entries, headOf(entries.slice(0, 3)))).toMatchObject({
      valid: false,
      firstBadSequence: 4,
    });
  });

  it('whose head has another hash than its last entry is bad', () => {
    expect(verify(trail(3), { sequence: 3, hash: GENESIS })).toMatchObject({ valid: false });
  });

  it('of which an entry stands twice is bad at the second', () => {
    const entries = trail(3);
    const doubled = entries.flatMap((entry) => (entry.sequence === 2 ? [entry, entry] : [entry]));
    expect(verify(doubled, headOf(entries))).toMatchObject({ valid: false, firstBadSequence: 3 });
  });

  it('that begins with a foreign hash is bad from its first entry on', () => {
    const [, second, third] = trail(3);
    if (second === undefined || third === undefined) throw new Error('The trail is too short');
    expect(verify([second, third])).toMatchObject({ valid: false, firstBadSequence: 1 });
  });
});
