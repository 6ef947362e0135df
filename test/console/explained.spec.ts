import { describe, expect, it } from '@jest/globals';
import { explained } from '../../console/parts/explained.js';

describe('The sentence of an entry', () => {
  it('names the type of a break as screens do', () => {
    const explanation = 'The break PostUnconfirmed was assigned to Bola.';
    expect(explained({ explanation, body: { breakType: 'PostUnconfirmed' } })).toBe(
      'The break Post unconfirmed was assigned to Bola.',
    );
    expect(explained({ explanation: 'It was sent.', body: {} })).toBe('It was sent.');
    expect(explained({ explanation: null, body: { breakType: 'OrphanTrade' } })).toBeNull();
  });
});
