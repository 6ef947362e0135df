import chromium from '@sparticuz/chromium';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium as driver, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** A real browser, and what it may never report: policy violations, script errors, findings of axe. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LIMIT_MS = 60_000;

export async function openBrowser(): Promise<Browser> {
  return driver.launch({ executablePath: await chromium.executablePath(), args: ARGUMENTS });
}

/** Somebody at a screen. `problems` collects what the browser complains about. */
export interface Person {
  readonly page: Page;
  readonly problems: string[];
  readonly context: BrowserContext;
}

export async function personAt(
  browser: Browser,
  address: string,
  options: { readonly key: string; readonly dark?: boolean },
): Promise<Person> {
  const person = await visitorAt(browser, `${address}/console`, options);
  await person.page.getByLabel('Key', { exact: true }).fill(options.key);
  await person.page.keyboard.press('Enter');
  await person.page.locator('.topbar').waitFor();
  return person;
}

/** Who has not signed in. */
export async function visitorAt(
  browser: Browser,
  start: string,
  options: { readonly dark?: boolean },
): Promise<Person> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    colorScheme: options.dark === true ? 'dark' : 'light',
    // axe is put in by the test alone; the policy's own reports still come.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs every answer of 400 and more as an error; a test looks at those on the screen.
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      problems.push(text);
  });
  await page.exposeFunction('reportViolation', (text: string) => problems.push(`policy: ${text}`));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation',
    (event) => reportViolation(event.violatedDirective + ' ' + event.sourceFile));`);
  await page.goto(start);
  return { page, problems, context };
}

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** What axe finds on the screen as it is, each with the first place. */
export async function findingsOn(page: Page): Promise<readonly string[]> {
  // While the mouse rests on something its tooltip may be open, and stands outside of every landmark.
  await page.mouse.move(0, 0);
  await page.waitForFunction('document.querySelector("[role=tooltip]") === null');
  // The driver runs scripts past the policy, so the page keeps its own.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<Findings>('axe.run(document)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`);
}
