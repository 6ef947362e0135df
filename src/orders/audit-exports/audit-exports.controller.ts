import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { actorOf, type AuthenticatedRequest } from '../../infra/auth/api-key.guard.js';
import { AS_HASHED, NO_CLIENTS } from '../../infra/auth/client-masking.js';
import { Needs } from '../../infra/auth/scope.js';
import type { Id, Instant, Sha256, Text, Whole } from '../../infra/formats.js';
import { byteRange } from '../../infra/http/byte-range.js';
import { KnownId } from '../../infra/http/input/known-id.pipe.js';
import { COSTLY } from '../../infra/http/limits/costly-reads.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { IfRangeHeader, RangeHeader } from '../../infra/http/openapi/request-headers.js';
import { cursorKey, pageOf, type Page } from '../../infra/http/input/page.js';
import { problem } from '../../infra/http/problems/problem.js';
import { PageQuery } from '../../infra/http/input/query-dto.js';
import { textFilters } from '../../infra/http/input/text-filters.js';
import { requestValidation } from '../../infra/http/input/validation.js';
import { instant } from '../../infra/runtime/clock.js';
import { AuditExportQuery, filtersOf } from '../audit-trail/audit.dto.js';
import { refuseUnknownTypes } from '../audit-trail/unknown-types.js';
import { AuditExportBody } from './audit-exports.dto.js';
import { exportFileName } from './export-file-name.js';
import { AuditExports, KEPT_MAX, UNFINISHED_MAX, type AuditExport } from './audit-exports.js';

/** An export of the trail that is written in the background. */
export interface AuditExportView {
  readonly id: Id;
  /** `Queued` until those before it are written. */
  readonly state: 'Queued' | 'Running' | 'Done' | 'Failed';
  /** How the file is written. */
  readonly format: 'ndjson' | 'csv' | 'parquet' | 'zip';
  /**
   * As they were given.
   * @example { "security": "SD11PLC" }
   */
  readonly filters: Readonly<Record<string, string>>;
  /** Sequence of the last entry that it has read so far, stored once a second; null before it begins. A selection in an archive is read twice. */
  readonly reached: Whole | null;
  /** Sequence of the last entry that it can have. */
  readonly upTo: Whole | null;
  /** How many entries it has; null until it is `Done`, and of one that a release before this finished. */
  readonly entries: Whole | null;
  /** Size of the file; null until it is `Done`. */
  readonly bytes: Whole | null;
  /** Of the file. */
  readonly digest: Sha256 | null;
  /** Why it is `Failed`. */
  readonly reason: Text | null;
  /**
   * Where the file is.
   * @example "/v1/audit/exports/exp_01M7W9V1GHGDXV473P1P44ZYCB/file"
   */
  readonly href: string;
  /**
   * What the file is called: the time that it covers in Lagos, its filters in short, and once it is `Done` how many entries it has.
   * It names no account.
   * @example "audit-trail_2026-11-01-to-2026-11-26_security-SD11PLC_312-entries.csv"
   */
  readonly file: string;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
}

const TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
} as const;

const FILE = {
  texts: {
    'application/x-ndjson': '{"sequence":1, … }\n',
    'text/csv': '"sequence", … \n"1", … \n',
  },
  files: ['application/vnd.apache.parquet', 'application/zip'],
  headers: ['Content-Disposition', 'ETag', 'Accept-Ranges'],
} as const;

@ApiTags('Audit')
@Controller('v1/audit/exports')
export class AuditExportsController {
  private readonly validation = requestValidation('filters.');

