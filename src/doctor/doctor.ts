import { ConfigError, readConfig, type Config } from '../infra/config/config.js';
import type { Clock } from '../infra/runtime/clock.js';
import { plainHttpWarning } from '../infra/config/live-rules.js';
import { writableByOthers } from '../infra/config/trusted-files.js';
import { fail, ok, warn, type Check } from './check.js';
import { checkDatabase, keysInUse } from './database.js';
import { checkExchange } from './exchange.js';
import { commandOf, isCommand, isFolder } from '../infra/audit/checkpoints/checkpoint-sinks.js';
import {
  checkCheckpointFolder,
  checkDataFolder,
  checkDiskSpace,
  checkNode,
  checkSinkCommand,
  checkSinkFolder,
} from './machine.js';

interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
  readonly clock: Clock;
}

export function checkBackups({ backup: { recipients } }: Pick<Config, 'backup'>): Check {
  if (recipients.length > 0) return ok('backups', `encrypted for ${recipients.join(', ')}`);
  const remedy = 'Set BACKUP_RECIPIENTS, unless something else encrypts them.';
  return warn(
    'backups',
    'marina backup does not encrypt them, and they hold names of clients',
    remedy,
  );
}

/** What a live service refuses at its start. */
export function checkTrustedFiles(config: Config): Check {
  const problems = writableByOthers(config);
  if (problems.length === 0) return ok('trusted files', 'nobody else can change them');
  return fail('trusted files', problems.join('; '), 'Take the right to write away from others.');
}

/**
 * `marina doctor`: whether a service with this configuration can work here. It only reads, so that it can be asked
 * beside a running service, and makes one call of the exchange with each key that no service uses.
 */
export async function examine({ variables, nodeVersion, clock }: Environment): Promise<Check[]> {
  const node = checkNode(nodeVersion);
  let config: Config;
  try {
    config = readConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [node, fail('configuration', error.problems.join('; '), 'Correct these variables.')];
  }
  const { environment, dataFolder, checkpointDir } = config;
  const plain = plainHttpWarning(config);
  const remedy = 'Put a proxy that ends TLS before it, and name that in TRUSTED_PROXIES.';
  const sinkFolders = config.checkpointSinks.filter(isFolder);
  const sinkCommands = config.checkpointSinks.filter(isCommand).map(commandOf);
  return [
    node,
    ok('configuration', `complete, for ${environment}`),
    ...(plain === null ? [] : [warn('callers', plain, remedy)]),
    ...(environment === 'live' ? [checkBackups(config), checkTrustedFiles(config)] : []),
    await checkDataFolder(dataFolder),
    await checkDiskSpace(dataFolder),
    ...(checkpointDir === null ? [] : [await checkCheckpointFolder(checkpointDir)]),
    ...(await Promise.all(sinkFolders.map(checkSinkFolder))),
    ...(await Promise.all(sinkCommands.map(checkSinkCommand))),
    ...(await checkExchange(config, clock, await keysInUse(config, clock.now()))),
    ...(await checkDatabase(config, clock.now())),
  ];
}
