import { open, rm, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { COMMAND_LINE } from './infra/audit/actor.js';
import { AuditLog } from './infra/audit/audit-log.js';
import type { ExportFormat } from './infra/audit/audit-export.js';
import type { CommandFact } from './infra/audit/command-entries/command-entry.js';
import { EvidenceArchives, type ArchiveOrder } from './infra/audit/export/evidence-archive.js';
import { countedPages, exportPieces } from './infra/audit/export/export-pieces.js';
import { AuditTail } from './infra/audit/audit-tail.js';
import { ChainVerification } from './infra/audit/verification/chain-verification.js';
import { AuditCheckpoint } from './infra/audit/checkpoints/audit-checkpoint.js';
import {
  AuditProofs,
  ContradictedProof,
  type AuditProof,
} from './infra/audit/checkpoints/audit-proofs.js';
import { AuditTree } from './infra/audit/checkpoints/audit-tree.js';
import { ProvenTree } from './infra/audit/checkpoints/proven-tree.js';
import { LastFullVerification } from './infra/audit/verification/last-full-verification.js';
import { SignedCheckpoints } from './infra/audit/checkpoints/signed-checkpoints.js';
import { readHead } from './infra/audit/checkpoints/signed-note.js';
import { SigningKey } from './infra/audit/checkpoints/signing-key.js';
import {
  TrailVerification,
  type TrailVerdict,
} from './infra/audit/verification/trail-verification.js';
import { sayingOf } from './infra/audit/verification/verification-entries.js';
import { commandLine, noteInTrail } from './command-trail.js';
import { ThreadPrograms } from './infra/database/threads/reading-thread.js';
import type { BootstrapContext } from './infra/infra.module.js';
import type { Outcome } from './key-commands.js';
import { UsageError } from './usage-error.js';

/** What `marina audit …` does with the trail as a whole. */
type AuditContext = Omit<BootstrapContext, 'pepper'>;

export interface ProofOptions {
  readonly sequence?: string | undefined;
  readonly size?: string | undefined;
  readonly to?: string | undefined;
  readonly out?: string | undefined;
}

/** Verifies as `POST /v1/audit/verifications` does, by a connection that cannot write, so it may run beside the service. */
export async function verifyTrail(
  context: AuditContext,
  { since }: { readonly since?: boolean | undefined },
): Promise<Outcome> {
  const { config, database, clock, random, logger } = context;
  const { key, signed } = partsOf(context);
  const chain = new ChainVerification(config, database);
  const last = new LastFullVerification(config, database, clock, key, random, logger);
  const copyOfHead = new AuditCheckpoint(config, database, clock, random);
  const verification = new TrailVerification(database, chain, signed, copyOfHead, last);
  const asked = since === true ? 'since' : 'full';
  const verdict = await verification.verify(asked);
  const checkpoint = await copyOfHead.newest();
  await noteInTrail(config, { type: 'TRAIL_VERIFIED', body: sayingOf(asked, verdict).body });
  return { data: { ...verdict, checkpoint }, text: verdictText(verdict), ok: verdict.valid };
}

/** Proves what `GET /v1/audit/proofs` does, and of any two checkpoints. Only reads, so it signs no checkpoint for it. */
export async function proveTrail(context: AuditContext, options: ProofOptions): Promise<Outcome> {
  const { sequence, size, to } = {
    sequence: numberOf(options, 'sequence'),
    size: numberOf(options, 'size'),
    to: numberOf(options, 'to'),
  };
  if ((sequence === null) === (size === null) || (to !== null && size === null)) {
    throw new UsageError('give --sequence N, or --size N and perhaps --to N');
  }
  const { tree, signed } = partsOf(context);
  const proofs = new AuditProofs(context.database, tree, signed);
  const proof = await (
    sequence === null ? proofs.ofCheckpoint(size ?? 0, to) : proofs.ofEntry(sequence)
  ).catch(contradictionIn);
  if (proof instanceof ContradictedProof)
    return { data: { kind: null, problem: proof.message }, text: proof.message, ok: false };
  if (proof === null) {
    const text =
      sequence === null
        ? 'there are no two such signed checkpoints'
        : `no signed checkpoint covers entry ${sequence}, or there is no such entry`;
    return { data: { kind: null }, text, ok: false };
  }
  await noteInTrail(context.config, proofRead({ sequence, size, to }));
  const text = proofText(proof, sequence);
  if (options.out === undefined) return { data: proof, text, ok: true };
  await writeNew(options.out, `${JSON.stringify(proof)}\n`);
  const { kind } = proof;
  return { data: { kind, file: options.out }, text: `wrote the proof to ${options.out}`, ok: true };
}

/** Archives the trail up to its newest signed checkpoint, as `GET /v1/audit/export?format=zip` does after signing one. */
export async function archiveTrail(
  context: AuditContext & { readonly programs: URL },
  out: string | undefined,
): Promise<Outcome> {
  if (out === undefined) throw new UsageError('--format zip needs --out FILE');
  const { config, clock, database, programs } = context;
  const { key, signed } = partsOf(context);
  const archives = new EvidenceArchives(signed, key, clock, new ThreadPrograms(programs));
  const { reading } = database;
  const pieces: ArchiveOrder['pieces'] = ({ format, upTo }, reached) =>
    exportPieces(countedPages(reading, upTo, reached), format, new ProvenTree(reading));
  const file = await open(out, 'wx');
  try {
    const archive = await archives.of({
      by: COMMAND_LINE,
      filters: {},
      afterSequence: 0,
      upTo: 0,
      pieces,
    });
    if (archive === null) {
      await discard(file, out);
      return { data: { file: null }, text: 'no checkpoint has been signed yet', ok: false };
    }
    await noteInTrail(config, exportOf('zip'));
    await pipeline(archive, file.createWriteStream());
  } catch (error) {
    await discard(file, out);
    throw error;
  }
  return { data: { file: out }, text: `wrote the archive to ${out}`, ok: true };
}

function contradictionIn(error: unknown): ContradictedProof {
  if (error instanceof ContradictedProof) return error;
  throw error;
}

/** As `GET /v1/audit/export` says it. Nothing leaves before. */
export function exportOf(format: ExportFormat | 'zip'): CommandFact {
  const body = { format, afterSequence: 0, filters: {}, ofOneAccount: false };
  return { type: 'AUDIT_EXPORTED', body };
}

/** As `GET /v1/audit/proofs` says it. */
function proofRead(asked: Readonly<Record<string, number | null>>): CommandFact {
  const named = Object.entries(asked).filter(([, value]) => value !== null);
  const filters = Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
  const body = { route: 'marina audit proof', filters, more: [], ofOneAccount: false };
  return { type: 'AUDIT_READ', body };
}

/** Makes a new key for checkpoints, which the present one signs. */
export async function rotateSigningKey(context: BootstrapContext): Promise<Outcome> {
  const { config } = context;
  const rotated = await partsOf(context).key.rotate(commandLine());
  if (rotated === null) {
    const text = `${config.signingKeyFile} does not hold the key that the trail names, or the trail is empty`;
    return { data: { rotated: false }, text, ok: false };
  }
  const { sequence, verifierKey } = rotated;
  const text = `the new key is in force from entry ${sequence}: ${verifierKey}`;
  return { data: { rotated: true, sequence, verifierKey }, text, ok: true };
}

function partsOf({ config, database, clock, random, logger }: AuditContext): {
  readonly tree: AuditTree;
  readonly key: SigningKey;
  readonly signed: SignedCheckpoints;
} {
  const tree = new AuditTree(database);
  const key = new SigningKey(config, database, new AuditLog(clock, new AuditTail()), random);
  const signed = new SignedCheckpoints(config, database, clock, tree, key, random, logger);
  return { tree, key, signed };
}

function verdictText(verdict: TrailVerdict): string {
  const { valid, entries, signedEntries, firstBadSequence, problems, restores, from, lastFullAt } =
    verdict;
  if (!valid) {
    const place = firstBadSequence === null ? '' : ` at entry ${firstBadSequence}`;
    const head = `the audit chain is BROKEN${place}`;
    return [head, ...problems.map(({ what }) => `  ${what}`)].join('\n');
  }
  const restored = restores.map(
    ({ sequence, lastSequence, forgottenSequence }) =>
      `\n  entry ${sequence}: a backup was restored that ended at ${lastSequence}; up to ${forgottenSequence} was forgotten`,
  );
  const signed = signedEntries === 0 ? 'none signed yet' : `signed up to entry ${signedEntries}`;
  const text = `the audit chain is intact: ${entries} entries, ${signed}${restored.join('')}`;
  return lastFullAt === null
    ? text
    : `${text}; read from entry ${from} on, those before not since ${lastFullAt}`;
}

function proofText(
  { kind, proof, older, checkpoint }: AuditProof,
  sequence: number | null,
): string {
  const size = String(readHead(checkpoint)?.size);
  const head =
    kind === 'inclusion'
      ? `proof that entry ${String(sequence)} is in the checkpoint of ${size} entries:`
      : `proof that the checkpoint of ${String(readHead(older ?? '')?.size)} entries begins that of ${size}:`;
  return [head, ...proof, '', checkpoint.trimEnd()].join('\n');
}

function numberOf(options: ProofOptions, name: 'sequence' | 'size' | 'to'): number | null {
  const text = options[name];
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`--${name} must be a whole number from 1`);
  return Number(text);
}

/** Nothing half-written stays. */
async function discard(file: FileHandle, path: string): Promise<void> {
  await file.close();
  await rm(path);
}

/** Overwrites nothing. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  await file.writeFile(text);
  await file.close();
}
