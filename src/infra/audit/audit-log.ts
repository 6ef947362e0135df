import { Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import { Clock, instant } from '../runtime/clock.js';
import type { Reading } from '../database/reads.js';
import { inList } from '../database/in-list.js';
import type { CommitBatch, LoneUnit, Unit } from '../database/units/unit-of-work.js';
import { canonicalJson, hashOf, SCHEMA_VERSION, type Json } from './audit-chain.js';
import { AuditEntryRow, AuditHeadRow } from './audit-entry.entity.js';
import { AuditNumberRow } from './audit-number.entity.js';
import { AuditSubjectRow } from './audit-subject.entity.js';
import { AuditTail, type Settled } from './audit-tail.js';

export interface Fact {
  readonly type: string;
  readonly body: Readonly<Record<string, Json>>;
  /** Unknown outcomes that became known with it, for metrics: not stored. */
  readonly settled?: readonly Settled[];
  /** Order numbers that it only names, each once. Searches find it by them; not hashed. */
  readonly names?: readonly string[];
}

/** What entries are about: searches find them by it. */
export type Subject = Partial<Omit<AuditSubjectRow, 'sequence'>>;

/** Where entries are filed. A stream alone is about nothing that can be searched for. */
export type Topic = string | { readonly stream: string; readonly about: Subject };

export function streamOf(topic: Topic): string {
  return typeof topic === 'string' ? topic : topic.stream;
}

/** Entries that a unit of work has left for the end of its commit. */
interface Entered {
  readonly topic: Topic;
  readonly actor: Actor;
  readonly facts: readonly Fact[];
  /** The stream has no entry yet; a unique index rejects existing ones. */
  readonly isFirst: boolean;
}

/**
 * The only writer of audit entries. They are written in the transaction of the change that they tell of, so both are
 * committed together, but at its very end and for all units of the commit at once: whoever writes them holds the
 * head of the chain, and every other instance waits for it.
 */
@Injectable()
export class AuditLog implements CommitBatch<Entered> {
  constructor(
    private readonly clock: Clock,
    private readonly tail: AuditTail,
  ) {}

  append(unit: Unit, topic: Topic, actor: Actor, facts: readonly Fact[]): Promise<void> {
    if (facts.length > 0) unit.atCommit(this, { topic, actor, facts, isFirst: false });
    return Promise.resolve();
  }

  /** Appends to a new stream without looking up its end. */
  appendFirst(unit: Unit, topic: Topic, actor: Actor, fact: Fact): Promise<void> {
    unit.atCommit(this, { topic, actor, facts: [fact], isFirst: true });
    return Promise.resolve();
  }

  /** For who must know where the entry stands; answers its sequence. Everybody else waits until the commit. */
  async appendNow(unit: LoneUnit, topic: Topic, actor: Actor, fact: Fact): Promise<number> {
    return this.write(unit, [{ topic, actor, facts: [fact], isFirst: false }]);
  }

  /** Answers the sequence of the last entry. */
  async write(unit: Unit, entered: readonly Entered[]): Promise<number> {
    const [head] = await unit.find(AuditHeadRow, `id = 1${unit.rowLock}`);
    if (head === undefined) throw new Error('The audit chain has no head');
    const ends = await endsOf(unit, entered);
    let { sequence, hash } = head;
    const now = this.clock.now();
    const at = instant(now);
    const entries: AuditEntryRow[] = [];
    const subjects: AuditSubjectRow[] = [];
    const numbers: AuditNumberRow[] = [];
    const places = new Map<object, number>();
    for (const { topic, actor, facts, isFirst } of entered) {
      const stream = streamOf(topic);
      let streamSequence = isFirst ? 0 : (ends.get(stream) ?? 0);
      for (const fact of facts) {
        sequence += 1;
        streamSequence += 1;
        const cause = causeOf(actor, places);
        const place = { sequence, stream, streamSequence, at, cause, previousHash: hash };
        const entry = entryOf(fact, actor, place);
        hash = entry.hash;
        entries.push(entry);
        places.set(fact, sequence);
        for (const orderNumber of fact.names ?? []) numbers.push({ orderNumber, sequence });
        if (typeof topic !== 'string') subjects.push(...subjectOf(sequence, topic.about));
      }
      ends.set(stream, streamSequence);
      unit.afterCommit(() => this.tail.committed({ stream, facts }));
    }
    const latestAt = at > head.latestAt ? at : head.latestAt;
    const stepBackMs = Math.max(head.stepBackMs, Date.parse(latestAt) - now);
    await Promise.all([
      unit.insertAll(AuditEntryRow, entries),
      unit.insertAll(AuditSubjectRow, subjects),
      unit.insertAll(AuditNumberRow, numbers),
      unit.update(AuditHeadRow, { id: 1 }, { sequence, hash, latestAt, stepBackMs }),
    ]);
    return sequence;
  }
}

type Position = Pick<
  AuditEntryRow,
  'sequence' | 'stream' | 'streamSequence' | 'at' | 'cause' | 'previousHash'
>;

/** `places`: the sequences of the facts that this commit has entered so far. */
function causeOf({ cause }: Actor, places: ReadonlyMap<object, number>): number | null {
  if (cause === undefined || typeof cause === 'number') return cause ?? null;
  const sequence = places.get(cause);
  if (sequence === undefined) throw new Error(`This commit has entered no ${cause.type} before`);
  return sequence;
}

function entryOf(fact: Fact, actor: Actor, place: Position): AuditEntryRow {
  // Spelled out, because spreading `place` took ten times as long.
  const entry = {
    sequence: place.sequence,
    stream: place.stream,
    streamSequence: place.streamSequence,
    at: place.at,
    clockOffsetMs: null,
    actor: actor.name,
    keyId: orNull(actor.keyId),
    onBehalfOf: orNull(actor.onBehalfOf),
    sourceAddress: orNull(actor.sourceAddress),
    requestId: orNull(actor.requestId),
    type: fact.type,
    cause: place.cause,
    approval: orNull(actor.approval),
    body: canonicalJson(
      actor.osUser === undefined ? fact.body : { ...fact.body, osUser: { ...actor.osUser } },
    ),
    previousHash: place.previousHash,
    hash: '',
    schemaVersion: SCHEMA_VERSION,
  };
  entry.hash = hashOf(entry);
  return entry;
}

/** An empty text, such as the address of a connection that is gone, would be hashed like null. */
function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** What an entry is filed under; nothing if it is about nothing that can be searched for. */
function subjectOf(sequence: number, about: Subject): AuditSubjectRow[] {
  const subject = {
    sequence,
    orderId: about.orderId ?? null,
    orderNumber: about.orderNumber ?? null,
    accountNumber: about.accountNumber ?? null,
    security: about.security ?? null,
    tradingDate: about.tradingDate ?? null,
  };
  const isEmpty = Object.values(about).every((value) => value === null || value === undefined);
  return isEmpty ? [] : [subject];
}

/** All entries written from now on have a higher sequence, whatever the clocks say. */
export async function lastEntry(reading: Reading): Promise<number> {
  const [head] = await reading.query<{ sequence: number }>('SELECT sequence FROM audit_head');
  return head?.sequence ?? 0;
}

/** Waits for whoever is about to write to the trail, on any instance: what is decided after it, one at a time decides. */
export async function lockTrail(unit: LoneUnit): Promise<void> {
  await unit.query(`SELECT sequence FROM audit_head${unit.rowLock}`);
}

/** The last sequence of each stream that goes on. */
async function endsOf(unit: Unit, entered: readonly Entered[]): Promise<Map<string, number>> {
  const going = entered.filter(({ isFirst }) => !isFirst).map(({ topic }) => streamOf(topic));
  if (going.length === 0) return new Map();
  const { values } = inList([...new Set(going)]);
  // One look at the end of each: grouped, SQLite would read every entry of a stream.
  const rows = await unit.query<{ stream: string; last: number | null }>(
    `WITH going (stream) AS (VALUES ${values.map(() => '(?)').join(', ')})
     SELECT stream, (SELECT max(stream_sequence) FROM audit_entries e WHERE e.stream = going.stream) AS last
       FROM going`,
    values,
  );
  return new Map(rows.map(({ stream, last }) => [stream, last ?? 0]));
}
