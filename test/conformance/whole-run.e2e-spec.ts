import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINTS } from '../../simulator/endpoints.js';
import type { SimulatorOptions } from '../../simulator/server.js';
import { WrongUsage } from '../../src/conformance/conformance.js';
import { readConfig } from '../../src/infra/config/config.js';
import { readSettings } from '../../src/infra/exchange/settings/settings-file.js';
import { Kit } from './kit.js';

const SCOPES = Object.values(ENDPOINTS).map(({ scope }) => scope);

let kit: Kit;

afterEach(() => kit.close());

const open = async (options: SimulatorOptions = {}): Promise<Kit> =>
  (kit = await Kit.open(options));

describe('A key', () => {
  it.each(['sk_live_a', 'sk_prod_a', 'a', 'sk_test_a,sk_live_b', 'sk_test_a=order.post'])(
    'that is not one test key is refused without a call: %s',
    async (key) => {
      await open();
      await expect(kit.run({ secret: key })).rejects.toThrow(WrongUsage);
      expect(kit.control.calls()).toEqual([]);
    },
  );

  it.each([
    ['is given as an argument, which ps shows', { key: 'sk_test_simulator' }, '--key would show'],
    ['is missing', { secret: null }, 'set EXCHANGE_API_KEYS'],
    ['file is missing', { 'key-file': '/nowhere/key' }, '--key-file must be the path'],
  ])('that %s is refused without a call', async (_, given, message) => {
    await open();
    const run = kit.run(given);
    await expect(run).rejects.toThrow(WrongUsage);
    await expect(run).rejects.toThrow(message);
    expect(kit.control.calls()).toEqual([]);
  });

  it('may come from a file', async () => {
    const key = 'sk_test_of_a_file';
    await open({ keys: { [key]: ['all'] } });
    const file = join(mkdtempSync(join(tmpdir(), 'marina-')), 'key');
    writeFileSync(file, `${key}\n`);
    const { code, report } = await kit.run({ secret: null, 'key-file': file });
    expect({ code, endedEarly: report.endedEarly }).toEqual({ code: 0, endedEarly: null });
  });

  it('never appears in the output or the settings file', async () => {
    const key = 'sk_test_CANARY0123';
    await open({ keys: { [key]: ['all'] } });
    kit.control.queueFault({
      endpoint: 'order/enquiry',
      fault: 'status',
      status: 400,
      body: JSON.stringify({ success: false, message: `the key ${key} is tired` }),
    });
    const { printed } = await kit.run({ secret: key });
    expect(printed).toContain('is tired');
    expect(printed).not.toContain('CANARY');
  });

  it('that lacks a scope leaves its questions unknown and answers the others', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'daily.trades');
    await open({ keys: { sk_test_simulator: scopes } });
    const { code, report } = await kit.run();
    expect(code).toBe(0);
    expect(report.answers.tradesAllResting?.value).toBe('unknown');
    expect(report.answers.tradeMatchedQuantity?.value).toBe('unknown');
    expect(report.answers.editUnits?.value).toBe('total');
  });

  it('that is refused during the run ends it, and the orders are reported', async () => {
    await open();
    const { code, report } = await kit.run({}, undefined, (line) => {
      if (line === 'Editing the order') kit.control.revokeKey('sk_test_simulator');
    });
    expect(code).toBe(1);
    expect(report.endedEarly).toContain('the key was refused');
    expect(told(report.mayStillBeWorking)).toEqual(working());
    expect(working().length).toBeGreaterThan(0);
  });
});

describe('A wrong command line', () => {
  it.each([
    [{ account: '' }, '--account is needed'],
    [{ 'base-url': 'ftp://h' }, '--base-url must be'],
    [{ 'calls-per-minute': '61' }, '--calls-per-minute must be a whole number from 1 to 60'],
    [{ lot: '0' }, '--lot must be'],
    [{ out: 'package.json' }, 'package.json already exists'],
    [{ out: 'no-such-folder/settings.json' }, 'no-such-folder/settings.json cannot be written'],
  ])('is reported before anything is sent: %j', async (given, problem) => {
    await open();
    await expect(kit.run(given)).rejects.toThrow(problem);
    expect(kit.control.calls()).toEqual([]);
  });
});

