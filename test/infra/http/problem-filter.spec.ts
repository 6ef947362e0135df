import { asProblem } from '../../../src/infra/http/problems/problem.filter.js';

describe('A lost database', () => {
  it.each([
    ['GET', /^The database did not answer.$/],
    ['HEAD', /^The database did not answer.$/],
    ['POST', /may have been stored or not/],
    ['PATCH', /may have been stored or not/],
  ])('during a %s is answered with what is known of the request', (method, detail) => {
    const error = Object.assign(new Error('reset'), { code: '08006' });
    const found = asProblem(error, method);
    expect(found.code).toBe('storage-unavailable');
    expect(found.detail).toMatch(detail);
  });
});

describe('A server whose own disk fails', () => {
  it.each(['58030', '53100'])('is storage that is unavailable (%s)', (code) => {
    const error = Object.assign(new Error('could not write'), { code });
    expect(asProblem(error).code).toBe('storage-unavailable');
  });
});

describe('An error that has only a status', () => {
  it.each([
    [403, 'not-found'],
    [404, 'not-found'],
    [413, 'body-too-large'],
    [418, 'malformed-request'],
    [500, 'internal'],
  ])('of %d is %s: none speaks of scopes, which only we refuse', (statusCode, code) => {
    expect(asProblem(Object.assign(new Error('Forbidden'), { statusCode })).code).toBe(code);
  });
});
