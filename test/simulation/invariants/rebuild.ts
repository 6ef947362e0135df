import { readWithoutLock } from '../../../src/infra/database/database.js';
import {
  differenceText,
  findReplayDifferences,
} from '../../../src/orders/order-queries/find-replay-differences.js';
import { SCHEMA } from '../../../src/schema.js';
import type { Report } from './violation.js';

/** I23: nobody but Marina has written to the tables, so a rebuild finds nothing that is not as the trail has it. */
export async function checkRebuild(path: string, now: number, report: Report): Promise<void> {
  const { differences } = await readWithoutLock(`sqlite:${path}`, SCHEMA, (manager) =>
    findReplayDifferences(manager, now),
  );
  for (const difference of differences) report('I23 complete trail', differenceText(difference));
}
