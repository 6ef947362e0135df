import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
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
import {
  CompactRange,
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
} from '../../src/infra/audit/checkpoints/merkle-tree.js';
import type { AuditEntryRow } from '../../src/infra/audit/audit-entry.entity.js';
import { exportHead, exportText } from '../../src/infra/audit/audit-export.js';
import {
  manifestNote,
  manifestText,
  type ArchiveManifest,
} from '../../src/infra/audit/export/archive-manifest.js';
import { archiveReadme } from '../../src/infra/audit/export/archive-readme.js';
import {
  headText,
  readHead,
  signNote,
  verifierKeyOf,
} from '../../src/infra/audit/checkpoints/signed-note.js';
import { restoreText } from '../../src/infra/audit/checkpoints/signed-restores.js';
import { rotationText } from '../../src/infra/audit/checkpoints/signing-key.js';
import { NOON } from '../support/time/hand-clock.js';

export type Exported = ChainedEntry & { readonly hash: string };

/** What the golden selection is of. */
const ARCHIVED = 'ORDER_RECEIVED';

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

  /** A backup was restored; `signed` by the key in force, or by none. */
  restored(lastSequence: number, forgottenSequence: number, signed = true): this {
    const heads = this.notes.map(readHead).filter((head) => head !== null);
    const gone = heads.filter(({ size }) => size > lastSequence);
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
    this.notes.push(this.signed());
    return this;
  }

  /** A checkpoint of all entries by the key in force, or by one that was. */
  signed(seed?: number): string {
    const size = this.entries.length;
    const head = { origin: this.origin, size, root: this.rootOf({ start: 0, end: size }) };
    const key = seed === undefined ? this.key : keyOf(seed);
    if (key === null) throw new Error('The trail has no key yet');
    return signNote(headText(head), this.origin, key);
  }

  /** That an entry is in the whole trail, as the service writes it. */
  proofOf(sequence: number, checkpoint = this.signed()): string {
    const entry = this.entries[sequence - 1];
    const proof = this.hashes(inclusionRanges(sequence - 1, this.entries.length));
    return JSON.stringify({ kind: 'inclusion', entry, proof, checkpoint });
  }

  /** That the trail of an older checkpoint is its beginning. */
  proofSince(older: string, checkpoint = this.signed()): string {
    const proof = this.hashes(consistencyRanges(readHead(older)?.size ?? 0, this.entries.length));
    return JSON.stringify({ kind: 'consistency', older, proof, checkpoint });
  }

  private hashes(ranges: readonly LeafRange[]): readonly string[] {
    return ranges.map((range) => this.rootOf(range).toString('base64'));
  }

  private rootOf({ start, end }: LeafRange): Buffer {
    const tree = new CompactRange();
    for (const { hash } of this.entries.slice(start, end)) tree.append(Buffer.from(hash, 'hex'));
    return tree.root();
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

  /** An archive once it is unpacked; `about` is what is other in its manifest. */
  archiveTo(folder: string, about: object = {}, kind: ArchiveManifest['kind'] = 'whole'): string {
    const isWhole = kind === 'whole';
    const verifierKey = isWhole ? this.firstKey : this.keyInForce;
    const texts = {
      'README.txt': archiveReadme({ isWhole, isSigned: true, verifierKey }),
      ...(isWhole ? this.wholeTexts() : this.selectionTexts()),
    };
    const files = Object.entries(texts).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return { name, bytes: Buffer.byteLength(text), sha256: digestOf(text) };
    });
    const size = this.entries.length;
    const manifest = manifestText({
      signed: true,
      kind,
      createdAt: new Date(NOON).toISOString(),
      createdBy: 'key:examiner',
      onBehalfOf: null,
      filters: isWhole ? {} : { type: ARCHIVED },
      afterSequence: 0,
      upTo: size,
      ...(isWhole
        ? { entries: size, firstSequence: 1, lastSequence: size }
        : { entries: 2, firstSequence: 2, lastSequence: 7 }),
      checkpoints: isWhole ? this.notes.length : 0,
      proofs: isWhole ? 0 : 2,
      checkpoint: this.notes.at(-1) ?? '',
      verifierKey,
      files,
      ...about,
    });
    writeFileSync(join(folder, 'manifest.json'), manifest);
    writeFileSync(join(folder, 'manifest.note'), this.noteOf(manifest));
    return folder;
  }

  /** The note of a manifest, by the key in force, or by one that was. */
  noteOf(manifest: string, seed?: number): string {
    const key = seed === undefined ? this.key : keyOf(seed);
    if (key === null) throw new Error('The trail has no key yet');
    return manifestNote(manifest, { origin: this.origin, key });
  }

  get keyInForce(): string {
    if (this.key === null) throw new Error('The trail has no key yet');
    return verifierKeyOf(this.origin, this.key);
  }

  private wholeTexts(): Record<string, string> {
    return { 'trail.ndjson': this.exported, 'checkpoints.ndjson': this.checkpoints };
  }

  private selectionTexts(): Record<string, string> {
    const chosen = this.entries.filter(({ type }) => type === ARCHIVED);
    const proofs = chosen.map(({ sequence }) => `${this.proofOf(sequence)}\n`).join('');
    const rows = chosen as unknown as readonly AuditEntryRow[];
    const table = `${exportHead('csv')}${exportText(rows, 'csv')}`;
    return { 'proofs.ndjson': proofs, 'entries.csv': table };
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
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

/** The golden trail after a backup of five entries was restored: its checkpoint of seven is forgotten. */
export function goldenRestore(signed = true): WrittenTrail {
  const trail = goldenTrail();
  trail.entries = trail.entries.slice(0, 5);
  return trail
    .restored(5, 7, signed)
    .append('ORDER_FILLED', {}, { stream: 'ord_1' })
    .append('ORDER_RECEIVED', {}, { stream: 'ord_3' })
    .checkpoint();
}

/** That entry 2 is in the golden trail, and that its checkpoint of three entries is the beginning of that of seven. */
export function goldenProofs(): { readonly inclusion: string; readonly consistency: string } {
  const golden = goldenTrail();
  const [older = ''] = golden.notes;
  return { inclusion: golden.proofOf(2), consistency: golden.proofSince(older) };
}
