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

  it('with a depth that its value does not show, or a byte order mark, is refused', () => {
    const unread = [{ field: 'body', message: 'cannot be read' }];
    for (const depth of [100, 1_000, 2_000, 4_000, 8_000, 50_000]) {
      const [open, end] = ['[', ']'].map((bracket) => bracket.repeat(depth));
      const [error] = errorsOf(`{"a":${open}${end},"a":1}`) ?? [];
      // How deep it can be read depends on the stack; it is refused either way, for its field twice.
      expect(['has a twice', 'cannot be read']).toContain(error?.message);
    }
    expect(flawOf('\ufeff{}', {})?.details.errors).toEqual(unread);
  });

  it('with a name that every object has is refused', () => {
    expect(errorsOf('{"a":{"toString":1}}')).toEqual([
      { field: 'toString', message: 'is not a known field' },
    ]);
  });
});