describe('The limits', () => {
  it('can be set to fewer calls a minute', async () => {
    await open({ parameters: { enquiryLagMs: 2_000 } });
    const { code } = await kit.run({ 'calls-per-minute': '20' });
    expect(code).toBe(0);
    expect(kit.control.worstMinute).toBeLessThanOrEqual(20);
  });

  it('end a run that takes too long, and posted orders are cancelled', async () => {
    await open();
    const { code, report } = await kit.run({ 'calls-per-minute': '1' });
    expect(code).toBe(1);
    expect(report.endedEarly).toContain('600 s');
    expect(kit.working).toEqual(stillTold(report.mayStillBeWorking));
  });
});

describe('Orders of others', () => {
  it('in the lists and trades are reported', async () => {
    await open({
      market: 'on',
      parameters: { brokerListHoldsOtherCodes: 'yes', tradesHoldOtherBrokers: 'all' },
    });
    const { code, report } = await kit.run();
    expect(code).toBe(0);
    expect(report.answers.brokerListCodes?.value).toBe('others-seen');
    expect(report.answers.tradesOtherBrokers?.value).toBe('seen');
    expect(report.answers.editUnits?.value).toBe('total');
    expect(kit.working).toEqual([]);
    expect(clientsNamedIn(report.calls)).toEqual(['Ada Obi']);
  });

  it('in a round number raise the suspicion of a row cap', async () => {
    await open({ parameters: { listCap: '50' } });
    for (let made = 0; made < 60; made += 1) {
      kit.control.placeExternal({
        side: 'BUY',
        security: 'SDZARFOOD',
        units: 500,
        price: 55,
        accountNumber: 'C0099999',
        brokerCode: 'MARINA',
      });
    }
    const { code, report } = await kit.run();
    expect(code).toBe(0);
    expect(report.answers.listRowCap?.value).toBe('suspected');
    expect(report.answers.postSeenByBrokerList?.value).toBe('not-seen');
    expect(report.answers.brokerListClosed?.value).toBe('unknown');
    expect(report.answers.accountListClosed?.value).toBe('left-out');
  });
});

describe('An exchange that accepts no order', () => {
  it('is reported, and nothing is concluded from it', async () => {
    await open({ session: '20:00-21:00' });
    const { code, report } = await kit.run();
    expect(code).toBe(1);
    expect(report.endedEarly).toContain('The market is closed');
    expect(report.answers.editUnits?.value).toBe('unknown');
    expect(report.answers.duplicateReply?.value).toBe('unknown');
    expect(report.answers.vwapLimit?.value).toBe('honoured');
    expect(report.mayStillBeWorking).toEqual([]);
  });

  it('for lack of prices in the given security is reported as well', async () => {
    await open();
    const { code, report } = await kit.run({ security: 'SDMORTGAG' });
    expect(code).toBe(1);
    expect(report.endedEarly).toBe('no security has prices that are safe to use');
    expect(report.posted).toEqual([]);
  });
});

describe('A run without fills', () => {
  it('leaves only what needs them unknown', async () => {
    await open();
    const { code, report } = await kit.run({ 'no-fills': true, security: 'SDNORCEMT', lot: '100' });
    expect(code).toBe(0);
    expect(report.chosen?.security).toBe('SDNORCEMT');
    expect(kit.control.trades()).toEqual([]);
    expect(report.answers.editUnits?.value).toBe('unknown');
    expect(report.answers.tradesAllResting?.value).toBe('held');
    expect(report.answers.basePrice?.value).toBe('current-limit');
    expect(kit.control.orders().map(({ units }) => units % 100)).not.toContain(1);
  });
});

