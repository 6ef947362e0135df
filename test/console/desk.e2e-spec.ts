import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { type Simulator, startSimulator } from '../../simulator/server.js';
import { ROLES, type Role } from '../../src/infra/auth/role.js';
import { findingsOn, openBrowser, personAt, visitorAt, type Person } from '../support/browser.js';
import { freshDatabase } from '../support/databases/databases.js';
import { TestProvider } from '../support/identity-provider.js';
import { ServiceProcess } from '../support/process.js';

const ADMIN = 'console-test-admin-key-0123456789-01234';
const FIRST_LOAD_MAX_BYTES = 300 * 1024;
const SCREENS = [
  'overview', 'orders', 'not-proven', 'breaks', 'approvals', 'day', 'audit', 'best-execution', 'market?security=SD11PLC', 'runs', 'calls',
  'settings', 'settings?section=access', 'settings?section=breaks', 'settings?section=legal-holds', 'settings?section=your-screen',
  'ticket?security=SD11PLC&units=10&price=99&account=C1000017',
]; // prettier-ignore

/** The middle of each element that the wheel moves. */
const SCROLLERS = `[...document.querySelectorAll('.screen, .screen *')]
  .filter((one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
  .map((one) => one.getBoundingClientRect())
  .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])`;

/** The last element below the end of the screen, some frames later, so that the wheel has moved it; none: nothing is. */
const CUT_OFF = `new Promise((told) => {
  const look = (frames) => {
    const end = document.querySelector('.screen').getBoundingClientRect().bottom + 1;
    const below = [...document.querySelectorAll('.screen *')]
      .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().bottom > end);
    if (below.length > 0 && frames > 0) requestAnimationFrame(() => look(frames - 1));
    else told(below.slice(-1).map(({ outerHTML }) => outerHTML.slice(0, 160)));
  };
  look(10);
})`;

/** What a dialog says at last, or that the exchange has not answered in the time that a person would wait. */
const asProven = (text: string): RegExp =>
  new RegExp(
    `^(${text}\\.|Sent, not proven|Cancel (requested|sent)|The (edit|cancel) is accepted)`,
  );

