import { explainDeskEntry } from '../../../../src/orders/audit-trail/narrative/desk-narrative.js';

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
    [
      'SERVICE_STARTED',
      { version: '1.2.3', environment: 'live', schema: 18, lastStop: 'missing' },
      'Marina 1.2.3 was started, live, with schema 18. The trail has no stop of the instance that started before it.',
    ],
    [
      'AUDIT_READ',
      { route: '/v1/audit/events', filters: { type: ['FILL', 'PROVEN'] }, ofOneAccount: true },
      'The trail was read: one account, type FILL, PROVEN.',
    ],
    [
      'AUDIT_READ_AGAIN',
      { route: null, filters: {}, ofOneAccount: false, times: 20 },
      'The trail was read, with more questions than are told apart, 20 more times in 15 minutes.',
    ],
    [
      'BACKUP_MADE',
      { file: 'marina-1.db.age', entries: 9, encrypted: true },
      'The database was backed up to marina-1.db.age, encrypted, with 9 entries.',
    ],
    [
      'ORDERS_COMPARED',
      { orders: 20, differences: 0 },
      '20 orders were rebuilt from the trail alone and compared with the tables: 0 differ.',
    ],
    [
      'AUDIT_READ',
      { route: 'marina audit proof', filters: { sequence: '7' }, ofOneAccount: false },
      'A proof was made by the command line: sequence 7.',
    ],
    [
      'TRAIL_VERIFIED',
      { mode: 'since', valid: false, from: 7, entries: 9, firstBadSequence: null },
      'The trail was verified from entry 7 on: it does NOT hold.',
    ],
  ])('%s with %j', (type, body, sentence) => {
    expect(explainDeskEntry(type, body)).toBe(sentence);
  });
});
