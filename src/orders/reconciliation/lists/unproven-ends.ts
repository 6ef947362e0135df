import type { Database } from '../../../infra/database/database.js';

/** Most such breaks at one time: that a whole book does not end, or leaves the list at the close, is one piece of news. */
const BREAKS_MAX = 100;

/** How many more breaks may be opened for orders whose end nothing has shown. */
export async function roomForUnprovenEnds(database: Database): Promise<number> {
  const [row] = await database.reading.query<{ open: number }>(
    `SELECT count(*) AS open FROM breaks WHERE closed_at IS NULL AND kind = 'EndUnproven'`,
  );
  return Math.max(0, BREAKS_MAX - (row?.open ?? 0));
}
