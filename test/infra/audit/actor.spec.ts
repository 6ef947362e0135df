import { describe, expect, it } from '@jest/globals';
import { isSamePerson } from '../../../src/infra/audit/actor.js';

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
