import { ConfigError, readConfig, type Config } from '../../../src/infra/config/config.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The least that a real exchange needs. */
export const REAL = {
  EXCHANGE_BASE_URL: 'https://exchange.example',
  EXCHANGE_API_KEYS: 'sk_test_a',
  BROKER_CODE: 'MRNA',
};

export function read(env: Environment): Config {
  return readConfig(env);
}

/** What is wrong with the settings, in the words that whoever starts the service reads. */
export function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
