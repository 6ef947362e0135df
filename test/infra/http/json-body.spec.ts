import { flawOf } from '../../../src/infra/http/json-body.js';
import type { FieldError } from '../../../src/infra/http/problems/problem.js';

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
    const [open, end] = ['[', ']'].map((bracket) => bracket.repeat(50_000));
    const unread = [{ field: 'body', message: 'cannot be read' }];
    expect(errorsOf(`{"a":${open}${end},"a":1}`)).toEqual(unread);
    expect(flawOf('\ufeff{}', {})?.details.errors).toEqual(unread);
  });

  it('with a name that every object has is refused', () => {
    expect(errorsOf('{"a":{"toString":1}}')).toEqual([
      { field: 'toString', message: 'is not a known field' },
    ]);
  });
});
