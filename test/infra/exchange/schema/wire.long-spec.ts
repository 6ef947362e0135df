import fc from '../../../support/seeded-fast-check.js';
import { parseWire } from '../../../../src/infra/exchange/schema/wire.js';

// fast-check needs a second to prepare strings of all Unicode characters.
describe('A text that is not JSON', () => {
  it('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => parseWire(text)).not.toThrow();
    })); // prettier-ignore
  });
});
