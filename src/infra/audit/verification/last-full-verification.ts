import { Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { AppLogger } from '../../observability/logging.js';
import { Clock, instant } from '../../runtime/clock.js';
import { Random } from '../../runtime/ids.js';
import { rootOf, type EdgeHash, type VerifiedPrefix } from './chain-pieces.js';
import { isDigest } from '../digest.js';
import { readIfThere, replaceFile } from '../durable-file.js';
import { openNote, signNote, verifierKeyOf } from '../checkpoints/signed-note.js';
import { originOf, SigningKey } from '../checkpoints/signing-key.js';

/** A verification that reads only what follows must not build on an older one. */
const MAX_AGE_MS = 24 * 3_600_000;

export interface FullVerification extends VerifiedPrefix {
  /** When it ended; RFC 3339 in UTC. */
  readonly at: string;
}

/**
 * What the last full verification has read and found valid, in the folder of checkpoints: whoever owns the database
 * alone cannot pretend one. Signed like a checkpoint, with the key that this instance holds; `docs/audit-format.md`
 * has the text. Its loss costs nothing but a full verification.
 */
@Injectable()
export class LastFullVerification {
  private readonly logger: Logger;
  private readonly folder: string | null;
  /** Instances can share the folder, so each writes to its own temporary file. */
  private readonly ownSuffix: string;

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly key: SigningKey,
    random: Random,
    logger: AppLogger,
  ) {
    this.folder = config.checkpointDir;
    this.ownSuffix = random.bytes(6).toString('hex');
    this.logger = logger.for('checkpoint');
  }

  /** Null if there is none, it is too old, or our key has not signed it. */
  async read(): Promise<FullVerification | null> {
    const file = await this.file();
    const signer = await this.key.held();
    const note = file === null || signer === null ? null : await readIfThere(file);
    if (note === null || signer === null) return null;
    const { origin, key } = signer;
    const found = parsed(openNote(note, [verifierKeyOf(origin, key)]), origin);
    if (found === null) return null;
    const age = this.clock.now() - Date.parse(found.at);
    return age >= 0 && age < MAX_AGE_MS ? found : null;
  }

  /** Without our key nothing is noted, and the next verification is a full one. */
  async write(verified: VerifiedPrefix): Promise<void> {
    const file = await this.file();
    const signer = await this.key.held();
    if (file === null || signer === null) return;
    const { origin, key } = signer;
    const text = textOf({ ...verified, at: instant(this.clock.now()) }, origin);
    await this.trying(() => replaceFile(file, signNote(text, origin, key), this.ownSuffix));
  }

  /** After a full verification that found something, nothing may build on an earlier one. */
  async forget(): Promise<void> {
    const file = await this.file();
    if (file !== null) await this.trying(() => rm(file, { force: true }));
  }

  private async file(): Promise<string | null> {
    const name = (await originOf(this.database))?.split('/')[1];
    return this.folder === null || name === undefined
      ? null
      : join(this.folder, `${name}.verified`);
  }

  /** A folder that cannot be written must not keep a verification from answering. */
  private async trying(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      this.logger.error({ err: error }, 'could not note the verification');
    }
  }
}

/** The second line tells it from a checkpoint, whose second line is a number. */
function textOf({ size, hash, edge, at }: FullVerification, origin: string): string {
  const nodes = edge.map(({ height, hash: node }) => `${height} ${node}`);
  const root = rootOf(edge).toString('base64');
  return [origin, 'verified', size, root, hash, at, ...nodes, ''].join('\n');
}

function parsed(text: string | null, expectedOrigin: string): FullVerification | null {
  const [origin, kind, size, root, hash = '', at = '', ...nodes] = (text ?? '')
    .trimEnd()
    .split('\n');
  if (origin !== expectedOrigin || kind !== 'verified' || !isDigest(hash)) return null;
  const edge = nodes.flatMap(edgeHashOf);
  const covered = edge.reduce((sum, { height }) => sum + 2 ** height, 0);
  if (covered !== Number(size) || rootOf(edge).toString('base64') !== root) return null;
  return Number.isNaN(Date.parse(at)) ? null : { size: covered, hash, edge, at };
}

function edgeHashOf(line: string): readonly EdgeHash[] {
  const [height = '', hash = ''] = line.split(' ');
  return /^\d{1,2}$/.test(height) && isDigest(hash) ? [{ height: Number(height), hash }] : [];
}
