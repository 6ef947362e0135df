import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../simulator/endpoints.js';
import { SeededRandom } from '../../simulator/seeded-random.js';
import { type Answer, Desk, KEY, postBody } from './desk.js';

const CALLS: Readonly<Record<EndpointName, unknown>> = {
  sectors: '',
  'sectors/companies': '?sector=healthcare',
  'companies/metadata': '',
  'company/metadata': '?symbol=SD11PLC',
  'order/post': postBody('ACCESS'),
  'order/edit': { orderNumber: '700001', brokerCode: 'MRNA', units: 900, price: 12.4 },
  'order/cancel': { orderNumber: '700001' },
  'order/enquiry': { orderNumber: '700001' },
  'broker/order/enquiry': { brokerCode: 'MRNA' },
  'shareholder/enquiry': { shareholderAccount: 'CDS0001' },
  'daily/trades': { tradeDate: '2026-11-20', orderStatus: 'All' },
  'market-depth/order-book': '?security=SD11PLC',
  'security/quote': '?symbol=SD11PLC',
  'market-snapshot/summary': '?from=2026-11-01&to=2026-11-20',
  'market-snapshot/daily': '',
  vwap: '?fromDate=2026-11-16&toDate=2026-11-20',
  'companies/data': '',
  'company/data': '?symbol=SD11PLC',
  'corporate-actions': '',
  'corporate-disclosures': '',
};

function callOf(desk: Desk, name: EndpointName): Answer {
  const what = CALLS[name];
  return typeof what === 'string' ? desk.get(name + what) : desk.send(name, what);
}

describe('Access to the exchange', () => {
  it.each(ENDPOINT_NAMES)('%s needs its scope, or all', (name) => {
    const { scope } = ENDPOINTS[name];
    const desk = new Desk({ keys: { [KEY]: ['all'], sk_test_one: [scope], sk_live_none: [] } });
    desk.posts();
    expect(callOf(desk, name).status).toBe(200);
    desk.key = 'sk_live_none';
    const refused = callOf(desk, name);
    expect(refused.status).toBe(403);
    expect(refused.json?.['success']).toBe(false);
    expect(String(refused.json?.['message'])).toContain('no permission');
    desk.key = 'sk_test_one';
    for (const other of ENDPOINT_NAMES.filter((one) => one !== name)) {
      expect(callOf(desk, other).status).toBe(403);
    }
    expect(callOf(desk, name).status).not.toBe(403);
  });

  it('refuses a key it does not know, and one that is missing', () => {
    const desk = new Desk();
    desk.key = 'sk_test_unknown';
    expect(desk.get('sectors').status).toBe(401);
    const { status } = desk.exchange.handle({ method: 'GET', path: '/v2/vendor/sectors' });
    expect(status).toBe(401);
  });

  it('answers 402 while a key is expired, and works again once it is renewed', () => {
    const desk = new Desk();
    desk.exchange.control.expireKey(KEY);
    expect(desk.get('sectors').status).toBe(402);
    expect(desk.post().status).toBe(402);
    expect(desk.exchange.control.orders()).toEqual([]);
    desk.exchange.control.expireKey(KEY, false);
    expect(desk.get('sectors').status).toBe(200);
  });

  it('lets control take a scope away and give it back', () => {
    const desk = new Desk({ keys: { [KEY]: ['sectors.list'] } });
    desk.exchange.control.removeScope(KEY, 'sectors.list');
    expect(desk.get('sectors').status).toBe(403);
    desk.exchange.control.grantScope(KEY, 'sectors.list');
    expect(desk.get('sectors').status).toBe(200);
  });

  it('knows only the paths and methods of the interface', () => {
    const desk = new Desk();
    expect(desk.get('nothing').status).toBe(404);
    expect(desk.get('order/post').status).toBe(404);
  });
});

describe('The rolling window', () => {
  it('allows exactly 100 calls a key, whatever they are answered', () => {
    const desk = new Desk({ keys: { [KEY]: ['all'], sk_test_other: ['all'] } });
    for (let call = 0; call < 100; call += 1)
      expect(desk.get(call % 2 === 0 ? 'sectors' : 'nothing').status).not.toBe(429);
    expect(desk.get('sectors').status).toBe(429);
    desk.key = 'sk_test_other';
    expect(desk.get('sectors').status).toBe(200);
    expect(desk.exchange.control.worstMinute).toBe(101);
  });

  it('frees a place exactly 60 seconds after the call that took it', () => {
    const desk = new Desk({ parameters: { rateCountsRefused: 'no' } });
    for (let call = 0; call < 100; call += 1) {
      desk.get('sectors');
      desk.now += 10;
    }
    desk.now += 60_000 - 1000 - 1;
    expect(desk.get('sectors').status).toBe(429);
    desk.now += 1;
    expect(desk.get('sectors').status).toBe(200);
    expect(desk.get('sectors').status).toBe(429);
  });

  it('agrees with counting by hand over random arrivals', () => {
    const random = new SeededRandom('window');
    for (const countsRefused of ['yes', 'no'] as const) {
      const desk = new Desk({ parameters: { rateCountsRefused: countsRefused } });
      const counted: number[] = [];
      const wrong: number[] = [];
      let refusals = 0;
      for (let call = 0; call < 2000; call += 1) {
        desk.now += random.chance(0.1) ? random.between(0, 9000) : random.between(0, 300);
        const inWindow = counted.filter((at) => at > desk.now - 60_000).length;
        const { status } = desk.get('sectors');
        if (status !== (inWindow >= 100 ? 429 : 200)) wrong.push(desk.now);
        refusals += status === 429 ? 1 : 0;
        if (status !== 429 || countsRefused === 'yes') counted.push(desk.now);
      }
      expect(wrong).toEqual([]);
      expect(refusals).toBeGreaterThan(10);
    }
  });

  it('is not moved by a shift of the trading day', () => {
    const desk = new Desk();
    for (let call = 0; call < 100; call += 1) desk.get('sectors');
    desk.exchange.control.rollDay();
    expect(desk.get('sectors').status).toBe(429);
  });
});
