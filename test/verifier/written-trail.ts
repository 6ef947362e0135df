import { createPrivateKey, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canonicalJson,
  GENESIS,
  hashOf,
  SCHEMA_VERSION,
  type ChainedEntry,
  type Json,
} from '../../src/infra/audit/audit-chain.js';
import { CompactRange } from '../../src/infra/audit/checkpoints/merkle-tree.js';
import {
  headText,
  readHead,
  signNote,
  verifierKeyOf,
} from '../../src/infra/audit/checkpoints/signed-note.js';
import { restoreText } from '../../src/infra/audit/checkpoints/signed-restores.js';
import { rotationText } from '../../src/infra/audit/checkpoints/signing-key.js';
import { NOON } from '../support/hand-clock.js';

export type Exported = ChainedEntry & { readonly hash: string };

/** A trail with its checkpoints, as the service writes them, in memory until it is written to a folder. */
export class WrittenTrail {
  entries: Exported[] = [];
  notes: string[] = [];
  private key: KeyObject | null = null;

  append(type: string, body: Json, more: Partial<ChainedEntry> = {}): this {
    const stream = more.stream ?? 'audit';
    const place = {
      sequence: this.entries.length + 1,
      stream,
      streamSequence: this.entries.filter((entry) => entry.stream === stream).length + 1,
      at: new Date(NOON + this.entries.length).toISOString(),
      previousHash: this.entries.at(-1)?.hash ?? GENESIS,
    };
    const entry: ChainedEntry = {
      clockOffsetMs: null,
      actor: 'system:marina',
      keyId: null,
      onBehalfOf: null,
      sourceAddress: null,
      requestId: null,
      cause: null,
      approval: null,
      schemaVersion: SCHEMA_VERSION,
      ...more,
      ...place,
      type,
      body: canonicalJson(body),
    };
    this.entries.push({ ...entry, hash: hashOf(entry) });
    return this;
  }

  /** The first key, or one that the key before it signs. */
  useKey(seed: number, signed = true): this {
    const key = keyOf(seed);
    const verifierKey = verifierKeyOf(this.origin, key);
    const old = this.key;
    this.key = key;
    if (old === null) return this.append('SIGNING_KEY_CREATED', { verifierKey });
    const note = signNote(rotationText(this.origin, verifierKey), this.origin, signed ? old : key);
    return this.append('SIGNING_KEY_ROTATED', { verifierKey, note });
  }

  /** A backup was restored, or it is in the place of another; `signed` by the key in force, or by none. */
  restored(
    lastSequence: number,
    forgottenSequence: number,
    signed = true,
    of?: WrittenTrail,
  ): this {
    const heads = (of ?? this).notes.map(readHead).filter((head) => head !== null);
    const gone = of === undefined ? heads.filter(({ size }) => size > lastSequence) : heads;
    const text = restoreText(this.origin, {
      last: lastSequence,
      forgotten: forgottenSequence,
      gone,
    });
    const note = signed && this.key !== null ? signNote(text, this.origin, this.key) : null;
    const body = { lastSequence, forgottenSequence, note };
    return this.append('DATABASE_OLDER_THAN_CHECKPOINT', body);
  }

  checkpoint(): this {
    const tree = new CompactRange();
    for (const { hash } of this.entries) tree.append(Buffer.from(hash, 'hex'));
    const head = { origin: this.origin, size: this.entries.length, root: tree.root() };
    if (this.key === null) throw new Error('The trail has no key yet');
    this.notes.push(signNote(headText(head), this.origin, this.key));
    return this;
  }

  get origin(): string {
    return `marina/${String(this.entries[0]?.hash).slice(0, 32)}`;
  }

  get firstKey(): string {
    const named = this.entries.find(({ type }) => type === 'SIGNING_KEY_CREATED');
    return (JSON.parse(String(named?.body)) as { verifierKey: string }).verifierKey;
  }

  get exported(): string {
    return this.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }

  get checkpoints(): string {
    return this.notes.map((note) => `${JSON.stringify({ at: '', note })}\n`).join('');
  }

  /** The files of an examiner: those of the sinks may be of an earlier time. */
  writeTo(folder: string, notesOf: WrittenTrail = this): { export: string; checkpoints: string[] } {
    const files = {
      export: join(folder, 'trail.ndjson'),
      checkpoints: join(folder, 'sink.ndjson'),
    };
    writeFileSync(files.export, this.exported);
    writeFileSync(files.checkpoints, notesOf.checkpoints);
    return { export: files.export, checkpoints: [files.checkpoints] };
  }
}

function keyOf(seed: number): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, Buffer.alloc(32, seed)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** What the golden files hold: every kind of field, both kinds of key, and checkpoints of both. */
export function goldenTrail(): WrittenTrail {
  const caller = {
    actor: 'key:dealer',
    keyId: 'key_1',
    onBehalfOf: 'Ngọzi',
    sourceAddress: '::1',
    requestId: 'r-1',
  };
  return new WrittenTrail()
    .append('SERVICE_STARTED', {})
    .append(
      'ORDER_RECEIVED',
      { side: 'BUY', units: '100', note: 'naïve ₦ "quoted"' },
      { ...caller, stream: 'ord_1', clockOffsetMs: -2 },
    )
    .useKey(7)
    .checkpoint()
    .append('ORDER_POSTED', { orderNumber: '17' }, { stream: 'ord_1', cause: 2, approval: 'a,b' })
    .useKey(8)
    .append('ORDER_FILLED', {}, { stream: 'ord_1' })
    .append('ORDER_RECEIVED', {}, { stream: 'ord_2' })
    .checkpoint();
}