describe('The console in a browser', () => {
  let exchange: Simulator;
  let provider: TestProvider;
  let environment: Record<string, string>;
  let service: ServiceProcess;
  let browser: Browser;
  const people: Person[] = [];

  beforeAll(async () => {
    exchange = await startSimulator({ seed: 'console', market: 'off' });
    provider = await TestProvider.start();
    environment = {
      ...provider.environment,
      DATABASE_URL: await freshDatabase('sqlite'),
      EXCHANGE_BASE_URL: exchange.url,
      EXCHANGE_API_KEYS: 'sk_test_simulator',
      BROKER_CODE: 'MARINA',
      TRADING_SESSION: 'always',
      RECONCILE_INTERVAL_MS: '1000',
      EXCHANGE_QUIET_MS: '2000',
      EXCHANGE_ANSWERS_LATE_MS: '1000',
      REPOST_UNKNOWN: 'never',
      MARINA_ADMIN_KEY: ADMIN,
    };
    service = await ServiceProcess.start(environment);
    provider.service = service.address;
    browser = await openBrowser();
  });

  afterEach(async () => {
    const problems = people.flatMap((person) => person.problems);
    await Promise.all(people.splice(0).map(({ context }) => context.close()));
    expect(problems).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    await service.end('SIGTERM');
    await exchange.close();
    await provider.close();
  });

  const call = async (
    path: string,
    body: unknown,
    method = 'POST',
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(`${service.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN}`,
        'content-type': 'application/json',
        prefer: 'wait=10',
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  const signedIn = async (role: Role, name: string): Promise<Page> => {
    const { secret } = await call('/v1/api-keys', { name, scopes: ROLES[role] });
    const person = await personAt(browser, service.address, { key: String(secret) });
    people.push(person);
    return person.page;
  };

  const terms = (changes: Record<string, string>): Record<string, string> => ({
    side: 'BUY', security: 'SD11PLC', units: '1000', price: '12.50', timeInForce: 'Day Order (DO)',
    accountNumber: 'C1000017', clientName: 'Adaeze Okonkwo', ...changes,
  }); // prettier-ignore

  const says = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).first().waitFor();

  it('lets a dealer preview, post, edit and cancel by mouse, and shows changes live', async () => {
    const page = await signedIn('dealer', 'ada');
    await page.getByRole('button', { name: 'New order' }).click();
    await page.getByRole('combobox', { name: 'Security' }).fill('SD11PLC');
    await page.getByLabel('Units').fill('2,000');
    await page.getByLabel('Limit ₦').fill('12.50');
    await page.getByLabel('CDS account').fill('C1000017');
    await page.getByLabel('Name on the account').fill('Adaeze Okonkwo');
    await says(page, 'BUY 2,000 SD11PLC at ₦12.50 = ₦25,000.00');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: /^Review BUY SD11PLC for ₦25,000.00/ }).click();
    await page.getByRole('button', { name: /^Send: BUY SD11PLC for ₦25,000.00/ }).click();
    await says(page, /^(Posted|Open), no\. \d+\.$/);
    await page.getByRole('button', { name: 'Open the order' }).click();

    const pane = page.getByRole('complementary', { name: 'Order' });
    const number = (await pane.locator('.pane-status b').textContent()) ?? '';
    await pane.getByRole('button', { name: 'Edit…' }).click();
    // What is typed replaces what stood there, and a comma of decimals is no thousand.
    await page.getByRole('dialog').getByLabel('Limit ₦').fill('12,60');
    await says(page, /^Write 12\.60 with a point/);
    await page.getByRole('dialog').getByLabel('Limit ₦').fill('12.50');
    await page.getByRole('dialog').getByLabel('Units').focus();
    await page.keyboard.type('1500');
    await page.getByRole('button', { name: /^Edit to 1,500/ }).waitFor();
    for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.check();
    await page.keyboard.press('Control+Enter');
    await says(page, asProven('Edited: now 1,500 at ₦12\\.50'));
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await pane.getByRole('heading', { name: 'BUY 1,500 SD11PLC' }).waitFor();

    // A trade at the exchange arrives by itself.
    const after = exchange.exchange.control.orders().find((one) => one.replaces === number) ?? {
      orderNumber: number,
    };
    exchange.exchange.control.fill({ orderNumber: after.orderNumber, units: 500 });
    await page
      .getByRole('row', { name: /SD11PLC/ })
      .getByText('500', { exact: true })
      .waitFor();

    await pane.getByRole('button', { name: 'Cancel…' }).click();
    await page.getByRole('button', { name: 'Cancel 1,000 SD11PLC' }).click();
    await says(page, asProven('Cancelled\\. 500 units had been matched'));
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await pane.locator('.pane-status').getByText('Cancelled').first().waitFor();

    // Its history as a table has the names of entries, not their codes.
    await pane.getByText('Table', { exact: true }).click();
    await pane.getByRole('cell', { name: 'Order received' }).waitFor();
    expect(await pane.getByRole('cell', { name: /^[A-Z]+_[A-Z_]+$/ }).count()).toBe(0);
    await pane.getByText('Timeline', { exact: true }).click();

    // The order as it was cannot be mistaken for how it is, and one key goes back.
    await pane.getByRole('button', { name: 'Look back' }).click();
    await pane.getByText('PAST', { exact: true }).waitFor();
    await pane
      .getByRole('button', { name: /^The order as of/ })
      .last()
      .click();
    await pane.getByRole('heading', { name: 'BUY 2,000 SD11PLC' }).waitFor();
    const edit = pane.getByRole('button', { name: 'Edit…' });
    expect(await edit.getAttribute('aria-disabled')).toBe('true');
    expect(await findingsOn(page)).toEqual([]);
    // What is no moment is said to be none; Esc goes back from its field, too.
    await pane.getByLabel('Moment (Lagos)').fill('noon');
    await page.keyboard.press('Enter');
    await says(page, /^Type a moment as/);
    await page.keyboard.press('Escape');
    await pane.getByText('PAST', { exact: true }).waitFor({ state: 'detached' });
    await pane.getByRole('heading', { name: 'BUY 1,500 SD11PLC' }).waitFor();
  });

  it('lets a dealer do the same with the keyboard alone', async () => {
    const page = await signedIn('dealer', 'ife');
    const type = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('button', { name: 'New order' }).waitFor();
    // What is typed on a list by mistake is neither a place to go to nor the beginning of anything.
    const word = (text: string): Promise<unknown> =>
      page.evaluate(`for (const key of '${text}') document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
    await word('gbnecra');
    await type('Shift+N');
    await page.getByRole('heading', { name: 'New order' }).waitFor();
    await page.keyboard.type('SDABUJAHM');
    await type('Tab');
    await page.keyboard.type('300');
    await type('Tab');
    await page.keyboard.type('2.06');
    await type('Tab');
    await page.keyboard.type('C1000018');
    await type('Tab');
    await page.keyboard.type('Halima Bello');
    await says(page, 'BUY 300 SDABUJAHM at ₦2.06 = ₦618.00');
    while ((await page.getByRole('checkbox', { checked: false }).count()) > 0) {
      await page.getByRole('checkbox', { checked: false }).first().focus();
      await type('Space');
    }
    // Once to review, once to send.
    await type('Control+Enter', 'Control+Enter');
    await says(page, /^(Posted|Open), no\. \d+\.$/);
    await page.getByRole('button', { name: 'Open the order' }).focus();
    await type('Enter');
    await page.getByRole('grid').waitFor();
    await page.getByRole('grid').focus();
    await type('Home', 'Shift+E');
    await page.getByRole('dialog').getByLabel('Units').waitFor();
    await page.keyboard.type('200');
    // Esc asks before it throws away what was typed, and once more goes on with it.
    await type('Escape');
    await says(page, 'What you typed has not been sent. Throw it away?');
    // The question keeps the focus, so that no key reaches what is behind it.
    const isAt = (name: string): Promise<void> =>
      page.locator(`:focus:text-is("${name}")`).waitFor();
    await isAt('Go on with it');
    await type('Tab');
    await isAt('Throw it away');
    await type('Tab');
    await isAt('Go on with it');
    // The focus is where it was, and Enter in a field sends nothing.
    await type('Escape');
    await page.getByRole('dialog').getByLabel('Units').and(page.locator(':focus')).waitFor();
    await type('Enter');
    const unseen = page.getByRole('dialog').getByRole('checkbox', { checked: false });
    while ((await unseen.count()) > 0) {
      await unseen.first().focus();
      await type('Space');
    }
    await type('Control+Enter');
    await says(page, asProven('Edited: now 200 at ₦2\\.06'));
    await type('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The keys live on after the dialog, wherever the focus went.
    await type('Shift+C');
    await page.getByRole('button', { name: 'Cancel 200 SDABUJAHM' }).waitFor();
    await type('Control+Enter');
    await says(page, asProven('Cancelled'));
    await type('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    // A list with its filters and columns comes back under its name.
    await page.goto(`${service.address}/console/orders?side=BUY&columns=side,security`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('my buys');
    await type('Control+Enter');
    await says(page, 'Saved as my buys.');
    await page.goto(`${service.address}/console/orders`);
    await page.getByRole('columnheader', { name: 'Units' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'my buys', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Units' }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('side=BUY&columns=side%2Csecurity');
  });

  it('shows operations a lost reply, and lets two people resolve its break', async () => {
    exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const order = await call('/v1/orders', terms({ clientOrderId: 'lost', units: '7000' }));
    const { security = '', accountNumber = '' } = terms({});
    const placed = Array.from({ length: 2 }, () => {
      const external = { side: 'BUY', security, units: 7_000, price: 12.5, accountNumber } as const;
      return exchange.exchange.control.placeExternal({ ...external, brokerCode: 'MARINA' });
    }) as { orderNumber: string }[];
    const named = placed.map(({ orderNumber }) => orderNumber);
    const [first = ''] = named;
    const [bola, chika] = [
      await signedIn('operations', 'bola'),
      await signedIn('operations-lead', 'chika'),
    ];
    // From the first screen to the lost order's candidates, and one of them chosen.
    const next = bola.getByRole('listitem').filter({ hasText: 'BUY 7,000 SD11PLC' });
    // Once the service's own search has named the numbers.
    await next.getByRole('link', { name: 'Decide which number' }).click();
    // Others may be unproven for a moment, too.
    const lost = bola.getByRole('article').filter({ hasText: 'BUY 7,000 SD11PLC' });
    await lost
      .getByText(`Two numbers fit: ${named.join(' and ')}.`)
      .first()
      .waitFor();
    await lost.getByRole('button', { name: 'Search again' }).click();
    await lost.getByText(/^Searched\./).waitFor();
    await lost.getByText(`which of ${named.join(' and ')} carries our reference`).waitFor();
    expect(await findingsOn(bola)).toEqual([]);
    await lost.getByRole('button', { name: `Link ${first}…` }).click();
    const dialog = bola.getByRole('dialog');
    // Of what was only chosen nothing is lost.
    await dialog.getByLabel(/^Not at the exchange/).check();
    await bola.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await lost.getByRole('button', { name: `Link ${first}…` }).click();
    await dialog.getByText('BUY 7,000 SD11PLC at ₦12.50 = ₦87,500.00').waitFor();
    expect(await dialog.getByLabel("The exchange's order number").inputValue()).toBe(first);
    // What is typed goes into the dialog and not to the keys of the screen behind it.
    await bola.keyboard.type('n a r');
    expect(await dialog.getByLabel('Why').inputValue()).toBe('n a r');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await says(bola, 'Choose a reason.');
    // A number of ours is said to be ours; what was refused of it is told once, and no longer than it holds.
    const ours = await call('/v1/orders', terms({ clientOrderId: 'numbered', units: '7100' }));
    await dialog.getByLabel('Reason').selectOption('ConfirmedByExchange');
    await dialog.getByLabel("The exchange's order number").fill(String(ours['orderNumber']));
    await dialog.getByText('is our order BUY 7,100 SD11PLC').waitFor();
    await dialog.getByRole('button', { name: 'Propose' }).click();
    const taken = dialog.getByText('belongs to another order of ours');
    await taken.waitFor();
    expect(await taken.count()).toBe(1);
    await dialog.getByLabel(/^Not at the exchange/).check();
    await taken.waitFor({ state: 'detached' });
    await dialog
      .getByLabel('Why')
      .fill('The exchange says on the telephone that it never arrived.');
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await says(
      bola,
      new RegExp(named.map((one) => `${one} fits it, by its last search`).join('; ')),
    );
    await dialog.getByLabel(/^It is not at the exchange all the same/).check();
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await says(bola, /Another person has to approve/);
    await bola.keyboard.press('Escape');
    await lost.getByRole('link', { name: 'See the proposal' }).click();
    const withdraw = bola.getByRole('button', { name: 'Withdraw…' });
    await withdraw.waitFor();
    expect(await findingsOn(bola)).toEqual([]);

    // What waits for her stands first on her first screen.
    const forChika = chika
      .getByRole('region', { name: 'Next steps' })
      .getByRole('listitem')
      .first();
    await forChika.getByText('For you to approve').waitFor();
    await forChika.getByText('proposed by bola').waitFor();
    await forChika.getByRole('link', { name: 'Decide' }).click();
    await chika.getByText('BUY 7,000 SD11PLC at ₦12.50 = ₦87,500.00').waitFor();
    await chika.getByRole('button', { name: 'Approve…' }).click();
    const decision = chika.getByRole('dialog');
    await decision.getByText('BUY 7,000 SD11PLC at ₦12.50 = ₦87,500.00').waitFor();
    for (const one of named) {
      await decision
        .getByText(`${one} fits: nothing here shows that it is not our order.`)
        .waitFor();
    }
    await decision.getByRole('button', { name: 'Approve' }).click();
    await says(chika, 'Approved: it has taken effect.');
    await withdraw.waitFor({ state: 'detached' });

    const jumpTo = async (text: string, option: RegExp): Promise<void> => {
      await bola.keyboard.press('Control+k');
      await bola.getByRole('combobox', { name: 'Jump to anything' }).fill(text);
      await bola.getByRole('option', { name: option }).click();
    };
    await jumpTo('sd11', /^Security SD11PLC/);
    await bola.getByRole('complementary').getByText('SD11PLC').first().waitFor();
    await jumpTo('2026-11-20', /^Day 2026-11-20/);
    await bola.getByRole('heading', { name: /End of day/ }).waitFor();
    await jumpTo(String(order['id']), /^Break Post unconfirmed closed/);
    const pane = bola.getByRole('complementary', { name: 'Break' });
    await pane.getByText('by chika', { exact: false }).first().waitFor();

    // Of a break that is about no order of ours, too, its history says who took it.
    const external = {
      side: 'BUY',
      security,
      units: 1_250_000,
      price: 12.5,
      accountNumber,
    } as const;
    const { orderNumber } = exchange.exchange.control.placeExternal({
      ...external,
      brokerCode: 'MARINA',
    }) as { orderNumber: string };
    const found = bola.getByRole('row', { name: /BUY 1,250,000 SD11PLC \(/ });
    await bola.goto(`${service.address}/console/breaks?orderNumber=${orderNumber}`);
    await bola
      .getByRole('button', { name: `Remove the filter Exch. no.: ${orderNumber}` })
      .waitFor();
    // Its figures are grouped, though they are stored plain.
    await found.click();
    await pane.getByRole('button', { name: 'Take it' }).click();
    await pane.getByText('taken by bola').waitFor();

    // Two runs side by side: what they counted, and what opened in between.
    await bola.goto(`${service.address}/console/runs`);
    await bola.getByRole('grid').waitFor();
    await bola.getByRole('grid').getByRole('row').nth(1).click();
    await bola.getByRole('button', { name: 'Compare with the run before' }).click();
    const both = bola.getByRole('complementary', { name: 'Two runs' });
    await both.getByRole('row', { name: /^Calls \d+ \d+ [+-]?\d+$/ }).waitFor();
    await both.getByRole('region', { name: 'Breaks between the runs' }).waitFor();
    expect(await findingsOn(bola)).toEqual([]);
  });

  it('lets compliance find an order, export and verify, and says what a role lacks', async () => {
    const found = await call(
      '/v1/orders',
      terms({ clientOrderId: 'found', accountNumber: 'C7777777' }),
    );
    const page = await signedIn('compliance', 'dayo');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByLabel('Client or account').fill('C7777777');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('row', { name: /The order was received: BUY 1,000 SD11PLC/ }).click();
    const entry = page.getByRole('complementary', { name: 'Entry' });
    await entry.getByText('Hash').waitFor();
    await entry.getByRole('link', { name: /BUY 1,000 SD11PLC at 12.50/ }).waitFor();
    await entry.getByText('Adaeze Okonkwo').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export…' }).click();
    await says(page, 'Client or account: C7777777');
    await says(page, /^\d+ now$/);
    await page.getByRole('button', { name: 'Write the file' }).click();
    const file = await download;
    const text = readFileSync(await file.path(), 'utf8');
    // Its name says what it holds and how much, and no account.
    const entries = text.trim().split('\n').length - 1;
    expect(file.suggestedFilename()).toBe(`audit-trail_one-account_${String(entries)}-entries.csv`);
    await says(page, file.suggestedFilename());
    expect(text).toMatch(/ORDER_RECEIVED/);
    await says(page, 'It is written. The browser downloads it.');
    expect(await findingsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Questions' }).click();
    await page.getByRole('menuitem', { name: 'Save this question…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('account 7777777');
    await page.keyboard.press('Control+Enter');
    await says(page, 'Saved as account 7777777, for all who read the trail.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Questions' }).click();
    await page.getByRole('menuitem', { name: 'account 7777777' }).click();
    await page.getByRole('button', { name: 'account 7777777' }).waitFor();
    expect(page.url()).toContain('accountNumber=C7777777');
    // What a link narrows the list to is said in words, and taken away.
    const ofOrder = `orderId=${String(found['id'])}&actor=${String(found['createdBy'])}`;
    await page.goto(`${service.address}/console/audit?${ofOrder}`);
    const order = page.getByRole('button', {
      name: /^Remove the filter Order: \S+, BUY 1,000 SD11PLC$/,
    });
    await order.waitFor();
    await page.getByRole('button', { name: /^Remove the filter Key of: / }).waitFor();
    expect(await page.getByText(/ord_/).count()).toBe(0);
    await order.click();
    await order.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Verify' }).click();
    await says(page, /^The chain holds: [\d,]+ entries, none changed, none missing\.$/);
    await page.keyboard.press('Escape');
    await page.getByText('Unknown outcomes', { exact: true }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await page.getByRole('row', { name: /BUY 7,000 SD11PLC.*Adaeze Okonkwo/ }).waitFor();
    expect(await findingsOn(page)).toEqual([]);
    await page.getByText("Who handled a client's orders", { exact: true }).click();
    await page.getByLabel('Client or account').fill('Adaeze');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /C7777777/ }).click();
    await page.getByRole('row', { name: /BUY 1,000 SD11PLC at 12.50/ }).waitFor();
    expect(await findingsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Orders' }).click();
    const button = page.getByRole('button', { name: 'New order' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await says(
      page,
      'Your role does not let you post, edit and cancel orders. Roles with that right: dealer, operations lead.',
    );

    await page
      .getByRole('row', { name: /SD11PLC/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Terms' }).click();
    await page.getByRole('button', { name: 'Legal hold…' }).click();
    await page.getByRole('button', { name: 'Hold the order' }).click();
    await says(page, 'Say why it must be kept.');
    await page.getByLabel('Reason').fill('Letter of the regulator');
    await page.keyboard.press('Control+Enter');
    await says(page, 'The hold is in force.');
    await page.keyboard.press('Escape');
    const hold = page.getByRole('row', { name: /Order ….{8} Letter of the regulator/ });
    await hold.getByRole('button', { name: 'Release…' }).click();
    await page.getByLabel('Reason').fill('The case is closed');
    await page.keyboard.press('Control+Enter');
    await says(page, 'Released. It stays in the list, with your reason.');
    await page.keyboard.press('Escape');
    await says(page, 'No hold is in force: clients are removed when their time has come.');
    await page.getByText('Released, too').click();
    await says(page, 'The case is closed');
    expect(await findingsOn(page)).toEqual([]);
  });

  it('shows a viewer the client of an order only with a reason', async () => {
    const { id } = await call('/v1/persons', { name: 'Tobi Ade', roles: ['viewer'] });
    const { secret } = await call('/v1/api-keys', { personId: id });
    const order = await call('/v1/orders', terms({ clientOrderId: 'masked' }));
    const { page, ...tobi } = await personAt(browser, service.address, { key: String(secret) });
    people.push({ page, ...tobi });
    await page.goto(`${service.address}/console/orders?order=${String(order['id'])}`);
    const pane = page.getByRole('complementary', { name: 'Order' });
    await pane.getByRole('tab', { name: 'Terms' }).click();
    await pane.getByText('A•• O••').waitFor();
    await pane.getByRole('button', { name: 'Show client' }).click();
    await page.getByRole('button', { name: 'Show the client' }).click();
    await says(page, 'Say why you need to know the client.');
    await page.getByLabel('Reason').fill('Asked by the auditor');
    await page.getByRole('button', { name: 'Show the client' }).click();
    await pane.getByText('Adaeze Okonkwo').waitFor();
    await pane.getByText('C1000017').waitFor();
    expect(await findingsOn(page)).toEqual([]);
  });

  it('lets an administrator add a person with a key, and says at the field what is wrong', async () => {
    const page = await signedIn('administrator', 'ngozi');
    await page.goto(`${service.address}/console/settings?section=access`);
    await page.getByRole('button', { name: 'Add a person…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Sade Bello');
    await page.getByLabel('E-mail (optional)').fill('nobody');
    await page.getByRole('checkbox', { name: 'dealer' }).check();
    await page.getByRole('button', { name: 'Add Sade Bello' }).click();
    await says(page, 'must be an e-mail address, or null');
    await page.getByLabel('E-mail (optional)').fill('sade@broker.example');
    await page.getByRole('button', { name: 'Add Sade Bello' }).click();
    await says(page, 'Sade Bello is added, without a key yet.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New key…' }).click();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await says(page, 'never used');

    await page.goto(`${service.address}/console/settings?section=breaks`);
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('High, minutes').fill('300');
    await says(page, 'must not be longer than medium, 240 minutes');
    await page.getByLabel('High, minutes').fill('45');
    await says(page, 'High will be due within 45 min; it was 1 h.');
    await page.getByRole('button', { name: 'Set these due times' }).click();
    await says(page, 'Set: they hold for every break that is opened from now on.');
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: '45 min' }).waitFor();

    const sade = await personAt(browser, service.address, { key });
    people.push(sade);
    await sade.page.getByRole('button', { name: 'Sade Bello' }).waitFor();
    await sade.page.goto(`${service.address}/console/settings?section=calendar`);
    await says(
      sade.page,
      /^Your role does not let you pause the desk.*Roles with that right: operations lead\.$/,
    );
    await sade.page.goto(`${service.address}/console/settings?section=legal-holds`);
    const place = sade.page.getByRole('button', { name: 'Place a hold…' });
    expect(await place.getAttribute('aria-disabled')).toBe('true');
    await says(sade.page, /^Your role does not let you export the audit trail\./);
  });

  it.each([false, true])('lets people sign in at the identity provider, dark: %p', async (dark) => {
    const email = dark ? 'eniola@broker.example' : 'yemi@broker.example';
    const name = dark ? 'Eniola Ade' : 'Yemi Ade';
    provider.accounts.set(name, { email, email_verified: true });
    provider.who = name;
    const visitor = await visitorAt(browser, `${service.address}/console/market?security=SD11PLC`, {
      dark,
    });
    people.push(visitor);
    const { page } = visitor;
    const link = page.getByRole('link', { name: 'Sign in with Test SSO' });
    await link.click();
    await says(page, 'nobody here has its e-mail address');
    expect(new URL(page.url()).search).toBe('?security=SD11PLC');
    expect(await findingsOn(page)).toEqual([]);

    await call('/v1/persons', { name, email, roles: ['dealer'] });
    await link.click();
    await page.getByRole('button', { name }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      '/console/market?security=SD11PLC',
    );
    // The cookie of the session is not sent with a page that another site led to, but with what it asks.
    await page.reload();
    await page.getByRole('button', { name }).waitFor();
  });

  it('asks for no key where people sign in at the identity provider alone', async () => {
    const closed = await ServiceProcess.start({
      ...environment,
      DATABASE_URL: await freshDatabase('sqlite'),
      CONSOLE_SIGN_IN: 'provider',
    });
    const visitor = await visitorAt(browser, `${closed.address}/console`, {});
    try {
      await visitor.page.getByRole('link', { name: 'Sign in with Test SSO' }).waitFor();
      await visitor.page.getByLabel('Key', { exact: true }).waitFor({ state: 'detached' });
      expect(await visitor.page.getByText('or with a key').count()).toBe(0);
      expect(await findingsOn(visitor.page)).toEqual([]);
    } finally {
      await visitor.context.close();
      await closed.end('SIGTERM');
    }
  });

  it('keeps what was typed when the session ends', async () => {
    const page = await signedIn('dealer', 'uche');
    await page.getByRole('button', { name: 'New order' }).click();
    await page.getByLabel('Name on the account').fill('Chinedu & Sons');
    await page.context().clearCookies();
    await page.getByRole('combobox', { name: 'Security' }).fill('SD11PLC');
    await page.getByRole('dialog', { name: 'Signed out' }).waitFor();
    const { secret } = await call('/v1/api-keys', { name: 'uche', scopes: ROLES.dealer });
    await page.getByLabel('Key', { exact: true }).fill(String(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Signed out' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name on the account').inputValue()).toBe('Chinedu & Sons');

    // Another person begins anew, in every tab of the browser.
    const tab = await page.context().newPage();
    await tab.goto(`${service.address}/console/ticket?account=C1000017`);
    await tab.getByRole('button', { name: 'uche' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('combobox', { name: 'Security' }).fill('SDABUJAHM');
    await page.getByRole('dialog', { name: 'Signed out' }).waitFor();
    const other = await call('/v1/api-keys', { name: 'ebele', scopes: ROLES.dealer });
    await page.getByLabel('Key', { exact: true }).fill(String(other['secret']));
    await page.keyboard.press('Enter');
    for (const one of [page, tab]) {
      await one.getByRole('button', { name: 'ebele' }).waitFor();
      await one.waitForURL('**/console/orders');
    }
    await page.keyboard.press('Shift+N');
    expect(await page.getByLabel('Name on the account').inputValue()).toBe('');
  });

  it('does not double an order whose answer was cut off, and keeps its ticket', async () => {
    const page = await signedIn('dealer', 'ifeoma');
    const typed = new URLSearchParams({ security: 'SD11PLC', units: '4321', price: '12.49', account: 'C4444444' }); // prettier-ignore
    await page.goto(`${service.address}/console/ticket?${typed.toString()}`);
    await page.getByLabel('Name on the account').fill('Ngozi Eze');
    const acknowledge = async (): Promise<void> => {
      for (const box of await page.getByRole('checkbox', { checked: false }).all())
        await box.check();
    };
    const send = async (): Promise<void> => {
      await acknowledge();
      await page.getByRole('button', { name: /^Review BUY SD11PLC/ }).click();
      await page.getByRole('button', { name: /^Send: BUY SD11PLC/ }).click();
    };
    const stored = async (): Promise<number> => {
      const found = await call('/v1/orders?accountNumber=C4444444', undefined, 'GET');
      return (found['data'] as unknown[]).length;
    };
    exchange.exchange.control.queueFault({ endpoint: 'order/post', fault: 'delay', ms: 15_000, when: 'after' }); // prettier-ignore
    await send();
    await says(page, 'Sending. Waiting for the exchange…');
    while ((await stored()) === 0) await says(page, 'Sending. Waiting for the exchange…');
    await service.end('SIGKILL');
    await says(page, /^Marina did not answer\. The order may have been stored, or not\./);
    await page.getByRole('button', { name: 'Back to the orders' }).click();
    await says(page, 'Not live');

    service = await ServiceProcess.start({ ...environment, PORT: new URL(service.address).port });
    await page.locator('.banner').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /C4444444/ }).waitFor();
    await page.keyboard.press('Shift+N');
    await says(page, /^The order may have been stored, or not\./);
    expect(await page.getByLabel('Name on the account').inputValue()).toBe('Ngozi Eze');
    await send();
    await page.getByRole('button', { name: 'Open the order' }).waitFor();
    expect(await stored()).toBe(1);
  });

  it('shows long names of any script, says who was first, and that it is cut off', async () => {
    const page = await signedIn('dealer', 'zainab');
    const clientName = `عائشة محمد ${'Ọlátúnjí '.repeat(12)}`.trim();
    const posted = await call('/v1/orders', terms({ clientOrderId: 'long', clientName }));
    await page.goto(`${service.address}/console/orders?order=${String(posted['id'])}`);
    const pane = page.getByRole('complementary', { name: 'Order' });
    await pane.getByRole('tab', { name: 'Terms' }).click();
    await pane.getByText(clientName).waitFor();
    const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await page.evaluate(wide)).toBe(false);

    // A colleague edits it while the dialog is open.
    await pane.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('dialog').getByLabel('Units').fill('900');
    await call(`/v1/orders/${String(posted['id'])}`, { units: '800' }, 'PATCH');
    await page.getByRole('button', { name: /^Edit to 900/ }).click();
    await says(page, /^Not edited\. admin was first: /);
    expect(await page.getByRole('dialog').getByLabel('Units').inputValue()).toBe('900');
    await page.getByRole('button', { name: /^Edit to 900/ }).click();
    await says(page, asProven('Edited: now 900 at ₦12\\.50'));
    await page.keyboard.press('Escape');

    await page.context().setOffline(true);
    await says(page, 'Not live');
    await call('/v1/orders', terms({ clientOrderId: 'meanwhile' }));
    await page.context().setOffline(false);
    await page.locator('.banner').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /new, show/ }).waitFor();
  });

  const WHEEL_TURNS_MOST = 20;

  /** What is still cut off below the screen although the wheel was turned over all that scrolls. */
  const cutOffOn = async (page: Page): Promise<readonly string[]> => {
    let cutOff: readonly string[] = [];
    // What is read meanwhile makes a page longer: then the wheel is turned again.
    for (let turns = 0; turns < WHEEL_TURNS_MOST; turns += 1) {
      cutOff = await page.evaluate<string[]>(CUT_OFF);
      if (cutOff.length === 0) break;
      for (const [x, y] of await page.evaluate<[number, number][]>(SCROLLERS)) {
        await page.mouse.move(x, y);
        await page.mouse.wheel(0, 100_000);
      }
    }
    return cutOff;
  };

  it('has nothing on any screen that axe finds, light or dark, or that the wheel does not reach', async () => {
    const page = await signedIn('administrator', 'efosa');
    const findings: string[] = [];
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    for (const screen of SCREENS) {
      await page.goto(`${service.address}/console/${screen}`);
      await page.locator('.screen h1, .screen h2').first().waitFor({ state: 'attached' });
      await page.locator('.screen:not(:has(.ghosts))').waitFor();
      // Low, so that few rows are more than fit.
      await page.setViewportSize({ width: size.width, height: 480 });
      findings.push(
        ...(await cutOffOn(page)).map((html) => `${screen} does not scroll to ${html}`),
      );
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        const found = await findingsOn(page);
        findings.push(...found.map((text) => `${screen}, ${colorScheme}: ${text}`));
      }
    }
    expect(findings).toEqual([]);
  });

  it('loads at most 300 KB at first, fonts and all, and no extended letters for ₦', async () => {
    const page = await signedIn('dealer', 'emeka');
    await page.goto(`${service.address}/console/orders`);
    await page.getByRole('columnheader', { name: 'Limit ₦' }).waitFor();
    const files = await page.evaluate<[string, number][]>(`document.fonts.ready.then(() =>
      performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize]))`);
    const assets = files.filter(([name]) => name.includes('/assets/'));
    expect(assets.map(([name]) => name).join()).toMatch(/inter-nigeria/);
    expect(assets.map(([name]) => name).join()).not.toMatch(/latin-ext/);
    const bytes = assets.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes).toBeGreaterThan(FIRST_LOAD_MAX_BYTES / 2);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  it('has the styles of every part of Mantine that it uses', () => {
    const textOf = (ending: string): string =>
      readdirSync('console/dist/assets')
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(`console/dist/assets/${name}`, 'utf8'))
        .join('');
    const scripts = textOf('.js');
    const styles = textOf('.css');
    const all = readFileSync('node_modules/@mantine/core/styles.css', 'utf8');
    const classes = [
      ...new Set([...all.matchAll(/\.(m_[0-9a-f]+)/g)].map(([, name = '']) => name)),
    ];
    const used = classes.filter((name) => scripts.includes(name));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !styles.includes(name))).toEqual([]);
  });
});
