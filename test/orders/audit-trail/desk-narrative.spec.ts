import { explainDeskEntry } from '../../../src/orders/audit-trail/desk-narrative.js';

describe('What the desk did, in plain words', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'DESK_PAUSED',
      { reason: "$& and $' and $` cost $$5" },
      "Sending was paused: $& and $' and $` cost $$5.",
    ],
    [
      'DATABASE_MOVED',
      { from: 'my_sqlite_file', to: 'pg_1' },
      'The database was moved from my_sqlite_file to pg_1.',
    ],
    [
      'KEY_EXPIRY_SET',
      { name: '_', expiresAt: 'never' },
      'The end of the key of _ was set to never.',
    ],
    ['KEY_EXPIRY_SET', { name: 'desk' }, 'The end of the key of desk was set to nothing said.'],
    ['SIGNED_IN', {}, 'Signed in.'],
  ])('%s with %j', (type, body, sentence) => {
    expect(explainDeskEntry(type, body)).toBe(sentence);
  });
});
