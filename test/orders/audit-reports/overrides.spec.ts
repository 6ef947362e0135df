import { OVERRIDES } from '../../../src/orders/audit-reports/find-overrides.js';
import { explain } from '../../../src/orders/audit-trail/narrative/audit-narrative.js';
import { explainDeskEntry } from '../../../src/orders/audit-trail/narrative/desk-narrative.js';

describe('What people can overrule', () => {
  it.each(OVERRIDES)('is an entry that the trail has a sentence for: %s', (type) => {
    expect(explain(type, {}) ?? explainDeskEntry(type, {})).not.toBeNull();
  });
});
