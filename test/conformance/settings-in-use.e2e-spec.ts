import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Desk } from '../support/desk.js';
import { Kit } from './kit.js';

const PARAMETERS = { statusWords: 'partial', editUnitsMean: 'remaining' };

describe('A desk with the settings file of a run', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it('follows an order through part fills and an edit without a break', async () => {
    const path = await takenFrom(PARAMETERS);
    desk = await Desk.open('sqlite', {
      simulator: { parameters: PARAMETERS },
      env: { EXCHANGE_SETTINGS_FILE: path },
    });
    const posted = await desk.post({ units: '900' });
    const orderNumber = posted.body.orderNumber ?? '';
    desk.exchange.exchange.control.fill({ orderNumber, units: 300 });
    const partly = await desk.until(posted.body.id, (seen) => seen.matchedUnits === '300');
    expect(partly).toMatchObject({ status: 'Open', openBreaks: 0 });
    expect((await desk.edit(posted.body.id, { units: '700' })).status).toBeLessThan(300);
    await desk.until(posted.body.id, (seen) => seen.units === '700' && seen.pending === null);
    expect(desk.exchange.exchange.control.order(orderNumber)).toMatchObject({
      units: 700,
      pendingUnits: 400,
    });
    await desk.reconcile();
    const after = await desk.order(posted.body.id);
    expect(after).toMatchObject({ units: '700', pendingUnits: '400', openBreaks: 0 });
    expect(after.exchangeStatus).toBe('Partially Filled');
  });
});

async function takenFrom(parameters: Record<string, string>): Promise<string> {
  const kit = await Kit.open({ parameters });
  try {
    const { report } = await kit.run();
    const { version, takenAt, exchange, answers } = report;
    const path = join(mkdtempSync(join(tmpdir(), 'marina-kit-')), 'settings.json');
    writeFileSync(path, JSON.stringify({ version, takenAt, exchange, answers }));
    return path;
  } finally {
    await kit.close();
  }
}
