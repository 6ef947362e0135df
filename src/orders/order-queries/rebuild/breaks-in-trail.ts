import { bodyOf } from '../../../infra/audit/audit-chain.js';
import type { BreakCommentRow } from '../../breaks/break-comment.entity.js';
import type { BreakRow } from '../../breaks/break.entity.js';
import type { StreamEntry } from '../find-replayed-orders.js';
import { fieldDifference, type FieldDifference } from './field-difference.js';

const FIELDS = ['type', 'status', 'resolution', 'reasonCode', 'outcome'] as const;
type Told = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>>;

/** A break as the trail has it; a field that is missing is not known. */
interface RecordedBreak {
  readonly told: Told;
  /** By id. */
  readonly comments: ReadonlyMap<string, string>;
}

const OPEN = 'open';
const NOT_ENDED = { status: OPEN, resolution: null, reasonCode: null, outcome: null };

/** The breaks of a stream by the trail: how each ended, and what was said of it. */
export class BreaksInTrail {
  private readonly breaks = new Map<string, RecordedBreak>();
  /** Breaks that the stream has opened. */
  opened = 0;

  /** The stream's next entry. */
  add({ type, body, actor }: StreamEntry): void {
    if (!type.startsWith('BREAK_')) return;
    const said = bodyOf(body);
    const told = toldBy(type, said);
    if (type === 'BREAK_OPENED') this.opened += 1;
    if (told === null && type !== 'BREAK_COMMENTED') return;
    const id = String(said['break']);
    const before = this.breaks.get(id) ?? { told: {}, comments: new Map<string, string>() };
    const comments = new Map(before.comments);
    if (type === 'BREAK_COMMENTED')
      comments.set(String(said['comment']), `${actor}: ${String(said['text'])}`);
    this.breaks.set(id, { told: { ...before.told, ...told }, comments });
  }

  /** Those that have ended, or all. */
  ids(which: 'ended' | 'all'): readonly string[] {
    const all = [...this.breaks];
    const some = which === 'all' ? all : all.filter(([, { told }]) => told.status !== OPEN);
    return some.map(([id]) => id);
  }

  forget(id: string): void {
    this.breaks.delete(id);
  }

  /** Of one that the trail has, or the table. */
  differencesOf(
    id: string,
    row: BreakRow | undefined,
    comments: readonly BreakCommentRow[],
  ): readonly FieldDifference[] {
    const recorded = this.breaks.get(id);
    if (row === undefined) return [{ field: 'breaks', trail: id, table: 'none' }];
    if (recorded === undefined) return [{ field: 'breaks', trail: 'none', table: id }];
    const held = { ...row, status: statusOf(row) };
    const fields = FIELDS.filter((field) => recorded.told[field] !== undefined).flatMap(
      (field) => fieldDifference('breaks', recorded.told[field], held[field]) ?? [],
    );
    return [...fields, ...otherComments(recorded.comments, comments)].map(
      ({ field, trail, table }) => ({ field, trail: `${id}: ${trail}`, table: `${id}: ${table}` }),
    );
  }
}

/** What the entry says of its break; null: nothing that is compared. */
function toldBy(type: string, said: Readonly<Record<string, unknown>>): Told | null {
  switch (type) {
    case 'BREAK_OPENED':
      return { ...NOT_ENDED, type: said['breakType'] };
    case 'BREAK_REOPENED':
      return NOT_ENDED;
    case 'BREAK_CLOSED':
      return { status: 'AutoResolved', outcome: said['outcome'] };
    case 'BREAK_RESOLVED': {
      const { resolution, reasonCode, text } = said;
      return { status: 'Resolved', resolution, reasonCode, outcome: text };
    }
    default:
      return null;
  }
}

/** Who works on an open one, and what waits for approval, is not compared. */
function statusOf({ status, closedAt }: BreakRow): string {
  const isEnded = status === 'Resolved' || status === 'AutoResolved';
  if (isEnded !== (closedAt !== null)) return `${status}, ${isEnded ? 'without' : 'with'} an end`;
  return isEnded ? status : OPEN;
}

function otherComments(
  told: ReadonlyMap<string, string>,
  held: readonly BreakCommentRow[],
): readonly FieldDifference[] {
  const rows = new Map(held.map(({ id, author, text }) => [id, `${author}: ${text}`]));
  return [...new Set([...told.keys(), ...rows.keys()])].flatMap(
    (id) => fieldDifference('breaks', told.get(id), rows.get(id)) ?? [],
  );
}
