import { describe, expect, it } from '@jest/globals';
import type { ApiKeyRow } from '../../../src/infra/auth/api-key.entity.js';
import { isLastAdministrator, secretEnd, stateOf } from '../../../src/infra/auth/key-life.js';
import { NOON } from '../../support/hand-clock.js';

function aKey(changes: Partial<ApiKeyRow> = {}): ApiKeyRow {
  return {
    id: 'key_1',
    name: 'admin',
    digest: 'new',
    previousDigest: 'old',
    previousUntil: null,
    scopes: 'orders:read admin',
    delegates: 0,
    createdBy: 'system:marina',
    createdAt: NOON,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...changes,
  };
}

describe('A secret of a key', () => {
  it.each<[string, Partial<ApiKeyRow>, string, number | null]>([
    ['the present one never', {}, 'new', null],
    ['the present one with its key', { expiresAt: NOON }, 'new', NOON],
    ['the previous one after the overlap', { previousUntil: NOON }, 'old', NOON],
    [
      'the previous one with its key',
      { previousUntil: NOON, expiresAt: NOON - 5 },
      'old',
      NOON - 5,
    ],
    ['the previous one, without an overlap, at once', {}, 'old', 0],
    ['any of a revoked key at once', { revokedAt: NOON, previousUntil: NOON + 9 }, 'old', 0],
  ])('ends: %s', (_, key, digest, end) => expect(secretEnd(aKey(key), digest)).toBe(end));

  it('ends with the instant of its expiry', () => {
    expect(stateOf(aKey({ expiresAt: NOON }), NOON - 1)).toBe('valid');
    expect(stateOf(aKey({ expiresAt: NOON }), NOON)).toBe('expired');
    expect(stateOf(aKey({ expiresAt: NOON, revokedAt: NOON }), NOON)).toBe('revoked');
  });
});

describe('An administrator', () => {
  const other = (changes: Partial<ApiKeyRow> = {}) => aKey({ id: 'key_2', ...changes });

  it.each<[string, boolean, ApiKeyRow, readonly ApiKeyRow[]]>([
    ['without others', true, aKey(), [aKey()]],
    ['beside another', false, aKey(), [aKey(), other()]],
    ['beside a revoked one', true, aKey(), [aKey(), other({ revokedAt: NOON })]],
    ['beside one that expires', true, aKey(), [aKey(), other({ expiresAt: NOON + 9 })]],
    ['beside a reader', true, aKey(), [aKey(), other({ scopes: 'orders:read' })]],
    ['who expires, beside one who does not', false, other({ expiresAt: NOON }), [aKey(), other()]],
    ['who is none', false, aKey({ scopes: 'orders:read' }), [aKey({ scopes: 'orders:read' })]],
  ])('%s is the last one: %s', (_, last, key, all) =>
    expect(isLastAdministrator(key, all)).toBe(last),
  );
});
