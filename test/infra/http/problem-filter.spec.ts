import { describe, expect, it } from '@jest/globals';
import { asProblem } from '../../../src/infra/http/problems/problem.filter.js';

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
