import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { administration } from '../support/administration/guide.js';
import { documentedMetrics } from '../support/documented-metrics.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity?: string };
  readonly annotations: { readonly summary?: string; readonly runbook?: string };
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const read = (file: string): string => readFileSync(`deploy/observability/${file}`, 'utf8');
const alerts = (parse(read('alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
const guide = administration.text;
const readme = readFileSync('README.md', 'utf8');
const problems = readFileSync('src/infra/http/problems/problem-explanations.ts', 'utf8');
const metrics = documentedMetrics();

/** Set by whoever scrapes, and the bounds of a histogram. */
const COMMON = ['job', 'instance', 'le'];
const SERIES = /\b((?:marina|process|nodejs)_\w+)(?:\{([^}]*)\})?/g;

/** What an expression names and the list of metrics does not have: metrics, and their labels. */
function unknownIn(expr: string): readonly string[] {
  return [...expr.matchAll(SERIES)].flatMap(([, series = '', selector = '']) => {
    const metric = metrics.get(series) ?? histogramOf(series);
    if (metric === undefined) return [series];
    const labels = [...selector.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = '']) => label);
    const known = [...metric.labels, ...COMMON];
    return labels.filter((label) => !known.includes(label)).map((label) => `${series}{${label}}`);
  });
}

function histogramOf(series: string) {
  const metric = metrics.get(series.replace(/_(bucket|sum|count)$/, ''));
  return metric?.type === 'histogram' ? metric : undefined;
}

describe('The alert rules', () => {
  it.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s asks metrics that exist, and says what it means and where to read on',
    (name, { expr, labels, annotations }) => {
      expect(unknownIn(expr)).toEqual([]);
      expect(expr).toMatch(/\b(marina|process|nodejs)_|\bup\b/);
      expect(labels.severity).toMatch(/^(critical|warning)$/);
      expect(annotations.summary).toMatch(/\w+ \w+/);
      expect(annotations.runbook).toBe(`docs/administration.md#${name.toLowerCase()}`);
    },
  );

  it('have a section of the guide each, and each section its rule', () => {
    const sections = guide.split(/^## Alerts$/m)[1] ?? '';
    const named = [...sections.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(15);
    expect([...named].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  it.each(alerts.map(({ alert }) => alert))(
    'in the section of %s name settings, metrics and answers that there are',
    (name) => {
      const section = administration.section(name);
      const settings = section.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? [];
      expect(settings.filter((one) => !readme.includes(`\`${one}\``))).toEqual([]);
      const named = section.match(/\bmarina_\w+/g) ?? [];
      expect(named.filter((one) => !metrics.has(one))).toEqual([]);
      const codes = section.match(/(?<=`)[a-z]+(?:-[a-z]+)*(?=`\))/g) ?? [];
      expect(codes.filter((one) => !problems.includes(one))).toEqual([]);
      const links = section.match(/(?<=see )Marina\w+/g) ?? [];
      expect(links.filter((one) => !alerts.some(({ alert }) => alert === one))).toEqual([]);
    },
  );
});

describe('The collector', () => {
  interface Scraping {
    readonly scrape_configs: readonly { readonly job_name: string }[];
  }
  interface Collector {
    readonly receivers: {
      readonly prometheus: { readonly config: Scraping };
      readonly otlp: { readonly protocols: { readonly http: { readonly endpoint: string } } };
    };
    readonly exporters: object;
    readonly processors: object;
    readonly service: {
      readonly pipelines: Readonly<
        Record<string, Readonly<Record<'receivers' | 'processors' | 'exporters', string[]>>>
      >;
    };
  }
  const collector = parse(read('collector.yaml')) as Collector;

  it('scrapes the metrics as Prometheus does, under the job that the alert rules name', () => {
    const { scrape_configs } = parse(read('prometheus.yaml')) as Scraping;
    expect(collector.receivers.prometheus.config).toEqual({ scrape_configs });
    expect(alerts.some(({ expr }) => expr.includes(`job="${scrape_configs[0]?.job_name}"`))).toBe(
      true,
    );
  });

  it('takes traces where the service sends them, as JSON over HTTP', () => {
    const operation = readFileSync('docs/operation.md', 'utf8');
    const { endpoint } = collector.receivers.otlp.protocols.http;
    expect(operation).toContain(`\`http://${endpoint}\``);
    expect(read('collector.yaml')).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT=http://${endpoint}`);
  });

  it('passes both on, by parts that it has', () => {
    expect(Object.keys(collector.service.pipelines)).toEqual(['metrics', 'traces']);
    for (const pipeline of Object.values(collector.service.pipelines)) {
      for (const kind of ['receivers', 'processors', 'exporters'] as const)
        for (const name of pipeline[kind]) expect(collector[kind]).toHaveProperty(name);
    }
  });
});

describe('The dashboard', () => {
  const asked = panels.filter(({ targets }) => targets !== undefined);

  it.each(asked.map((panel) => [`${panel.id} ${panel.title}`, panel] as const))(
    'panel %s asks metrics that exist',
    (_title, { targets = [] }) => {
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr } of targets) {
        expect(expr).toMatch(SERIES);
        expect(unknownIn(expr)).toEqual([]);
      }
    },
  );

  it('has every panel once', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
