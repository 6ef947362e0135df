import {
  Body,
  Controller,
  Get,
  HttpCode,
  Post,
  Query,
  Req,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../infra/http/openapi/answers.js';
import { QUEUED } from '../../infra/http/limits/concurrency.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import type { ExportFormat } from '../../infra/audit/audit-export.js';
import { AuditCheckpoint } from '../../infra/audit/checkpoints/audit-checkpoint.js';
import {
  AuditProofs,
  ContradictedProof,
  type AuditProof,
} from '../../infra/audit/checkpoints/audit-proofs.js';
import { SignedCheckpoints } from '../../infra/audit/checkpoints/signed-checkpoints.js';
import { TrailVerification } from '../../infra/audit/verification/trail-verification.js';
import { VerificationEntries } from '../../infra/audit/verification/verification-entries.js';
import { actorOf, isAllowed, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { AS_HASHED, NO_CLIENTS } from '../../infra/auth/client-masking.js';
import { READS_TRAIL } from '../../infra/auth/trail-reads.js';
import { Needs } from '../../infra/auth/scope.js';
import { download } from '../../infra/http/download.js';
import { numericCursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import type { CheckpointView, SignedCheckpointView, VerificationView } from './audit-view.js';
import { AuditEvents, type AuditedEventView } from './audit-events.js';
import { refuseUnknownTypes } from './unknown-types.js';
import { FindTrailNames, type TrailNamesView } from './find-trail-names.js';
import {
  AuditExportQuery,
  AuditQuery,
  CheckpointQuery,
  ProofQuery,
  VerificationBody,
  filtersOf,
} from './audit.dto.js';
import { DownloadTurn } from './exports/download-turn.js';
import { ExportArchive } from './exports/export-archive.js';
import { ExportEntries } from './exports/export-entries.js';
import { SignCheckpoint } from './sign-checkpoint.js';

const EXPORT_EXAMPLES = {
  'application/x-ndjson':
    '{"sequence":2,"at":"2026-11-20T10:15:30.125Z","type":"SERVICE_STARTED", … }\n',
  'text/csv': '"sequence","at","type", … \n"2","2026-11-20T10:15:30.125Z","SERVICE_STARTED", … \n',
};

const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const BUSY =
  'Somebody is downloading an export from this instance. Wait for that one, or have yours written in the background (POST /v1/audit/exports).';
const RETRY_AFTER_S = 5;
const NO_KEY = 'This instance has no key that it could sign with.';

@ApiTags('Audit')
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly queries: QueryBus,
    private readonly verification: TrailVerification,
    private readonly checkpoint: AuditCheckpoint,
    private readonly signed: SignedCheckpoints,
    private readonly commands: CommandBus,
    private readonly proofs: AuditProofs,
    private readonly verifications: VerificationEntries,
    private readonly downloads: DownloadTurn,
  ) {}

  @Get('events')
  @RouteConfig(READS_TRAIL)
  @Needs('audit:read')
  @Answers({ 200: { description: 'A page of audit entries.', schema: 'AuditedEventPage' } })
  @ApiOperation({
    summary: 'The audit trail, oldest first',
    description:
      'All filters given must hold. What an account, a security or an order is asked for includes the breaks and approvals about its orders. Times are those of the entries; where a clock was set back, they do not rise with the sequence. Whoever asks is in the trail (`AUDIT_READ`): a question of a caller once in 15 minutes, however often it is repeated and for however many pages.',
  })
  async events(
    @Query() query: AuditQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<AuditedEventView>> {
    const { limit, cursor, order, withOrder, ...filters } = query;
    await refuseUnknownTypes(this.queries, filters.type);
    const { afterSequence = 0 } = query;
    const page = { limit, cursor: cursor ?? null, afterSequence, order };
    const showsClients = isAllowed(request, 'orders:read');
    const orders = withOrder ? { showsClients } : null;
    return this.queries.execute(new AuditEvents(filtersOf(filters), page, orders));
  }

  @Get('names')
  @Needs('audit:read')
  @Answers({ 200: { description: 'The names.', schema: 'TrailNames' } })
  @ApiOperation({
    summary: 'Who acts in the trail, and which types of entries it has',
    description:
      'For the filters `by` and `type` of `/v1/audit/events`: each name as people see it, each type with its name in words. 500 of each at most, in the order of the alphabet.',
  })
  names(): Promise<TrailNamesView> {
    return this.queries.execute(new FindTrailNames());
  }

  @Get('export')
  @RouteConfig({ ...COSTLY, ...NO_CLIENTS, ...AS_HASHED })
  @Needs('audit:export')
  @Answers(
    {
      200: {
        description: 'The entries, as they were hashed.',
        texts: EXPORT_EXAMPLES,
        files: ['application/vnd.apache.parquet', 'application/zip'],
        headers: ['Content-Disposition'],
      },
    },
    ['checkpoint-impossible', 'too-many-exports'],
  )
  @ApiOperation({
    summary: 'Download the trail, or the entries that meet all filters, oldest first',
    description:
      'As hashed, so that the chain of a whole export can be verified elsewhere: `application/x-ndjson` has one entry a line; `text/csv` has a head line, and an apostrophe before texts that a spreadsheet would run; `application/vnd.apache.parquet` has a column for each field; `application/zip` has the entries with signed checkpoints, or a proof for each entry where there are filters, a signed manifest, and the verifier (`docs/audit-format.md`), and is 409 `checkpoint-impossible` where no checkpoint can be signed. Each export leaves `AUDIT_EXPORTED` in the trail, with the caller and the filters; it has no later entry than that. A download that breaks off is not whole; `afterSequence` goes on after the last entry that arrived. One runs at a time on each instance, whoever asks: 429 `too-many-exports` for another one meanwhile, which leaves nothing in the trail. One of which nothing is taken for a minute ends when somebody else asks. `/v1/audit/exports` writes them to files one after the other.',
  })
  async export(
    @Query() query: AuditExportQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, afterSequence = 0, ...filters } = query;
    await refuseUnknownTypes(this.queries, filters.type);
    const follow = this.downloads.take(request, reply);
    if (follow === null)
      throw problem('too-many-exports', BUSY, { retryAfterSeconds: RETRY_AFTER_S });
    if (format === 'zip') {
      const archive = new ExportArchive(filtersOf(filters), afterSequence, actorOf(request));
      const stream = await this.queries.execute(archive);
      if (stream === null) throw problem('checkpoint-impossible', NO_KEY);
      return download(follow(stream), { type: 'application/zip', file: 'audit-trail.zip' });
    }
    const asked = new ExportEntries(filtersOf(filters), afterSequence, format, actorOf(request));
    const pages = await this.queries.execute(asked);
    return download(follow(pages), { type: EXPORT_TYPES[format], file: `audit-trail.${format}` });
  }

  @Get('checkpoints')
  @Needs('audit:read')
  @Answers({ 200: { description: 'The newest checkpoint, or none.', schema: 'CheckpointPage' } })
  @ApiOperation({
    summary: 'The newest checkpoint of the chain outside the database',
    description:
      'A copy of the head of the chain in `MARINA_CHECKPOINT_DIR`. `contained: false`: the chain lacks it, so the database was restored from a backup or changed. Empty until the first one is written.',
  })
  async checkpoints(): Promise<Page<CheckpointView>> {
    const newest = await this.checkpoint.newest();
    const page = { limit: 1, nextCursor: null, hasMore: false };
    return { data: newest === null ? [] : [newest], page };
  }

  @Get('signed-checkpoints')
  @Needs('audit:read')
  @Answers({
    200: { description: 'A page of signed checkpoints.', schema: 'SignedCheckpointPage' },
  })
  @ApiOperation({
    summary: 'The signed checkpoints, newest first',
    description:
      '`note` is the checkpoint as it was signed (c2sp.org/tlog-checkpoint): `size` entries, whose Merkle tree (RFC 6962) has the `root`, in hexadecimal. They are also in every folder and at every address that is configured.',
  })
  async signedCheckpoints(@Query() query: CheckpointQuery): Promise<Page<SignedCheckpointView>> {
    const { limit, cursor } = query;
    const below = cursor === undefined ? null : numericCursorKey(cursor);
    return pageOf(await this.signed.recent(limit + 1, below), limit, ({ size }) => String(size));
  }

  @Post('signed-checkpoints')
  @HttpCode(200)
  @Needs('audit:read')
  @Answers({ 200: { description: 'The newest signed checkpoint.', schema: 'SignedCheckpoint' } }, [
    'checkpoint-impossible',
  ])
  @ApiOperation({
    summary: 'Sign a checkpoint now',
    description:
      'It is copied to all folders and addresses that are configured, and covers the entry `CHECKPOINT_ASKED` that says who asked. A caller may ask 10 times a minute (429). 409 `checkpoint-impossible` if this instance does not hold the key of the trail, or keeps its database in memory.',
  })
  async sign(@Req() request: AuthenticatedRequest): Promise<SignedCheckpointView> {
    const newest = await this.commands.execute(new SignCheckpoint(actorOf(request)));
    if (newest === null) {
      throw problem('checkpoint-impossible', NO_KEY);
    }
    return newest;
  }

  @Get('proofs')
  @RouteConfig({ ...COSTLY, ...AS_HASHED, ...READS_TRAIL })
  @Needs('audit:export')
  @Answers({ 200: { description: 'The proof.', schema: 'AuditProof' } }, [
    'not-found',
    'proof-impossible',
  ])
  @ApiOperation({
    summary:
      'Prove that an entry, or the trail of an older checkpoint, is in the newest checkpoint',
    description:
      '`sequence` asks for an entry (`inclusion`, RFC 9162, 2.1.3), `size` for a signed checkpoint of that many entries (`consistency`, 2.1.4); give one of them. Hashes are in base64. `verifier/marina-verify.mjs` verifies the answer as it is. 404 if there is no such entry or checkpoint, or no signed one that covers it; 409 `proof-impossible` if the trail does not lead to the root that was signed, because somebody has changed it.',
  })
  async proof(@Query() { sequence, size }: ProofQuery): Promise<AuditProof> {
    if ((sequence === undefined) === (size === undefined)) {
      const message = 'either sequence or size must be given';
      throw problem('validation-failed', `${message}.`, {
        errors: [{ field: 'sequence', message }],
      });
    }
    const asked =
      sequence === undefined ? this.proofs.ofCheckpoint(size ?? 0) : this.proofs.ofEntry(sequence);
    const proof = await asked.catch((error: unknown) => {
      if (error instanceof ContradictedProof) throw problem('proof-impossible', error.message);
      throw error;
    });
    if (proof === null) throw problem('not-found', 'No signed checkpoint covers that.');
    return proof;
  }

  @Post('verifications')
  @RouteConfig(QUEUED)
  @HttpCode(200)
  @Needs('audit:read')
  @Answers({ 200: { description: 'What was found.', schema: 'Verification' } })
  @ApiOperation({
    summary: 'Verify the trail now; names the first bad entry',
    description:
      'Its hash chain, its signed checkpoints in the database and in all folders, their keys, what keeps records as they are, triggers that Marina has not made, and what counts by the tables without being in the trail: rights of persons and keys, status words, closed days. `problems` has all that does not hold, with the first entry that can be meant; `firstBadSequence` is the lowest of them, null if none is about an entry. Answers when it is done. Every entry is read, unless `mode` `since` is asked for: then the entries before `from` are left out, which a full verification has read and found valid at `lastFullAt`. That proves that the trail still has entry `from` - 1 with the hash of then, that everything since follows from it, and that newer signed checkpoints hold. It does not prove that older entries still are what was hashed: one whose text was changed, or that was deleted, is found by a full verification alone. `since` is answered by a full one if there was none within 24 hours, the last one found something, or the trail lacks what it read. One verification of a mode runs at a time on each instance; whoever asks meanwhile gets its answer. `checkpoint` is the newest copy of the head outside the database, null if there is none yet. `TRAIL_VERIFIED` in the trail says who asked, and what was found.',
  })
  async verify(
    @Req() request: AuthenticatedRequest,
    @Body() body?: VerificationBody,
  ): Promise<VerificationView> {
    const mode = body?.mode ?? 'full';
    const verdict = await this.verification.verify(mode);
    this.verifications.note(actorOf(request), mode, verdict);
    return { ...verdict, checkpoint: await this.checkpoint.newest() };
  }
}
