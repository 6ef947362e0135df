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

  it('groups the figures of ours, and leaves what people have said as they said it', () => {
    const detail = 'the exchange has 1000 units, we have 900';
    expect(explained({ explanation: detail, body: { detail } })).toBe(
      'the exchange has 1,000 units, we have 900',
    );
    const text = 'order 700001 was traded twice';
    expect(explained({ explanation: `Ada says: ${text}`, body: { text } })).toBe(
      `Ada says: ${text}`,
    );
  });
});
