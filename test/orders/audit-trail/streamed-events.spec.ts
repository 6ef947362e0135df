import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundEntry } from '../../../src/orders/audit-trail/find-entries.js';
import { STREAMED_TYPES, streamedEvent } from '../../../src/orders/audit-trail/streamed-events.js';

const ORDER = 'ord_01M7W9SYW4ZE8QWQETYERVRT2Z';

function entry(stream: string, type: string, body: object = {}): FoundEntry {
  return {
    sequence: 7, stream, streamSequence: 1, at: '2026-11-20T11:00:00.000Z', clockOffsetMs: null, actor: 'key:ada',
    keyId: null, onBehalfOf: null, sourceAddress: null, requestId: null, type, cause: null, approval: null,
    body: JSON.stringify(body), previousHash: '', hash: '', schemaVersion: 1, about: null,
  }; // prettier-ignore
}

/** No scope of the stream reads these. */
const ABOUT_THE_TRAIL = ['AUDIT_EXPORTED'];

describe('The stream', () => {
  it.each([
    [ORDER, 'FILL', ['orders:read']],
    [ORDER, 'BREAK_OPENED', ['orders:read', 'recon:read']],
    [ORDER, 'APPROVAL_REJECTED', ['orders:read', 'recon:read']],
    ['breaks', 'BREAK_OPENED', ['recon:read']],
    ['status words', 'STATUS_WORDS_PROPOSED', ['recon:read']],
    ['trading days', 'DAY_SIGNED', ['recon:read']],
    ['desk', 'DESK_RESUMED', ['ops:read']],
    ['order-limits', 'POST_REFUSED_BY_LIMIT', ['orders:read']],
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

  it('knows every type of event that the desk writes', () => {
    const folder = join(import.meta.dirname, '../../../src/orders');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const written = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/\btype: '([A-Z]+_[A-Z_]+)'/g),
      ])
      .map(([, type]) => type);
    expect(new Set(written).size).toBeGreaterThan(20);
    const known = [...STREAMED_TYPES, ...ABOUT_THE_TRAIL];
    expect(written.filter((type) => !known.includes(String(type)))).toEqual([]);
  });
});
