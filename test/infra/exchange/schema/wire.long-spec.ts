import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseWire } from '../../../../src/infra/exchange/schema/wire.js';

// Strings of all of Unicode take fast-check a second to make ready.
describe('A text that is not JSON', () => {
  it('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => parseWire(text)).not.toThrow();
    })); // prettier-ignore
  });
});
