import chromium from '@sparticuz/chromium';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium as driver } from 'playwright-core';
import { makeReadyForTests } from './ready.js';

/** Takes the pictures of the console that the README shows: a new demo, as `npm start` opens it. */
makeReadyForTests();
const folder = mkdtempSync(join(tmpdir(), 'marina-pictures-'));
const service = spawn(process.execPath, ['dist/main.js'], {
  env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'marina.db')}` },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const browser = await driver.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  const address = await addressOf(service);
  const page = await signedIn(address);
  const grid = page.getByRole('grid');
  await storyTold(address);
  await shown(page, 'orders', grid.getByText('Open', { exact: true }).first());
  await grid.getByText('Open', { exact: true }).first().click();
  await page.getByText('The post was acknowledged').waitFor();
  await page.screenshot({ path: 'docs/console.png' });
  // A search has named the numbers that may be the lost order's.
  await shown(page, 'breaks', grid.getByText(/^\d+ fit$/).first());
  await grid.getByText('Post unconfirmed').first().click();
  await page.getByText(/^Two numbers fit/).waitFor();
  await page.screenshot({ path: 'docs/console-break.png' });
  await shown(page, 'overview', page.getByText('Orders of').first());
  await page.screenshot({ path: 'docs/console-overview.png' });
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await new Promise((done) => service.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}

function addressOf(child) {
  return new Promise((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /"address":"([^"]+)"/.exec(line);
      if (found !== null) resolve(found[1]);
    });
  });
}

async function signedIn(address) {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 810 },
  });
  const page = await context.newPage();
  await page.goto(`${address}/console`);
  await page.getByLabel('Key', { exact: true }).fill(keyOf('operations-lead'));
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  return page;
}

/** Rows that are new wait until somebody asks for them, so the screen is opened again until it has it. */
async function shown(page, screen, sign) {
  for (let times = 0; times < 60; times += 1) {
    await page.goto(new URL(`/console/${screen}`, page.url()).href);
    if (
      await sign.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error(`The screen ${screen} did not show what it should`);
}

/** The proposal that waits for a second person is the last of it. */
async function storyTold(address) {
  const headers = { authorization: `Bearer ${keyOf('operations-lead')}` };
  for (;;) {
    const answer = await fetch(`${address}/v1/approvals?state=Pending`, { headers });
    if ((await answer.json()).data.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function keyOf(role) {
  return readFileSync(join(folder, `demo-key-${role}`), 'utf8').trim();
}
