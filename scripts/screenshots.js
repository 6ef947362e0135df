import chromium from '@sparticuz/chromium';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium as driver } from 'playwright-core';
import { makeReady } from './ready.js';

/** Takes the pictures of the console that the README shows: the service, its simulated exchange and some orders. */
const PEOPLE = [
  'Ada Obi',
  'Halima Bello',
  'Ese Oghene',
  'Dangana Pension Fund',
  'Chinedu & Sons Nominees',
];
const ORDERS = 40;

makeReady();
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
  await postOrders(address);
  await page.locator('.pill').click();
  await page.getByText('Open', { exact: true }).first().waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Enter');
  await page.getByText('The post was acknowledged').waitFor();
  await page.screenshot({ path: 'docs/console.png' });
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
  await page.getByText('There are no orders yet').waitFor();
  // The first order fills the empty list, so that the others wait behind the pill.
  return page;
}

function keyOf(role) {
  return readFileSync(join(folder, `demo-key-${role}`), 'utf8').trim();
}

async function postOrders(address) {
  const authorization = `Bearer ${keyOf('dealer')}`;
  const answer = await fetch(`${address}/v1/market/companies?limit=20`, {
    headers: { authorization },
  });
  const { data } = await answer.json();
  for (let at = 0; at < ORDERS; at += 1) {
    const { symbol, nasdPrice } = data[at % data.length];
    const body = {
      clientOrderId: `picture-${at}`,
      side: at % 3 === 0 ? 'SELL' : 'BUY',
      security: symbol,
      units: String(1_000 + at * 700),
      price: nasdPrice,
      timeInForce: 'Day Order (DO)',
      accountNumber: `C10000${10 + (at % PEOPLE.length)}`,
      clientName: PEOPLE[at % PEOPLE.length],
    };
    await fetch(`${address}/v1/orders`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', prefer: 'wait=5' },
      body: JSON.stringify(body),
    });
  }
}
