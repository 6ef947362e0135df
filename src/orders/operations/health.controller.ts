import { Controller, Get, Header, Res, type OnModuleDestroy } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Gauge } from 'prom-client';
import type { ExchangeReadiness, LivenessView, ReadinessView } from './ops-view.js';
import { SHARED } from '../../infra/http/limits/rate-limits.js';
import { Answers } from '../../infra/http/openapi/answers.js';
import { Public } from '../../infra/auth/scope.js';
import { DeskSwitch, publicReason } from '../desk-switch/desk-switch.js';
import { Capabilities, type ExchangeReport } from '../../infra/exchange/keys/capabilities.js';
import { Database } from '../../infra/database/database.js';
import { Metrics } from '../../infra/observability/metrics.js';
import { Clock } from '../../infra/runtime/clock.js';
import { ShortCache } from '../../infra/runtime/short-cache.js';

/** `/metrics` needs no key: however many scrape it, the page is made once in this time. */
const PAGE_LASTS_MS = 1_000;
/** Nor does `/health/ready`, and most of what it costs is to count what each exchange key has left. */
const REPORT_LASTS_MS = 250;

/** Health and metrics: open to everybody, so nothing here is about any order. */
@ApiTags('Health')
@Controller()
@Public()
export class HealthController implements OnModuleDestroy {
  private stopping = false;
  private readonly page = new ShortCache(this.clock, PAGE_LASTS_MS, () => this.measure());
  private readonly report = new ShortCache(this.clock, REPORT_LASTS_MS, () =>
    this.capabilities.report(),
  );
  private readonly held = this.gauge('slots_held', 'Slots of the rolling minute held', ['key']);
  private readonly keyUp = this.gauge('key_up', '1 while the exchange accepts the key', ['key']);
  private readonly scopeUp = this.gauge('scope_up', '1 while the exchange answers the scope', [
    'key',
    'scope',
  ]);
  private readonly capabilityUp = this.gauge(
    'capability_up',
    '0 while the capability is missing; fills 0: blind to fills',
    ['capability'],
  );
  private readonly answering = this.gauge('answers', '0 while the exchange does not answer', []);
  private readonly databaseUp = this.metrics.gauge(
    'database_up',
    '1 while the database answers and stores what is written',
  );
  private readonly paused = this.metrics.gauge(
    'desk_paused',
    '1 while posts and edits are held, by a person or after a restore',
  );

  constructor(
    private readonly database: Database,
    private readonly capabilities: Capabilities,
    private readonly desk: DeskSwitch,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /** Before anything is waited for: whoever shares out the callers has to send them elsewhere. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  @Get('health/live')
  @Answers({ 200: { description: 'The process answers.', schema: 'Liveness' } })
  @ApiOperation({ summary: 'Liveness: the process answers' })
  live(): LivenessView {
    return { status: 'live' };
  }

  @Get('health/ready')
  @Answers({
    200: { description: 'Orders can be stored.', schema: 'Readiness' },
    503: { description: 'Nothing can be stored.', schema: 'Readiness' },
  })
  @ApiOperation({
    summary: 'Readiness: whether orders can be stored, and what works at the exchange',
    description:
      '200 `ready`; 200 `paused` while posts and edits are held, and `degraded` while orders can be stored but the exchange cannot be used in full, with every reason in `problems`; 503 when nothing can be stored: the database does not answer, or did not take the last write, until it takes one. `exchange` is at most a quarter of a second old; beyond 50 answers of open pages in a second, each is up to half a second late.',
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessView> {
    // Read each time: whether the database answers, and whether posts and edits are held.
    const desk = await this.desk.read().catch(() => null);
    const report = desk === null ? null : await this.report.read().catch(() => null);
    // Reads may succeed while nothing can be stored: on a full disk, or on a standby.
    const failing = this.database.storageProblem;
    const isUp = report !== null && desk !== null && failing === null;
    const stored = isUp && !this.stopping;
    void reply.status(stored ? 200 : 503);
    const held = desk === null ? null : publicReason(desk);
    const missing = report === null ? [] : problemsOf(report);
    const problems = [failing, held, ...missing].filter((one) => one !== null);
    const health = held !== null ? 'paused' : missing.length === 0 ? 'ready' : 'degraded';
    return {
      status: this.stopping ? 'stopping' : stored ? health : 'not ready',
      database: isUp ? 'up' : 'down',
      exchange: report === null ? null : capabilitiesOf(report),
      problems,
    };
  }

  @Get('metrics')
  @RouteConfig(SHARED)
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Answers({
    200: { description: 'The metrics.', texts: { 'text/plain': 'marina_database_up 1\n' } },
  })
  @ApiOperation({ summary: 'Prometheus metrics', description: 'At most a second old.' })
  prometheus(): Promise<string> {
    return this.page.read();
  }

  private async measure(): Promise<string> {
    const report = await this.capabilities.report().catch(() => null);
    const desk = await this.desk.read().catch(() => null);
    this.databaseUp.set(report === null || this.database.storageProblem !== null ? 0 : 1);
    this.forgetExchange();
    if (desk !== null) this.paused.set(publicReason(desk) === null ? 0 : 1);
    if (report !== null) this.measureExchange(report);
    return this.metrics.page(report !== null);
  }

  /** Without the database the gauges are removed: a stale number would look like a fresh one. */
  private forgetExchange(): void {
    for (const gauge of [this.held, this.keyUp, this.scopeUp, this.capabilityUp]) gauge.reset();
    this.answering.remove();
    this.paused.remove();
  }

  private measureExchange(report: ExchangeReport): void {
    this.answering.set(report.answers ? 1 : 0);
    for (const key of report.keys) {
      this.held.set({ key: key.id }, key.held);
      this.keyUp.set({ key: key.id }, key.state === 'Working' ? 1 : 0);
      for (const { scope, state } of key.scopes) {
        this.scopeUp.set({ key: key.id, scope }, state === 'Working' ? 1 : 0);
      }
    }
    for (const { name, state } of report.capabilities) {
      this.capabilityUp.set({ capability: name }, isMissing(state) ? 0 : 1);
    }
  }

  private gauge(name: string, help: string, labelNames: string[]): Gauge {
    return this.metrics.gauge(`exchange_${name}`, help, labelNames);
  }
}

function isMissing(state: string): boolean {
  return state === 'Down' || state === 'Failing';
}

function problemsOf(report: ExchangeReport): readonly string[] {
  return report.capabilities.flatMap(({ says }) => (says === null ? [] : [says]));
}

function capabilitiesOf(report: ExchangeReport): ExchangeReadiness {
  const states = Object.fromEntries(report.capabilities.map(({ name, state }) => [name, state]));
  return { answers: report.answers, ...states };
}
