import fc from '../../../support/seeded-fast-check.js';
import { flawOf } from '../../../../src/infra/http/input/json-body.js';
import type { FieldError } from '../../../../src/infra/http/problems/problem.js';

const errorsOf = (text: string): readonly FieldError[] | undefined =>
  flawOf(text, JSON.parse(text))?.details.errors;

describe('A JSON body', () => {
  it.each([
    ['with the same value', '{"units":"1","units":"1"}', 'units'],
    ['with another value', '{"units":"1","units":"2"}', 'units'],
    ['three times', '{"a":1,"a":1,"a":1}', 'a'],
    ['with an escape', '{"a":1,"\\u0061":1}', 'a'],
    ['with a quote', '{"a\\"":1 , "a\\"" : 1}', 'a"'],
    ['in an object of a list', '{"items":[{"id":1},{"id":1,"id":1}]}', 'id'],
    ['with equal objects', '{"a":{"b":1},"a":{"b":1}}', 'a'],
    ['with a number for a name', '{"1":1,"1":1}', '1'],
    ['with an empty name', '{"":1,"":1}', ''],
  ])('is refused with a field twice %s', (_, text, field) => {
    expect(errorsOf(text)).toEqual([{ field, message: `has ${field} twice` }]);
  });

  it.each([
    '{"a":{"b":1},"c":{"b":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"b","b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":1"}',
    '{"a:":1,"a":":","1:a":1}',
    '"text"',
  ])('without one is taken: %s', (text) => {
    expect(errorsOf(text)).toBeUndefined();
  });

  it('of more than 500 fields, at whatever depth, is refused', () => {
    const objects = (count: number): string =>
      JSON.stringify({ items: Array.from({ length: count }, (_, n) => ({ [`field${n}`]: {} })) });
    expect(errorsOf(objects(499))).toBeUndefined();
    expect(errorsOf(objects(500))).toEqual([
      { field: 'body', message: 'must not have more than 500 fields' },
    ]);
  });

  it('with a depth that its value does not show, or a byte order mark, is refused', () => {
    const unread = [{ field: 'body', message: 'cannot be read' }];
    for (const depth of [100, 1_000, 2_000, 4_000, 8_000, 50_000]) {
      const [open, end] = ['[', ']'].map((bracket) => bracket.repeat(depth));
      const [error] = errorsOf(`{"a":${open}${end},"a":1}`) ?? [];
      // Only of a short one the field is named, because that reads it once more.
      expect(error?.message).toBe(depth < 500 ? 'has a twice' : 'has a field twice');
    }
    expect(flawOf('\ufeff{}', {})?.details.errors).toEqual(unread);
  });

  it('with as many fields as it says is taken, whatever its strings are; with one of them again it is not', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 }),
        (fields) => {
          fc.pre(!JSON.stringify(fields).includes('__proto__'));
          const text = JSON.stringify(fields);
          fc.pre(Object.keys(fields).every((name) => !(name in {})));
          const [name = ''] = Object.keys(fields);
          const again = `{${JSON.stringify(name)}:1,${text.slice(1)}`;
          const messages = errorsOf(again)?.map(({ message }) => message) ?? [];
          expect(messages).toHaveLength(1);
          expect([`has ${name} twice`, 'has a field twice']).toContain(messages[0]);
          expect(errorsOf(text) ?? []).not.toContainEqual(
            expect.objectContaining({ message: messages[0] }),
          );
        },
      ),
    );
  });

  it('with a name that every object has is refused', () => {
    expect(errorsOf('{"a":{"toString":1}}')).toEqual([
      { field: 'toString', message: 'is not a known field' },
    ]);
  });
});
