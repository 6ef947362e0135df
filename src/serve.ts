import { ConfigError, readConfig, type Config } from './infra/config/config.js';
import { Clock } from './infra/runtime/clock.js';
import { bundledExchange, type BundledExchange } from './bundled-exchange.js';
import { SchemaTooNew } from './infra/database/schema-version.js';
import { makeDemoDay } from './demo-day.js';
import { AppLogger } from './infra/observability/logging.js';
import { printWelcome } from './welcome.js';
import { startService, type Service } from './service.js';

/** Added to the deadline of calls in flight. The next start sweeps up whatever is left. */
const STOP_GRACE_MS = 10_000;

/** Runs the service until a signal stops it. Bad configuration prints one message and exits with code 2. */
export async function serve(): Promise<void> {
  let exchange: BundledExchange | null = null;
  try {
    const wanted = readConfig();
    exchange = wanted.exchangeBaseUrl === null ? await bundledExchange(wanted) : null;
    const config: Config =
      exchange === null ? wanted : { ...wanted, exchangeBaseUrl: exchange.url };
    const service = await startService(config);
    await printWelcome(service, config, exchange);
    if (exchange !== null) startDemoDay(service, config, exchange);
    const limitMs = config.exchangeTimeoutMs + STOP_GRACE_MS;
    const stop = endOnce(async () => {
      service.app.get(Clock).after(limitMs, () => {
        process.stderr.write(`The service did not stop within ${limitMs} ms\n`);
        process.exit(1);
      });
      await service.app.close();
      exchange?.stop();
    });
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  } catch (error) {
    exchange?.stop();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(exitCodeOf(error));
  }
}

/** 2 and 4: a restart does not mend it. */
function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return 2;
  return error instanceof SchemaTooNew ? 4 : 1;
}

/** A demo without its story still is one. */
function startDemoDay(service: Service, config: Config, exchange: BundledExchange): void {
  makeDemoDay(service, config, exchange).catch((error: unknown) => {
    service.app.get(AppLogger).for('demo').warn({ err: error }, 'the demo day could not be made');
  });
}

function endOnce(close: () => Promise<void>): () => void {
  let ending = false;
  return () => {
    if (ending) return;
    ending = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The service did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
}
