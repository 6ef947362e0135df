import { type Report, textOf } from '../../src/conformance/report.js';
import { SETTINGS_VERSION } from '../../src/infra/exchange/settings/settings-file.js';

describe('The report of a conformance run', () => {
  const REPORT: Report = {
    version: SETTINGS_VERSION,
    exchange: 'https://exchange.example',
    takenAt: '2026-11-20T11:00:00.000Z',
    endedAt: '2026-11-20T11:05:00.000Z',
    chosen: null,
    posted: [],
    calls: [],
    answers: {},
    notAsked: [],
    mayStillBeWorking: [],
    endedEarly: null,
  };

  it.each([
    ['\u001B[2J\u001B[1;1H', '\\u{1b}[2J\\u{1b}[1;1H'],
    ['\u009B31m', '\\u{9b}31m'],
    ['\u202Eon', '\\u{202e}on'],
    ['no\nNothing of this run is left working.', 'no Nothing of this run is left working.'],
  ])('quotes %j of the exchange as %j, in one line', (text, quoted) => {
    const lines = textOf({ ...REPORT, endedEarly: text }).split('\n');
    expect(lines).toContain(`ENDED EARLY: ${quoted}`);
    expect(lines).toHaveLength(textOf({ ...REPORT, endedEarly: 'no' }).split('\n').length);
  });
});
