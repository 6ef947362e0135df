import { createHmac } from 'node:crypto';
import { ConfigError } from '../../config/config.js';
import type { Database } from '../../database/database.js';
import type { Reading } from '../../database/reads.js';
import { KeyStoreRow } from './key-store.entity.js';

/**
 * With another pepper every key is unknown: each caller would get 401 from a service that calls itself ready. So the
 * database keeps a fingerprint of its pepper, and nothing starts with another one.
 */
export async function claimKeyStore(
  { units }: Pick<Database, 'units'>,
  pepper: string,
): Promise<void> {
  const ours = fingerprintOf(pepper);
  const theirs = await units.run(async (unit) => {
    await unit.execute(
      'INSERT INTO key_store (id, pepper_fingerprint) VALUES (1, ?) ON CONFLICT (id) DO NOTHING',
      [ours],
    );
    const [row] = await unit.find(KeyStoreRow, 'id = 1', []);
    return row?.pepperFingerprint;
  });
  if (theirs !== ours) throw new ConfigError([ANOTHER_PEPPER]);
}

/** Whether the keys of a database were made with this pepper; null if it has none yet. Writes nothing. */
export async function isPepperOf(reading: Reading, pepper: string): Promise<boolean | null> {
  const [row] = await reading.find(KeyStoreRow, 'id = 1', []);
  return row === undefined ? null : row.pepperFingerprint === fingerprintOf(pepper);
}

const ANOTHER_PEPPER =
  'MARINA_KEY_PEPPER (without it, the file key-pepper in the data folder) is not the one that the API keys of this database were made with, so none of them would be known. Give the former one';

/** A pepper has 32 characters or more, so that it cannot be guessed from this. */
function fingerprintOf(pepper: string): string {
  return createHmac('sha256', pepper).update('marina-key-pepper').digest('hex');
}
