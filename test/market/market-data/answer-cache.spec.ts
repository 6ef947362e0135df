import fc from '../../support/seeded-fast-check.js';
import { AnswerCache } from '../../../src/market/market-data/answer-cache.js';

const cache = (limits: Partial<AnswerCache<string>['limits']> = {}): AnswerCache<string> =>
  new AnswerCache<string>({ entriesMax: 3, bytesMax: 100, entryBytesMax: 40, ...limits });

describe('The answer cache', () => {
  it('returns the newest value of a key', () => {
    const answers = cache();
    expect(answers.get('a')).toBeUndefined();
    expect(answers.set('a', 'one', 10)).toBe(true);
    expect(answers.set('a', 'two', 20)).toBe(true);
    expect(answers.get('a')).toBe('two');
    expect([answers.size, answers.bytes]).toEqual([1, 20]);
  });

  it('evicts the least recently used entry when there are too many', () => {
    const answers = cache();
    for (const key of ['a', 'b', 'c']) answers.set(key, key, 1);
    answers.get('a');
    answers.set('d', 'd', 1);
    expect(['a', 'b', 'c', 'd'].map((key) => answers.get(key))).toEqual(['a', undefined, 'c', 'd']);
  });

  it('evicts as many as needed when they are too large together', () => {
    const answers = cache();
    answers.set('a', 'a', 40);
    answers.set('b', 'b', 40);
    answers.set('c', 'c', 40);
    expect([answers.get('a'), answers.get('b'), answers.get('c')]).toEqual([undefined, 'b', 'c']);
    expect(answers.bytes).toBe(80);
  });

  it('refuses a value that is too large, drops the earlier one of its key, and keeps the others', () => {
    const answers = cache();
    answers.set('a', 'a', 40);
    answers.set('b', 'small', 10);
    expect(answers.set('b', 'huge', 41)).toBe(false);
    expect([answers.get('a'), answers.get('b')]).toEqual(['a', undefined]);
    expect([answers.size, answers.bytes]).toEqual([1, 40]);
  });

  it('never exceeds its limits, and counts bytes correctly', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      bytes: fc.integer({ min: 0, max: 60 }),
      does: fc.constantFrom('set', 'get', 'delete'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const answers = cache();
        const sizes = new Map<string, number>();
        for (const { key, bytes, does } of steps) {
          if (does === 'get') answers.get(key);
          else if (does === 'delete') answers.delete(key);
          else if (answers.set(key, key, bytes)) sizes.set(key, bytes);
          expect(answers.size).toBeLessThanOrEqual(3);
          expect(answers.bytes).toBeLessThanOrEqual(100);
          const held = [...sizes].filter(([name]) => answers.get(name) !== undefined);
          expect(answers.size).toBe(held.length);
          expect(answers.bytes).toBe(held.reduce((sum, [, size]) => sum + size, 0));
        }
      }),
    );
  });
});
