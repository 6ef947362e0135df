import { digestOf, digestOfText } from '../../../src/infra/audit/digest.js';
import { CertifiedFacts } from '../../../src/orders/trading-days/proven-certificates.js';

const REPORT = '{"facts":{"lines":[1]}}';
const HASH = digestOfText(REPORT);
const OF_FACTS = digestOf({ lines: [1] });
const NEVER_READ = 'no JSON';

describe('The facts of a signed report', () => {
  it('are hashed once, and again only for another text', () => {
    const facts = new CertifiedFacts();
    expect(facts.hashIn(REPORT, HASH)).toBe(OF_FACTS);
    expect(facts.hashIn(NEVER_READ, HASH)).toBe(OF_FACTS);
    const other = '{"facts":{"lines":[2]}}';
    expect(facts.hashIn(other, digestOfText(other))).toBe(digestOf({ lines: [2] }));
  });

  it('are not hashed at all where somebody else has', () => {
    const facts = new CertifiedFacts();
    facts.remember({ reportHash: HASH, factsHash: OF_FACTS });
    expect(facts.hashIn(NEVER_READ, HASH)).toBe(OF_FACTS);
  });
});
