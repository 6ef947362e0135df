import chromium from '@sparticuz/chromium';
import { chromium as driver, type Browser, type CDPSession, type Page } from 'playwright-core';
import { longTasksOf, workedMs, type LongTask, type TraceEvent } from './console-trace.js';

/** Somebody at the order blotter of the console, in a real browser, and what that browser says of it. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
const PATIENCE_MS = 120_000;
const WHEEL_EVERY_MS = 100;
/** Twenty rows of 28 pixels. */
const WHEEL_PX = 560;
const WHEELS_ONE_WAY = 100;
const TRACED =
  'devtools.timeline,disabled-by-default-devtools.timeline,v8,v8.execute,blink.user_timing';
const ROWS = '.grid-body [role=row]';
/** Notes when the first rows are on the screen, and every long task since. */
const WATCH = `
  window.bench = { longTasks: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) bench.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  bench.rows = new Promise((painted) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('${ROWS}') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => painted(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });`;

const STEPS = `performance.getEntries()
  .filter(({ entryType, name }) => entryType === 'navigation' || /index-.*js|v1.(session|orders)(\\?|$)/.test(name))
  .map(({ entryType, name, requestStart, responseEnd }) =>
    (entryType === 'navigation' ? 'page' : /[a-z]+(?=[?-]|$)/.exec(name.slice(8))[0]) +
    ' ' + requestStart.toFixed(0) + '-' + responseEnd.toFixed(0))
  .join(', ')`;

export interface Opened {
  /** From the start of the navigation until the first rows were painted. */
  readonly rowsMs: number;
  /** What went over the wire until then, in bytes: scripts, styles and the page; fonts; answers of the API. */
  readonly code: number;
  readonly fonts: number;
  readonly data: number;
  /** When what the rows wait for was asked and answered. */
  readonly steps: string;
}

export interface Scrolled {
  readonly longTasks: readonly LongTask[];
  /** Share of the time that the page's main thread worked, in tasks of 5 ms and more. */
  readonly busy: number;
  /** Those that the page was told of; it is not told of the driver's own. */
  readonly observed: number;
  readonly heapBytes: number;
  readonly rowsShown: number;
}

export class Watcher {
  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly address: string,
  ) {}

  static async signedIn(address: string, key: string): Promise<Watcher> {
    const browser = await driver.launch({
      executablePath: await chromium.executablePath(),
      args: ARGUMENTS,
    });
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1920, height: 1080 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(WATCH);
    await page.goto(`${address}/console`);
    await page.getByLabel('Key', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await page.locator('.topbar').waitFor();
    const devtools = await context.newCDPSession(page);
    return new Watcher(browser, page, devtools, address);
  }

  end(): Promise<void> {
    return this.browser.close();
  }

  /** Opens the orders as somebody does who has never been there. */
  async open(): Promise<Opened> {
    const { devtools, page } = this;
    const bytes = { code: 0, fonts: 0, data: 0 };
    const kinds = new Map<string, keyof typeof bytes>();
    const note = ({ requestId, type }: { requestId: string; type: string }): void => {
      const kind = type === 'Font' ? 'fonts' : type === 'Fetch' ? 'data' : 'code';
      if (type !== 'EventSource') kinds.set(requestId, kind);
    };
    const count = (ended: { requestId: string; encodedDataLength: number }): void => {
      const kind = kinds.get(ended.requestId);
      if (kind !== undefined) bytes[kind] += ended.encodedDataLength;
    };
    await page.goto('about:blank');
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    devtools.on('Network.responseReceived', note);
    devtools.on('Network.loadingFinished', count);
    await page.goto(`${this.address}/console/orders`);
    const rowsMs = await page.evaluate<number>('bench.rows');
    await page.evaluate('document.fonts.ready.then(() => null)');
    const opened = { rowsMs, ...bytes, steps: await page.evaluate<string>(STEPS) };
    devtools.off('Network.responseReceived', note);
    devtools.off('Network.loadingFinished', count);
    await devtools.send('Network.disable');
    return opened;
  }

  /** Scrolls down and up again for that long, traced, and then counts the heap. */
  async scroll(forMs: number): Promise<Scrolled> {
    const before = await this.observed();
    const trace = await this.traced(async () => {
      await this.page.locator('.grid').hover();
      const until = Date.now() + forMs;
      let turn = 0;
      while (Date.now() < until) {
        const isDown = Math.floor(turn / WHEELS_ONE_WAY) % 2 === 0;
        await this.page.mouse.wheel(0, isDown ? WHEEL_PX : -WHEEL_PX);
        await new Promise((resolve) => setTimeout(resolve, WHEEL_EVERY_MS));
        turn += 1;
      }
    });
    await this.devtools.send('HeapProfiler.enable');
    await this.devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.devtools.send('Runtime.getHeapUsage');
    await this.devtools.send('HeapProfiler.disable');
    const shown = await this.page.evaluate<string>(
      `document.querySelector('.grid').getAttribute('aria-rowcount')`,
    );
    return {
      longTasks: longTasksOf(trace),
      busy: workedMs(trace) / forMs,
      observed: (await this.observed()) - before,
      heapBytes: usedSize,
      rowsShown: Number(shown),
    };
  }

  private observed(): Promise<number> {
    return this.page.evaluate<number>('bench.longTasks.length');
  }

  private async traced(work: () => Promise<void>): Promise<readonly TraceEvent[]> {
    const events: TraceEvent[] = [];
    const take = ({ value }: { value: readonly object[] }): void => {
      events.push(...(value as TraceEvent[]));
    };
    this.devtools.on('Tracing.dataCollected', take);
    await this.devtools.send('Tracing.start', { categories: TRACED, transferMode: 'ReportEvents' });
    await work();
    const ended = new Promise((resolve) => this.devtools.once('Tracing.tracingComplete', resolve));
    await this.devtools.send('Tracing.end');
    await ended;
    this.devtools.off('Tracing.dataCollected', take);
    return events;
  }
}
