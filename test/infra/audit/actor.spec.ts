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
    ['key:desk', null, 'key:desk', null, true],
    ['key:front end', 'Bola', 'key:bola', null, true],
    ['key:front end', 'Bola', 'key:Front End', null, true],
    ['key:front end', 'Bola', 'key:ada', null, false],
    ['key:front end', null, 'key:bola', null, false],
    ['key:bola', null, 'key:front end', 'Bola', true],
    ['key:ada', null, 'key:front end', 'Bola', false],
    ['key:web', 'Bola', 'key:front end', ' bola', true],
    ['key:web', 'Ada', 'key:front end', 'Bola', false],
  ])('as %s for %s is who proposed as %s for %s: %s', (name, person, by, onBehalfOf, same) => {
    const actor = person === null ? { name } : { name, onBehalfOf: person };
    expect(isByThemselves({ by, onBehalfOf }, actor)).toBe(same);
  });
});