describe('The settings file', () => {
  it('configures the service, whichever exchange it then uses', async () => {
    await open({ parameters: { editUnitsMean: 'remaining', statusWords: 'partial' } });
    const path = join(mkdtempSync(join(tmpdir(), 'marina-kit-')), 'settings.json');
    await kit.run({ out: path });
    const config = readConfig({
      EXCHANGE_SETTINGS_FILE: path,
      EXCHANGE_BASE_URL: 'https://live.example',
      EXCHANGE_API_KEYS: 'sk_live_a',
      MARINA_ENV: 'live',
      LIMIT_ORDER_VALUE: 'none',
      LIMIT_ORDER_UNITS: 'none',
      LIMIT_PRICE_BAND: 'none',
      BROKER_CODE: 'MARINA',
    });
    expect(config.editUnitsMean).toBe('remaining');
    expect(config.exchangeSettings).toMatchObject({
      takenFrom: kit.simulator.url,
      editUnits: 'remaining',
      duplicateMessage: 'Duplicate order reference {orderRef}',
    });
    expect(config.exchangeSettings?.statusWords.get('partially filled')).toBe('Open');
  });

  it('is created before the first call, and removed when there are no settings', async () => {
    await open();
    const path = join(mkdtempSync(join(tmpdir(), 'marina-kit-')), 'settings.json');
    let during: string | null = null;
    const run = kit.run({ out: path }, undefined, (line) => {
      if (line === 'Asking the questions that need no order') during = readFileSync(path, 'utf8');
      if (line === 'Cancelling what was posted') throw new Error('a bug');
    });
    await expect(run).rejects.toThrow('a bug');
    expect(during).toBe('');
    expect(existsSync(path)).toBe(false);
  });

  it('has calls of the run as proof of every answer', async () => {
    await open();
    const path = join(mkdtempSync(join(tmpdir(), 'marina-kit-')), 'settings.json');
    const { report } = await kit.run({ out: path });
    const text = readFileSync(path, 'utf8');
    expect(readSettings(text)).toHaveProperty('settings');
    const ids = report.calls.map(({ call }) => call);
    for (const answer of Object.values(report.answers)) {
      if (answer.value === 'unknown') continue;
      expect(answer.proof.length).toBeGreaterThan(0);
      for (const proof of answer.proof) expect(ids).toContain(proof.call);
    }
    writeFileSync(path, text.replace('"version": 1', '"version": 2'));
    expect(readSettings(readFileSync(path, 'utf8'))).toEqual({
      problems: ['has version 2, not 1'],
    });
  });
});

describe('The text report', () => {
  it('has each answer with what was seen, the chosen prices and what was not asked', async () => {
    await open();
    const { printed } = await kit.text();
    expect(printed).toContain('editUnits = total');
    expect(printed).toContain('seen: 1 were matched, the edit said 3, then 2 were pending');
    expect(printed).toContain('listRowCap = unknown');
    expect(printed).toContain('until known: they may be');
    expect(printed).toMatch(/Security SD11PLC \(close 12\.50, .*orders at 11\.85 and 11\.70/);
    expect(printed).toContain('Retry-After');
    expect(printed).toContain('Nothing of this run is left working.');
  });
});

type Told = readonly { readonly orderNumbers: readonly string[] }[];

function told(leftovers: Told): readonly string[] {
  return leftovers.flatMap(({ orderNumbers }) => orderNumbers).sort();
}

function working(): readonly string[] {
  return kit.working.map(({ orderNumber }) => orderNumber).sort();
}

/** Working orders that the report also lists. */
function stillTold(leftovers: Told): readonly unknown[] {
  return kit.working.filter(({ orderNumber }) => told(leftovers).includes(orderNumber));
}

function clientsNamedIn(calls: readonly { readonly reply: string }[]): readonly string[] {
  const names = calls.flatMap(({ reply }) => [...reply.matchAll(/"ClientName":"([^"]*)"/g)]);
  return [...new Set(names.map((match) => match[1] ?? ''))];
}
