import 'reflect-metadata';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/infra/config.js';
import { DeskSwitch } from '../src/infra/desk-switch.js';
import { SYSTEM } from '../src/infra/auth/actor.js';
import { Reconciler } from '../src/orders/reconciliation/reconciler.js';
import { startService } from '../src/service.js';

/**
 * The service in a process of its own that runs a pass of the reconciler whenever it is told to, and
 * tells what the pass took. The desk is paused, so that orders are accepted and none is sent.
 */
export interface PassFigures {
  readonly ms: number;
  readonly cpuMs: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** The most memory that the process ever had, and what it had before the first pass, in MB. */
  readonly peakMb: number;
  readonly orders: number;
  readonly changed: number;
  readonly fills: number;
}

const RESOLUTION_MS = 1;
const { app, address } = await startService(readConfig());
await app.get(DeskSwitch).pause('benchmark', SYSTEM);
const reconciler = app.get(Reconciler);

async function measuredPass(): Promise<PassFigures> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  delays.enable();
  const run = await reconciler.run('bench');
  delays.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    ms: performance.now() - startedAt,
    cpuMs: (user + system) / 1_000,
    delayP99Ms: delays.percentile(99) / 1e6,
    delayMaxMs: delays.max / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    orders: run.orders,
    changed: run.changed,
    fills: run.fills,
  };
}

/** `BENCH_PROFILE=folder` leaves a CPU profile of each pass there. */
async function profiled(): Promise<PassFigures> {
  const folder = process.env['BENCH_PROFILE'];
  if (folder === undefined) return measuredPass();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const figures = await measuredPass();
  const { profile } = await session.post('Profiler.stop');
  writeFileSync(join(folder, `pass-${Date.now()}.cpuprofile`), JSON.stringify(profile));
  session.disconnect();
  return figures;
}

process.on('message', () => void profiled().then((figures) => process.send?.(figures)));
process.on('disconnect', () => void app.close().then(() => process.exit(0)));
process.send?.({ url: address, idleMb: process.memoryUsage.rss() / 1_048_576 });