  constructor(
    private readonly exports: AuditExports,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @RouteConfig(AS_HASHED)
  @HttpCode(202)
  @Needs('audit:export')
  @Answers(
    { 202: { description: 'It is queued.', schema: 'AuditExport', headers: ['Location'] } },
    ['too-many-exports'],
  )
  @ApiOperation({
    summary: 'Export the trail in the background',
    description:
      'Writes what `/v1/audit/export` answers to a file that stays for a day: ask for its progress, then download it, in parts if need be. One is written at a time on each instance; 429 `too-many-exports` when four of yours are not finished, or 20 are kept. `AUDIT_EXPORTED` is in the trail when it begins, with the caller and the filters. One that fails, as when the disk has too little space, leaves no file.',
  })
  async ask(
    @Body() { format, filters }: AuditExportBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditExportView> {
    const given = textFilters(filters ?? {}, ['format']);
    const query = (await this.validation.transform(
      { ...given },
      { type: 'query', metatype: AuditExportQuery },
    )) as AuditExportQuery;
    const { format: _, afterSequence = 0, ...rest } = query;
    await refuseUnknownTypes(this.queries, rest.type, 'filters.type');
    const wanted = { format, filters: filtersOf(rest), afterSequence, given };
    const row = await this.exports.ask(wanted, actorOf(request));
    if (row === null) {
      const detail = `You have ${UNFINISHED_MAX} that are not finished, or ${KEPT_MAX} in all. Remove one, or wait.`;
      throw problem('too-many-exports', detail, { retryAfterSeconds: 5 });
    }
    void reply.header('location', `/v1/audit/exports/${row.id}`);
    return viewOf(row);
  }

  @Get()
  @Needs('audit:export')
  @Answers({ 200: { description: 'A page of exports.', schema: 'AuditExportPage' } })
  @ApiOperation({ summary: 'List your exports, newest first' })
  async list(
    @Query() { limit, cursor }: PageQuery,
    @Req() request: AuthenticatedRequest,
  ): Promise<Page<AuditExportView>> {
    const before = cursor === undefined ? null : cursorKey(cursor);
    const rows = await this.exports.list(actorOf(request), before, limit + 1);
    const { data, page } = pageOf(rows, limit, ({ id }) => id);
    return { data: data.map(viewOf), page };
  }

  @Get(':id')
  @Needs('audit:export')
  @Answers({ 200: { description: 'The export.', schema: 'AuditExport' } }, ['not-found'])
  @ApiOperation({ summary: 'How far an export is' })
  async show(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
  ): Promise<AuditExportView> {
    return viewOf(await this.find(id, request));
  }

  @Get(':id/file')
  @RouteConfig({ ...COSTLY, ...NO_CLIENTS, ...AS_HASHED })
  @Needs('audit:export')
  @Answers(
    {
      200: { description: 'The file.', ...FILE },
      206: {
        description: 'A part of the file.',
        ...FILE,
        headers: [...FILE.headers, 'Content-Range'],
      },
    },
    ['not-found', 'export-unfinished', 'export-elsewhere', 'range-unsatisfiable'],
  )
  @ApiOperation({
    summary: 'Download the file of an export',
    description:
      'A download that broke off goes on with `Range`. The file is on the instance that wrote it: another one answers 409 `export-elsewhere`.',
  })
  @RangeHeader()
  @IfRangeHeader()
  async file(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('Range') asked?: string,
    @Headers('If-Range') ifRange?: string,
  ): Promise<StreamableFile> {
    const row = await this.find(id, request);
    const { state, bytes, digest, format } = row;
    if (state !== 'Done' || bytes === null)
      throw problem(
        'export-unfinished',
        `It is ${state}${row.reason === null ? '' : `: ${row.reason}`}`,
      );
    const etag = `"${digest ?? ''}"`;
    const range = byteRange(asked, ifRange, { bytes, etag });
    if (range === null) {
      void reply.header('content-range', `bytes */${bytes}`);
      throw problem('range-unsatisfiable', `It has ${bytes} bytes.`);
    }
    const stream = await this.exports.read(row, range);
    if (stream === null)
      throw problem('export-elsewhere', 'The file is on another instance, or its disk is gone.');
    const { start, end, whole } = range;
    void reply.header('etag', etag).header('accept-ranges', 'bytes');
    if (!whole) void reply.status(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
    const disposition = `attachment; filename="${viewOf(row).file}"`;
    return new StreamableFile(stream, {
      type: TYPES[format],
      disposition,
      length: bytes === 0 ? 0 : end - start + 1,
    });
  }

  @Delete(':id')
  @HttpCode(204)
  @Needs('audit:export')
  @Answers({ 204: { description: 'It is gone.' } }, ['not-found'])
  @ApiOperation({
    summary: 'Remove an export',
    description:
      'Ends it if it is under way. On another instance than the one that writes it, that takes some seconds, and its file stays on that disk for a day at most. The entry `AUDIT_EXPORTED` stays.',
  })
  async remove(
    @Param('id', KnownId) id: string,
    @Req() request: AuthenticatedRequest,
  ): Promise<void> {
    if (!(await this.exports.remove(id, actorOf(request)))) throw unknown(id);
  }

  private async find(id: string, request: AuthenticatedRequest): Promise<AuditExport> {
    const row = await this.exports.get(id, actorOf(request));
    if (row === null) throw unknown(id);
    return row;
  }
}

function unknown(id: string): Error {
  return problem('not-found', `There is no export ${id} of yours.`);
}

function viewOf(row: AuditExport): AuditExportView {
  const { id, state, format, reached, upTo, entries, bytes, digest, reason } = row;
  const filters = JSON.parse(row.filters) as AuditExportView['filters'];
  return {
    id,
    state,
    format,
    filters,
    reached,
    upTo,
    entries,
    bytes,
    digest,
    reason,
    href: `/v1/audit/exports/${id}/file`,
    file: exportFileName({ format, filters, entries }),
    createdAt: instant(row.createdAt),
    finishedAt: row.finishedAt === null ? null : instant(row.finishedAt),
  };
}
