import { describe, expect, it } from '@jest/globals';
import { isByThemselves, isSamePerson } from '../../../src/infra/audit/actor.js';

describe('Two names of callers', () => {
  it.each([
    'key:ada',
    'key:Ada',
    'key: ada ',
    'key:ADA',
    'key:\uff41da',
    'key:a\u200bda',
    'key:ad\u00ada',
  ])('that are spelled otherwise only are one person: %s', (name) =>
    expect(isSamePerson(name, 'key:ada')).toBe(true),
  );

  it.each(['key:bola', 'key:ada2', 'system:ada', 'key:'])('may be two people: %s', (name) =>
    expect(isSamePerson(name, 'key:ada')).toBe(false),
  );
});

describe('A caller who approves', () => {
  it.each([
    ['key:desk', undefined, 'key:desk', true],
    ['key:front end', 'Bola', 'key:bola', true],
    ['key:front end', 'Bola', 'key:Front End', true],
    ['key:front end', 'Bola', 'key:ada', false],
    ['key:front end', undefined, 'key:bola', false],
  ])('as %s for %s is who proposed as %s: %s', (name, person, before, same) => {
    const actor = person === undefined ? { name } : { name, onBehalfOf: person };
    expect(isByThemselves(before, actor)).toBe(same);
  });
});
