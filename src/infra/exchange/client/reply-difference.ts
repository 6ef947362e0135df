import { nextTurn } from '../../runtime/batches.js';

/**
 * A long reply is mostly the previous one plus a few rows, so we describe it as pieces of the previous
 * reply and new text. We cut at `},`, which usually ends a row. The exact place does not matter, because
 * the pieces always join up to the complete reply.
 */
const ROW_ENDS = '},';
/** Twice the documented rows that the longest reply has room for. Each piece takes memory, however short it is. */
export const PIECES_MAX = 250_000;
/** Pieces to compare before yielding to the event loop. */
const PIECES_AT_ONCE = 5_000;

/** Either `count` pieces of the earlier reply starting at index `from`, or new text. */
export type Step = readonly [from: number, count: number] | string;

/** Null: there are more than {@link PIECES_MAX}. */
export async function piecesOf(text: string): Promise<string[] | null> {
  const pieces: string[] = [];
  for (const piece of cut(text)) {
    if (pieces.length === PIECES_MAX) return null;
    pieces.push(piece);
    if (pieces.length % PIECES_AT_ONCE === 0) await nextTurn();
  }
  return pieces;
}

/** The steps that build `later` from `earlier`. */
export async function difference(
  earlier: readonly string[],
  later: readonly string[],
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  let positions: ReadonlyMap<string, number> | null = null;
  // Rows keep their order: after a changed or new row, the following ones mostly match again.
  let next = 0;
  for (const [index, piece] of later.entries()) {
    if (index > 0 && index % PIECES_AT_ONCE === 0) await nextTurn();
    let at: number | undefined = next;
    if (earlier[next] !== piece) {
      positions ??= await positionsOf(earlier);
      at = positions.get(piece);
    }
    append(steps, piece, at);
    next = (at ?? next) + 1;
  }
  return steps;
}

function append(steps: Step[], piece: string, at: number | undefined): void {
  const last = steps.at(-1);
  if (at === undefined) {
    if (typeof last === 'string') steps[steps.length - 1] = last + piece;
    else steps.push(piece);
  } else if (typeof last === 'object' && last[0] + last[1] === at) {
    steps[steps.length - 1] = [last[0], last[1] + 1];
  } else {
    steps.push([at, 1]);
  }
}

async function positionsOf(pieces: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const positions = new Map<string, number>();
  for (const [index, piece] of pieces.entries()) {
    positions.set(piece, index);
    if (index % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await nextTurn();
  }
  return positions;
}

/** Rebuilds a reply from a full one and a chain of differences. */
export function rebuild(whole: string, differences: readonly (readonly Step[])[]): string {
  let pieces: readonly string[] = [...cut(whole)];
  for (const steps of differences) pieces = apply(pieces, steps);
  return pieces.join('');
}

/** The pieces of the later reply, from those of the earlier one. */
export function apply(earlier: readonly string[], steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) =>
    typeof step === 'string' ? [...cut(step)] : earlier.slice(step[0], step[0] + step[1]),
  );
}

export async function equalPieces(a: readonly string[], b: readonly string[]): Promise<boolean> {
  if (a.length !== b.length) return false;
  for (const [index, piece] of a.entries()) {
    if (piece !== b[index]) return false;
    if (index % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await nextTurn();
  }
  return true;
}

function* cut(text: string): Generator<string, void, undefined> {
  let start = 0;
  for (let at = text.indexOf(ROW_ENDS); at >= 0; at = text.indexOf(ROW_ENDS, start)) {
    const end = at + ROW_ENDS.length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
