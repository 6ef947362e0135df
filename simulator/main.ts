/*
 * Runs the simulator on its own, configured by environment: SIMULATOR_PORT, SIMULATOR_SEED,
 * SIMULATOR_PARAMETERS (JSON), SIMULATOR_PRESET, SIMULATOR_KEYS, SIMULATOR_SESSION and
 * SIMULATOR_MARKET. SIMULATOR_STATE names a file that lets the exchange survive a restart on the same
 * day. An invalid setting prints one line and exits with code 2.
 * When another program starts it with an IPC channel, it sends its address and a suggested order, and
 * it exits when that program is gone.
 */
import { readKeys } from './access-keys.js';
import { Diary } from './diary.js';
import type { Exchange } from './exchange.js';
import { parametersOfPreset } from './control/presets.js';
import { type SimulatorOptions, startSimulator } from './server.js';
import { DEFAULT_KEYS } from './venue.js';

const STANDARD_PORT = 4010;

function readGiven(text: string): object {
  const wrong = new Error('SIMULATOR_PARAMETERS must be a JSON object');
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  } catch {
    throw wrong;
  }
  throw wrong;
}

function readSettings(env: NodeJS.ProcessEnv): SimulatorOptions {
  const port = Number(env['SIMULATOR_PORT'] ?? STANDARD_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('SIMULATOR_PORT must be a port number from 0 to 65535');
  const market = env['SIMULATOR_MARKET'] ?? 'on';
  if (market !== 'on' && market !== 'off') throw new Error('SIMULATOR_MARKET must be on or off');
  const keys = env['SIMULATOR_KEYS'];
  const exchange = {
    market,
    seed: env['SIMULATOR_SEED'] ?? 'marina',
    session: env['SIMULATOR_SESSION'] ?? 'always',
    keys: keys === undefined ? DEFAULT_KEYS : readKeys(keys),
    parameters: {
      ...parametersOfPreset(env['SIMULATOR_PRESET'] ?? 'standard'),
      ...readGiven(env['SIMULATOR_PARAMETERS'] ?? '{}'),
    },
  } as const;
  const state = env['SIMULATOR_STATE'];
  if (state === undefined) return { port, ...exchange };
  return { port, ...exchange, diary: Diary.open(state, JSON.stringify(exchange), Date.now()) };
}

const SUGGESTED_SECURITY = 'SD11PLC';

/** A buy order at the last price: it rests at first, and the market soon fills it. */
function suggestion(exchange: Exchange): object {
  exchange.advance();
  const price = (exchange.venue.floor.lastPrice(SUGGESTED_SECURITY) / 100).toFixed(2);
  return { security: SUGGESTED_SECURITY, side: 'BUY', units: '1000', price };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const simulator = await startSimulator(settings);
  const keys = Object.keys(settings.keys ?? DEFAULT_KEYS).join(', ');
  process.send?.({ url: simulator.url, suggestion: suggestion(simulator.exchange) });
  process.stdout.write(`Exchange simulator at ${simulator.url}, key ${keys}\n`);
  const end = (): void => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.once('disconnect', end);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
