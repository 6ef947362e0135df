import { describe, expect, it } from '@jest/globals';
import { ReadTimedOut } from '../../../src/infra/database/long-reads.js';
import { asProblem } from '../../../src/infra/http/problem.filter.js';

describe('asProblem', () => {
  it('says of a read that took too long whether it was too much or only came too late', () => {
    const [tooMuch, tooLate] = [false, true].map((waited) => asProblem(new ReadTimedOut(waited)));
    expect([tooMuch?.code, tooMuch?.getStatus()]).toEqual(['read-timed-out', 503]);
    expect(tooMuch?.detail).toMatch(/^Ask for less/);
    expect(tooLate?.detail).toMatch(/Try again/);
    expect(tooLate?.details.retryAfterSeconds).toBe(2);
  });
});
