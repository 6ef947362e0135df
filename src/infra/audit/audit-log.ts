import { Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import { Clock, instant } from '../runtime/clock.js';
import type { Reading } from '../database/reads.js';
import type { Unit } from '../database/unit-of-work.js';
import { canonicalJson, hashOf, SCHEMA_VERSION, type Json } from './audit-chain.js';
import { AuditEntryRow, AuditHeadRow } from './audit-entry.entity.js';
import type { AuditSubjectRow } from './audit-subject.entity.js';
import { AuditTail, type Settled } from './audit-tail.js';

export interface Fact {
  readonly type: string;
  readonly body: Readonly<Record<string, Json>>;
  /** Unknown outcomes that became known with it, for metrics: not stored. */
  readonly settled?: readonly Settled[];
}

/** What entries are about: searches find them by it. */
export type Subject = Partial<Omit<AuditSubjectRow, 'sequence'>>;

/** Where entries are filed. A stream alone is about nothing that can be searched for. */
export type Topic = string | { readonly stream: string; readonly about: Subject };

export function streamOf(topic: Topic): string {
  return typeof topic === 'string' ? topic : topic.stream;
}

/**
 * The only writer of audit entries. They join the caller's unit of work, so a change and its entries are
 * committed together. This locks the head of the chain, so call it after all other locks are taken.
 */
@Injectable()
export class AuditLog {
  constructor(
    private readonly clock: Clock,
    private readonly tail: AuditTail,
  ) {}

  async append(unit: Unit, topic: Topic, actor: Actor, facts: readonly Fact[]): Promise<void> {
    if (facts.length === 0) return;
    await this.write(unit, { topic, last: null }, actor, facts);
  }

  /** Appends to a new stream without looking up its end; a unique index rejects existing streams. */
  appendFirst(unit: Unit, topic: Topic, actor: Actor, fact: Fact): Promise<void> {
    return this.write(unit, { topic, last: 0 }, actor, [fact]);
  }

  private async write(
    unit: Unit,
    { topic, last }: { readonly topic: Topic; readonly last: number | null },
    actor: Actor,
    facts: readonly Fact[],
  ): Promise<void> {
    const [head] = await unit.find(AuditHeadRow, `id = 1${unit.rowLock}`);
    if (head === undefined) throw new Error('The audit chain has no head');
    const stream = streamOf(topic);
    let streamSequence = last ?? (await lastOfStream(unit, stream));
    let { sequence, hash } = head;
    const now = this.clock.now();
    const at = instant(now);
    for (const fact of facts) {
      sequence += 1;
      streamSequence += 1;
      const place = { sequence, stream, streamSequence, at, previousHash: hash };
      const entry = entryOf(fact, actor, place);
      hash = entry.hash;
      await unit.insert(AuditEntryRow, entry);
    }
    if (typeof topic !== 'string') await fileUnder(unit, topic.about, head.sequence, sequence);
    const latestAt = at > head.latestAt ? at : head.latestAt;
    const stepBackMs = Math.max(head.stepBackMs, Date.parse(latestAt) - now);
    await unit.update(AuditHeadRow, { id: 1 }, { sequence, hash, latestAt, stepBackMs });
    unit.afterCommit(() => this.tail.committed({ stream, facts }));
  }
}

type Position = Pick<
  AuditEntryRow,
  'sequence' | 'stream' | 'streamSequence' | 'at' | 'previousHash'
>;

function entryOf(fact: Fact, actor: Actor, place: Position): AuditEntryRow {
  // Spelled out, because spreading `place` took ten times as long.
  const entry = {
    sequence: place.sequence,
    stream: place.stream,
    streamSequence: place.streamSequence,
    at: place.at,
    clockOffsetMs: null,
    actor: actor.name,
    keyId: actor.keyId ?? null,
    onBehalfOf: actor.onBehalfOf ?? null,
    sourceAddress: actor.sourceAddress ?? null,
    requestId: actor.requestId ?? null,
    type: fact.type,
    cause: null,
    approval: null,
    body: canonicalJson(fact.body),
    previousHash: place.previousHash,
    hash: '',
    schemaVersion: SCHEMA_VERSION,
  };
  entry.hash = hashOf(entry);
  return entry;
}

/** Files the entries after `from` up to `to` under what they are about. */
async function fileUnder(unit: Unit, about: Subject, from: number, to: number): Promise<void> {
  const { orderId, orderNumber, accountNumber, security, tradingDate } = about;
  const values = [orderId, orderNumber, accountNumber, security, tradingDate].map((v) => v ?? null);
  if (values.every((value) => value === null)) return;
  await unit.execute(
    `INSERT INTO audit_subjects
       (sequence, order_id, order_number, account_number, security, trading_date)
       SELECT sequence, ?, ?, ?, ?, ? FROM audit_entries WHERE sequence > ? AND sequence <= ?`,
    [...values, from, to],
  );
}

/** All entries written from now on have a higher sequence, whatever the clocks say. */
export async function lastEntry(reading: Reading): Promise<number> {
  const [head] = await reading.query<{ sequence: number }>('SELECT sequence FROM audit_head');
  return head?.sequence ?? 0;
}

async function lastOfStream(unit: Unit, stream: string): Promise<number> {
  const [row] = await unit.query<{ last: number | null }>(
    'SELECT max(stream_sequence) AS last FROM audit_entries WHERE stream = ?',
    [stream],
  );
  return row?.last ?? 0;
}
