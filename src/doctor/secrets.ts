import { holdsKeyOf, UnreadableSigningKey } from '../infra/audit/checkpoints/signing-key.js';
import { isPepperOf } from '../infra/auth/api-keys/key-store.js';
import { pepperFile, presentPepper } from '../infra/auth/secrets.js';
import type { Config } from '../infra/config/config.js';
import type { Reading } from '../infra/database/reads.js';
import { fail, warn, type Check } from './check.js';

/**
 * Whether the secrets of the configuration are those of the database. Only a problem is worth a line. A file that cannot be
 * read is a problem of its own, and keeps nobody from the checks that follow.
 */
export async function checkSecrets(reading: Reading, config: Config): Promise<Check[]> {
  return [...(await checkPepper(reading, config)), ...(await checkSigningKey(reading, config))];
}

async function checkPepper(reading: Reading, config: Config): Promise<Check[]> {
  let pepper: string;
  try {
    pepper = presentPepper(config) ?? '';
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const detail = `${pepperFile(config.dataFolder)} cannot be read: ${why}`;
    return [fail('key pepper', detail, 'Let the user that runs Marina read the file.')];
  }
  if ((await isPepperOf(reading, pepper)) !== false) return [];
  const detail = 'it is not the one of the API keys in the database: no service starts on it';
  const remedy =
    'Bring MARINA_KEY_PEPPER, or the file key-pepper of the data folder, back from where it is kept. It cannot be made anew.';
  return [fail('key pepper', detail, remedy)];
}

async function checkSigningKey(reading: Reading, { signingKeyFile }: Config): Promise<Check[]> {
  const remedy =
    'Let MARINA_SIGNING_KEY_FILE name the key that audit rotate-key made last, or bring that back from where it is kept.';
  try {
    if ((await holdsKeyOf(reading, signingKeyFile)) !== false) return [];
  } catch (error) {
    if (!(error instanceof UnreadableSigningKey)) throw error;
    const readable = `Let the user that runs Marina read the file. ${remedy}`;
    return [warn('signing key', `${error.message}: nothing is signed`, readable)];
  }
  const detail = `${signingKeyFile} is not the key of the trail: nothing is signed`;
  return [warn('signing key', detail, remedy)];
}
