import 'reflect-metadata';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/infra/config/config.js';
import { DeskSwitch } from '../src/orders/desk-switch/desk-switch.js';
import { SYSTEM } from '../src/infra/audit/actor.js';
import { Reconciler } from '../src/orders/reconciliation/runs/reconciler.js';
import { startService } from '../src/service.js';

/**
 * The service in its own process. On a message it performs a reconciliation run, or does nothing for a
 * given time, and reports what that took. The desk is paused, so orders are accepted but not sent.
 */
export interface PassFigures {
  readonly ms: number;
  readonly cpuMs: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  /** Peak memory of the process, in MB. */
  readonly peakMb: number;
  readonly changed: number;
  readonly fills: number;
}

const RESOLUTION_MS = 1;
const { app, address } = await startService(readConfig());
await app.get(DeskSwitch).pause('benchmark', SYSTEM);
const reconciler = app.get(Reconciler);

type Work = () => Promise<{ readonly changed: number; readonly fills: number }>;

const pass: Work = async () => {
  const run = await reconciler.run('bench');
  if (run === null) throw new Error('Other runs are waiting');
  return run;
};

function idle(forMs: number): Work {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, forMs));
    return { changed: 0, fills: 0 };
  };
}

async function measured(work: Work): Promise<PassFigures> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  delays.enable();
  const { changed, fills } = await work();
  delays.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    ms: performance.now() - startedAt,
    cpuMs: (user + system) / 1_000,
    delayP99Ms: delays.percentile(99) / 1e6,
    delayMaxMs: delays.max / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    changed,
    fills,
  };
}

/** With `BENCH_PROFILE=folder`, writes a CPU profile of each run there. */
async function profiled(work: Work): Promise<PassFigures> {
  const folder = process.env['BENCH_PROFILE'];
  if (folder === undefined) return measured(work);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const figures = await measured(work);
  const { profile } = await session.post('Profiler.stop');
  writeFileSync(join(folder, `pass-${Date.now()}.cpuprofile`), JSON.stringify(profile));
  session.disconnect();
  return figures;
}

process.on('message', (forMs) => {
  const work = typeof forMs === 'number' ? idle(forMs) : pass;
  void profiled(work).then((figures) => process.send?.(figures));
});
process.on('disconnect', () => void app.close().then(() => process.exit(0)));
process.send?.({ url: address });
