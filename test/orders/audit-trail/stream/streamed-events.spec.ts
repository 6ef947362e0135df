import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundEntry } from '../../../../src/orders/audit-trail/find-entries.js';
import {
  isForAccounts,
  STREAMED_TYPES,
  streamedEvent,
} from '../../../../src/orders/audit-trail/stream/streamed-events.js';

const ORDER = 'ord_01M7W9SYW4ZE8QWQETYERVRT2Z';

function entry(stream: string, type: string, body: object = {}): FoundEntry {
  return {
    sequence: 7, stream, streamSequence: 1, at: '2026-11-20T11:00:00.000Z', clockOffsetMs: null, actor: 'key:ada',
    keyId: null, onBehalfOf: null, sourceAddress: null, requestId: null, type, cause: null, approval: null,
    body: JSON.stringify(body), previousHash: '', hash: '', schemaVersion: 1, about: null,
  }; // prettier-ignore
}

/** No scope of the stream reads these. */
const NOT_STREAMED = [
  'AUDIT_EXPORTED',
  'CHECKPOINT_ASKED',
  'ORDER_LIMITS_SET',
  'ORDER_LIMITS_REMOVED',
  'CLIENTS_REMOVED',
  'RUNS_REMOVED',
  'LEGAL_HOLD_PLACED',
  'LEGAL_HOLD_RELEASED',
  'QUESTION_SAVED',
  'QUESTION_REMOVED',
  'QUOTES_RECORDED',
  'RUN_ASKED',
];

describe('The stream', () => {
  it.each([
    [ORDER, 'FILL', ['orders:read']],
    [ORDER, 'BREAK_OPENED', ['orders:read', 'recon:read']],
    [ORDER, 'APPROVAL_REJECTED', ['orders:read', 'recon:read']],
    ['breaks', 'BREAK_OPENED', ['recon:read']],
    ['status words', 'STATUS_WORDS_PROPOSED', ['recon:read']],
    ['break settings', 'DUE_TIMES_SET', ['recon:read']],
    ['trading days', 'DAY_SIGNED', ['recon:read']],
    ['desk', 'DESK_RESUMED', ['ops:read']],
    ['order-limits', 'POST_REFUSED_BY_LIMIT', ['orders:read']],
    ['limits', 'ORDER_LIMITS_SET', []],
    ['keys', 'KEY_CREATED', []],
    ['exchange', 'KEY_REFUSED', []],
    ['trading calendar', 'CALENDAR_DAY_SET', []],
  ])('shows an entry of %s (%s) to keys with %j', (stream, type, scopes) => {
    const event = streamedEvent(entry(stream, type));
    expect(event.scopes).toEqual(scopes);
    expect(event.message === '').toBe(scopes.length === 0);
  });

  it('shows those who may not read orders a break without what became of its order', () => {
    const body = { breakType: 'PostUnconfirmed', changes: { status: 'Filled' } };
    const event = streamedEvent(entry(ORDER, 'BREAK_OPENED', body));
    expect(event.message).toContain('"changes":{"status":"Filled"}');
    expect(event.messageWithoutOrder).toContain('"breakType":"PostUnconfirmed"');
    expect(event.messageWithoutOrder).not.toContain('Filled');
  });

  it.each([
    ['FILL', 'C1', true],
    ['FILL', 'C3', false],
    ['FILL', 'c1', false],
    ['FILL', null, false],
    ['POST_REFUSED_BY_LIMIT', 'C2', true],
    ['POST_ACKNOWLEDGED', 'C2', true],
    ['POST_SEARCHED', 'C1', false],
    ['NUMBER_DOUBTED', 'C1', false],
    ['BREAK_OPENED', 'C1', false],
    ['A_TYPE_OF_LATER', 'C1', false],
  ])('shows %s of account %s to a key bound to C1 and C2: %s', (type, accountNumber, shown) => {
    expect(isForAccounts({ type, accountNumber }, ['C1', 'C2'])).toBe(shown);
    expect(isForAccounts({ type, accountNumber }, null)).toBe(true);
  });

  it('knows every type of event that the desk writes', () => {
    const folder = 'src/orders';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const written = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/\btype: '([A-Z]+_[A-Z_]+)'/g),
      ])
      .map(([, type]) => type);
    expect(new Set(written).size).toBeGreaterThan(20);
    const known = [...STREAMED_TYPES, ...NOT_STREAMED];
    expect(written.filter((type) => !known.includes(String(type)))).toEqual([]);
  });
});
