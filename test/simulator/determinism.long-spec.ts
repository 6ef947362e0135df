import { NumberToken, writeJson } from '../../simulator/json-text.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import { Desk } from './desk.js';

/** A session of all kinds of calls, chosen by its own random generator; returns every answer as text. */
function run(seed: string): string[] {
  const random = new SeededRandom('calls');
  const desk = new Desk({
    seed,
    market: 'on',
    session: '10:00-14:30',
    parameters: { orderNumberStart: 'above-2-53' },
  });
  desk.exchange.control.queueFault({
    endpoint: '*',
    fault: 'error500After',
    times: 0,
    probability: 0.1,
  });
  const answers: string[] = [];
  for (let call = 0; call < 150; call += 1) {
    desk.now += random.between(500, 20_000);
    const price = (random.between(1200, 1300) / 100).toFixed(2);
    const answer = random.pick([
      () => desk.post({ price, orderType: random.pick(['BUY', 'SELL']) }),
      () => desk.get('market-depth/order-book?security=SD11PLC'),
      () => desk.get('companies/data'),
      () => desk.send('daily/trades', { tradeDate: '2026-11-20', orderStatus: 'All' }),
      () => desk.get('corporate-disclosures'),
      () => desk.get('vwap?fromDate=2026-11-01&toDate=2026-11-20'),
      () => desk.get('company/metadata?symbol=SDGASLINK'),
    ])();
    answers.push(`${answer.status} ${answer.text}`);
  }
  desk.exchange.control.rollDay();
  answers.push(
    JSON.stringify(desk.exchange.control.orders()),
    JSON.stringify(desk.exchange.control.trades(true)),
  );
  return answers;
}

describe('The same seed, clock and calls', () => {
  it('give the same bytes', () => {
    expect(run('one')).toEqual(run('one'));
  });

  it('give others under another seed', () => {
    expect(run('one')).not.toEqual(run('two'));
  });

  it('do not depend on how often the exchange is brought up to its clock', () => {
    const once = new Desk({ market: 'on' });
    const often = new Desk({ market: 'on' });
    for (let second = 0; second < 900; second += 1) {
      once.now += 1000;
      often.now += 1000;
      often.exchange.advance();
    }
    expect(once.get('companies/data').text).toBe(often.get('companies/data').text);
    expect(once.exchange.control.trades(true)).toEqual(often.exchange.control.trades(true));
  });

  it('start again after a reset', () => {
    const desk = new Desk({ market: 'on' });
    const book = desk.get('market-depth/order-book?security=SD11PLC').text;
    desk.posts();
    desk.exchange.control.reset();
    expect(desk.get('market-depth/order-book?security=SD11PLC').text).toBe(book);
    expect(desk.exchange.control.orders()).toEqual([]);
    expect(desk.exchange.control.calls()).toHaveLength(1);
  });
});

describe('Written JSON', () => {
  it('keeps every digit of a number', () => {
    const value = {
      a: 9007199254740993n,
      b: [new NumberToken('7.205759403792793601e18')],
      c: 12.1,
      d: undefined,
    };
    expect(writeJson(value)).toBe('{"a":9007199254740993,"b":[7.205759403792793601e18],"c":12.1}');
  });

  it('writes what JSON.parse reads back', () => {
    const value = {
      text: 'Ò "quoted"\n\u2028',
      none: null,
      yes: true,
      list: [1, -0.5, 'x', []],
      object: {},
    };
    expect(JSON.parse(writeJson(value))).toEqual(value);
  });

  it('refuses a token that is no number', () => {
    for (const text of ['01', '1.', 'NaN', '', '1e'])
      expect(() => new NumberToken(text)).toThrow('not a JSON number');
  });
});
