import { holdsKeyOf } from '../infra/audit/checkpoints/signing-key.js';
import { isPepperOf } from '../infra/auth/api-keys/key-store.js';
import { presentPepper } from '../infra/auth/secrets.js';
import type { Config } from '../infra/config/config.js';
import type { Reading } from '../infra/database/reads.js';
import { fail, warn, type Check } from './check.js';

/** Whether the secrets of the configuration are those of the database. Only a problem is worth a line. */
export async function checkSecrets(reading: Reading, config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  if ((await isPepperOf(reading, presentPepper(config) ?? '')) === false) {
    const detail = 'it is not the one of the API keys in the database: no service starts on it';
    const remedy =
      'Bring MARINA_KEY_PEPPER, or the file key-pepper of the data folder, back from where it is kept. It cannot be made anew.';
    checks.push(fail('key pepper', detail, remedy));
  }
  if ((await holdsKeyOf(reading, config.signingKeyFile)) === false) {
    const detail = `${config.signingKeyFile} is not the key of the trail: nothing is signed`;
    const remedy =
      'Let MARINA_SIGNING_KEY_FILE name the key that audit rotate-key made last, or bring that back from where it is kept.';
    checks.push(warn('signing key', detail, remedy));
  }
  return checks;
}
