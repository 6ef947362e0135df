import { nextTurn } from '../../runtime/batches.js';

/**
 * A long reply is mostly the one before with a few rows more: it is told as pieces of that one and what is new.
 * A piece ends where a row of a list ends, or what looks like it. Where exactly does not matter: all pieces
 * together are the reply.
 */
const ROW_ENDS = '},';
/** Pieces that are compared before others have their turn. */
const PIECES_AT_ONCE = 5_000;

/** So many pieces of the earlier reply from that one on, or text that it does not have there. */
export type Step = readonly [from: number, count: number] | string;

export async function piecesOf(text: string): Promise<string[]> {
  const pieces: string[] = [];
  for (const piece of cut(text)) {
    pieces.push(piece);
    if (pieces.length % PIECES_AT_ONCE === 0) await nextTurn();
  }
  return pieces;
}

/** How `later` is made of `earlier`. */
export async function difference(
  earlier: readonly string[],
  later: readonly string[],
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  let places: ReadonlyMap<string, number> | null = null;
  // Rows stay in their order: after a changed or a new one the rest mostly goes on.
  let next = 0;
  for (const [index, piece] of later.entries()) {
    if (index > 0 && index % PIECES_AT_ONCE === 0) await nextTurn();
    let at: number | undefined = next;
    if (earlier[next] !== piece) {
      places ??= await placesOf(earlier);
      at = places.get(piece);
    }
    take(steps, piece, at);
    next = (at ?? next) + 1;
  }
  return steps;
}

function take(steps: Step[], piece: string, at: number | undefined): void {
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

async function placesOf(pieces: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const [index, piece] of pieces.entries()) {
    places.set(piece, index);
    if (index % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await nextTurn();
  }
  return places;
}

/** The text of a reply that is told as differences, each of the one before it. */
export function composed(whole: string, differences: readonly (readonly Step[])[]): string {
  let pieces: readonly string[] = [...cut(whole)];
  for (const steps of differences) pieces = applied(pieces, steps);
  return pieces.join('');
}

/** The pieces of the later reply. */
export function applied(earlier: readonly string[], steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) =>
    typeof step === 'string' ? [...cut(step)] : earlier.slice(step[0], step[0] + step[1]),
  );
}

export async function areSame(a: readonly string[], b: readonly string[]): Promise<boolean> {
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
