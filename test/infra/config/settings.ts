import { ConfigError, readConfig, type Config } from '../../../src/infra/config/config.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The minimum configuration for a real exchange. */
export const REAL = {
  EXCHANGE_BASE_URL: 'https://exchange.example',
  EXCHANGE_API_KEYS: 'sk_test_a',
  BROKER_CODE: 'MRNA',
  MARINA_KEY_PEPPER: '51d7c0a9e3864bf2a97d10c85e3fb624',
};

/** What a live service must say if it wants no limits. */
export const UNLIMITED = {
  LIMIT_ORDER_VALUE: 'none',
  LIMIT_ORDER_UNITS: 'none',
  LIMIT_PRICE_BAND: 'none',
};

export function read(env: Environment): Config {
  return readConfig(env);
}

/** The problems of a configuration, as reported to the person who starts the service. */
export function problemsOf(env: Environment, switches: readonly string[] = []): readonly string[] {
  try {
    readConfig(env, switches);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
