import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Random } from '../runtime/ids.js';

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
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    const secret = random.bytes(32).toString('base64url');
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(path, 'utf8').trim();
}
