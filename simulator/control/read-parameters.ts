/*
 * Reads given values into a full set of parameters. An unknown name or value is rejected with an error
 * that says what is allowed.
 */
import { type ExchangeParameters, PARAMETER_TABLE, type ParameterName } from './parameters.js';

const LONGEST_DURATION_MS = 3_600_000;

function isParameterName(name: string): name is ParameterName {
  return Object.hasOwn(PARAMETER_TABLE, name);
}

function readValue(name: ParameterName, given: unknown): string | number {
  const entry = PARAMETER_TABLE[name];
  if (entry.kind === 'duration') {
    if (
      typeof given === 'number' &&
      Number.isInteger(given) &&
      given >= 0 &&
      given <= LONGEST_DURATION_MS
    ) {
      return given;
    }
    throw new Error(
      `Parameter ${name} is a whole number of milliseconds from 0 to ${LONGEST_DURATION_MS}`,
    );
  }
  const text = typeof given === 'number' ? String(given) : given;
  const value = (entry.values as readonly string[]).find((one) => one === text);
  if (value !== undefined) return value;
  throw new Error(
    `Parameter ${name} is one of ${entry.values.join(', ')}, not ${JSON.stringify(given)}`,
  );
}

const STANDARD = Object.fromEntries(
  Object.entries(PARAMETER_TABLE).map(([name, entry]) => [name, entry.standard]),
) as ExchangeParameters;

/** Merges the given values into the defaults, or into the current set. */
export function readParameters(
  given: Readonly<Record<string, unknown>> = {},
  base: ExchangeParameters = STANDARD,
): ExchangeParameters {
  const values: Record<string, string | number> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    if (!isParameterName(name)) throw new Error(`There is no parameter ${name}`);
    if (value !== undefined) values[name] = readValue(name, value);
  }
  return values as ExchangeParameters;
}
