import { Desk } from '../../support/desk.js';
import { documentedMetrics } from '../../support/documented-metrics.js';

interface Metric {
  readonly type: string;
  readonly meaning: string;
  /** Sorted; null: the page has no sample. */
  readonly labels: readonly string[] | null;
}

function onPage(page: string): ReadonlyMap<string, Metric> {
  const helps = [...page.matchAll(/^# HELP (\w+) (.*)$/gm)];
  return new Map(
    helps.map(([, name = '', help = '']) => {
      const type = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(page)?.[1] ?? '';
      const samples = [
        ...page.matchAll(new RegExp(`^${name}(?:_sum|_count|_bucket)?(?:{(.*)})? \\S+$`, 'gm')),
      ];
      const labels = samples.flatMap(([, text = '']) =>
        [...text.matchAll(/(\w+)="/g)].flatMap(([, label = '']) => (label === 'le' ? [] : [label])),
      );
      const seen = samples.length === 0 ? null : [...new Set(labels)].sort();
      return [name, { type, meaning: help.replace(/\.$/, ''), labels: seen }];
    }),
  );
}

describe('The metrics', () => {
  let desk: Desk;
  let page: string;

  /** A day with something of everything. */
  beforeAll(async () => {
    desk = await Desk.open('sqlite');
    const { body: first } = await desk.post();
    desk.exchange.exchange.control.queueFault({
      endpoint: 'order/post', fault: 'delay', when: 'after', ms: 2_500,
    }); // prettier-ignore
    const { body: lost } = await desk.post({ units: '2000' }, 0);
    await desk.until(lost.id, ({ pending }) => pending?.state === 'Unknown');
    await desk.until(lost.id, ({ pending }) => pending === null);
    await desk.call('POST', '/v1/ops/pause', { body: { reason: 'looking' } });
    await desk.edit(first.id, { units: '900' }, { prefer: 'wait=0' });
    await desk.call('GET', '/v1/orders/Ada-Obi?x=C0012345');
    await desk.call('GET', '/Ada-Obi');
    await desk.call('GET', '/v1/orders', { key: 'mk_wrong' });
    await desk.pass(6_000);
    page = (await desk.call<string>('GET', '/metrics', { key: null })).body;
  });

  afterAll(() => desk.close());

  const samples = (start: string): readonly string[] =>
    page.split('\n').filter((line) => line.startsWith(start));
  const value = (series: string): number => Number(samples(`${series} `)[0]?.split(' ').at(-1));

  it('of Marina are those that the list has, with the same type, labels and meaning', () => {
    const ours = (all: ReadonlyMap<string, Metric>): unknown =>
      Object.fromEntries([...all].filter(([name]) => name.startsWith('marina_')).sort());
    const documented = [...documentedMetrics()].map(([name, { unit, ...metric }]) => {
      expect(unit).not.toBe('');
      return [name, metric] as const;
    });
    expect(ours(onPage(page))).toEqual(ours(new Map(documented)));
  });

  it('of the process are all in the list', () => {
    const list = documentedMetrics();
    for (const [name, found] of onPage(page)) {
      const { type, meaning, labels } = list.get(name) ?? {};
      expect({ name, type, meaning }).toEqual({ name, type: found.type, meaning: found.meaning });
      if (found.labels !== null) expect([name, labels]).toEqual([name, found.labels]);
    }
  });

  it('know requests by pattern alone, so that no caller can add a series', () => {
    const requests = samples('marina_http_requests_total{');
    expect(requests).toContainEqual(
      'marina_http_requests_total{route="/v1/orders/:id",method="GET",status="4xx"} 1',
    );
    expect(requests).toContainEqual(
      'marina_http_requests_total{route="none",method="GET",status="4xx"} 1',
    );
    expect(page).not.toMatch(/Ada|C0012345/);
    expect(value('marina_http_request_seconds_count{route="/v1/orders",method="POST"}')).toBe(2);
  });

  it('count calls by what their answer proves', () => {
    const posts = 'marina_exchange_calls_total{endpoint="order/post"';
    expect(value(`${posts},outcome="Acknowledged"}`)).toBe(1);
    expect(value(`${posts},outcome="Ambiguous"}`)).toBe(1);
    expect(value('marina_exchange_call_seconds_count{endpoint="order/post"}')).toBe(2);
    // The second was given up after EXCHANGE_TIMEOUT_MS.
    expect(value('marina_exchange_call_seconds_sum{endpoint="order/post"}')).toBeGreaterThanOrEqual(
      1.5,
    );
  });

  it('tell how long outcomes were unknown, and what of it broke', () => {
    const of = '{type="PostUnconfirmed",severity="High"}';
    expect(value(`marina_breaks_opened_total${of}`)).toBe(1);
    expect(value(`marina_breaks_resolved_total${of}`)).toBe(1);
    expect(value(`marina_breaks_open${of}`)).toBe(0);
    expect(value('marina_unknown_outcome_resolution_seconds_count{kind="Post"}')).toBe(1);
    expect(value('marina_unknown_outcome_resolution_seconds_sum{kind="Post"}')).toBeGreaterThan(
      1.9,
    );
  });

  it('tell what waits, and for how long', () => {
    expect(value('marina_requests_queued{kind="Edit"}')).toBe(1);
    expect(value('marina_requests_queued{kind="Post"}')).toBe(0);
    const age = value('marina_requests_oldest_queued_age_seconds{kind="Edit"}');
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(60);
    expect(samples('marina_requests_oldest_queued_age_seconds{')).toHaveLength(1);
  });

  it('count commits and their units', () => {
    const commits = value('marina_database_commit_seconds_count');
    expect(commits).toBeGreaterThan(10);
    expect(value('marina_database_commit_units_count')).toBe(commits);
    expect(value('marina_database_commit_units_sum')).toBeGreaterThanOrEqual(commits);
  });
});
