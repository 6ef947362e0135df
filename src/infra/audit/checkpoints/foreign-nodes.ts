import type { Reading } from '../../database/reads.js';
import { nextTurn } from '../../runtime/batches.js';
import { CHILDREN, type TreeNodes } from './tree-nodes.js';

/** Read at a time. */
const PAGE = 1_000;
/** Enough to show what was done, however many rows somebody has added. */
const FOUND_MAX = 100;

interface Node {
  readonly level: number;
  readonly position: number;
  readonly hash: string;
}

/**
 * What is stored of the tree and is not what follows from the entries, in words. Compared are the subtrees that
 * `nodes` has.
 */
export async function foreignNodes(reading: Reading, nodes: TreeNodes): Promise<readonly string[]> {
  const found: string[] = [];
  // A level is at least 1.
  for (let after = { level: 0, position: 0 }; found.length < FOUND_MAX;) {
    const { level, position } = after;
    const page = await reading.query<Node>(
      `SELECT level, position, CAST(hash AS text) AS hash FROM audit_tree
         WHERE level > ? OR (level = ? AND position > ?) ORDER BY level, position LIMIT ${PAGE}`,
      [level, level, position],
    );
    // After the page: nodes are stored after their entries.
    const entries = await entriesOf(reading);
    found.push(...page.flatMap((node) => foreign(node, nodes, entries)));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    after = last;
    await nextTurn();
  }
  return found.slice(0, FOUND_MAX);
}

function foreign({ level, position, hash }: Node, nodes: TreeNodes, entries: number): string[] {
  const covered = CHILDREN ** level;
  const [first, last] = [position * covered + 1, (position + 1) * covered];
  const what = `the stored hash of entries ${first} to ${last}`;
  if (!(last <= entries)) return [`${what} is of none: the trail has ${entries}`];
  const right = nodes.get(level, position)?.toString('hex') ?? hash;
  return hash === right ? [] : [`${what} is not theirs`];
}

/** The head may be set back. */
async function entriesOf(reading: Reading): Promise<number> {
  const [row] = await reading.query<{ last: number | null }>(
    'SELECT max(sequence) AS last FROM audit_entries',
  );
  return row?.last ?? 0;
}
