import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config } from '../config/config.js';
import type { Random } from '../runtime/ids.js';
import { createPrivateFile } from '../runtime/private-file.js';

/** As of secrets that are given. */
const LENGTH_LEAST = 32;

/** The pepper of the key digests: from the environment, or generated once in the data folder. */
export function keyPepper(config: Config, random: Random): string {
  return config.keyPepper ?? secretFile(pepperFile(config.dataFolder), random);
}

/** The pepper if there is one; makes none. */
export function presentPepper({ keyPepper: given, dataFolder }: Config): string | null {
  const file = pepperFile(dataFolder);
  return given ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
}

export function pepperFile(dataFolder: string): string {
  return join(dataFolder, 'key-pepper');
}

/** Reads a secret from a file that only its owner can read; generates it if the file is missing. */
export function secretFile(path: string, random: Random): string {
  if (!existsSync(path)) {
    createPrivateFile(path, `${random.bytes(32).toString('base64url')}\n`, random);
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length >= LENGTH_LEAST) return secret;
  throw new ConfigError([
    `${path} must hold a secret of at least ${LENGTH_LEAST} characters, and may have been written in part. Restore it from your copy; if nothing was made with it yet, remove it, and the next start makes another`,
  ]);
}
