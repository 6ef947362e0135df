import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { checkNode } from '../../src/doctor/machine.js';
import { ConfigError, readConfig, type Config } from '../../src/infra/config/config.js';
import { temporaryFolder } from '../support/databases/databases.js';

const read = (path: string): string => readFileSync(path, 'utf8');
const files = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .map((file) => join('deploy', file))
  .filter((path) => statSync(path).isFile());
const guide = read('docs/administration.md');
const dockerfile = read('deploy/container/Dockerfile').replaceAll('\\\n', ' ');
const unit = read('deploy/systemd/marina.service');

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period: string;
  readonly volumes: readonly string[];
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly image: string;
    readonly envFrom: unknown;
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly securityContext: object;
    readonly volumeMounts: readonly object[];
    readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  }[];
}

const compose = parse(read('deploy/container/compose.yaml')) as Compose;
const kubernetes = (file: string): unknown => parse(read(`deploy/kubernetes/${file}`));
const deployment = kubernetes('deployment.yaml') as { spec: { template: { spec: Pod } } };
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
interface CronJob {
  readonly spec: {
    readonly suspend?: boolean;
    readonly schedule: string;
    readonly concurrencyPolicy: string;
    readonly startingDeadlineSeconds: number;
    readonly jobTemplate: {
      readonly spec: {
        readonly activeDeadlineSeconds: number;
        readonly backoffLimit: number;
        readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
      };
    };
  };
}

const cronJob = kubernetes('cron-job.yaml') as CronJob;
const retentionJob = kubernetes('retention.yaml') as CronJob;

type Variables = Readonly<Record<string, string>>;

/** The lines `NAME=value` of an environment file, or of a unit's `Environment=`. */
function variablesIn(text: string, start = ''): Variables {
  const lines = text.matchAll(new RegExp(`^${start}([A-Z_]+)=(?:"(.*)"|(.*))$`, 'gm'));
  return Object.fromEntries(
    [...lines].map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]),
  );
}

/** What each way of running sets; the values of `…_FILE` are paths. */
const WAYS: Readonly<Record<string, Variables>> = {
  'the image': Object.fromEntries(
    [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = '']) =>
      [...pairs.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  ),
  Compose: {
    ...variablesIn(read('deploy/container/marina.env')),
    ...compose.services['marina']?.environment,
  },
  systemd: {
    ...variablesIn(unit, 'Environment='),
    ...variablesIn(read('deploy/systemd/marina.env')),
  },
  'systemd with PostgreSQL': {
    ...variablesIn(unit, 'Environment='),
    ...variablesIn(read('deploy/systemd/postgresql.conf'), 'Environment='),
    ...variablesIn(read('deploy/systemd/marina.env')),
  },
  Kubernetes: {
    ...(kubernetes('config-map.yaml') as { data: Variables }).data,
    ...Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value])),
  },
};

/** Every name that the configuration asks for. */
const known = new Set<string>(['NODE_ENV']);
readConfig(
  new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => void known.add(String(name)) },
  ),
);

const { stringData: secret } = kubernetes('secret.example.yaml') as { stringData: Variables };
const socket = /"(postgres:\/\/\/[^"]*)"/.exec(guide)?.[1] ?? '';
/** The certificate of the authority is there once the secret is mounted. */
const ofKubernetes = (secret['database-url'] ?? '').replace(/(?<=sslrootcert=)\S+/, 'package.json');
const DATABASES: Variables = { Compose: socket, Kubernetes: ofKubernetes };

/** The configuration of a way to run, with secrets in the files that it names. */
function configured(way: string, changes: Variables = {}): Config {
  const folder = temporaryFolder();
  const live = changes['MARINA_ENV'] === 'live';
  const secrets: Variables = {
    DATABASE_URL_FILE: DATABASES[way] ?? 'postgres://marina:password@127.0.0.1/marina',
    EXCHANGE_API_KEYS_FILE: live ? 'sk_live_a' : 'sk_test_a',
    MARINA_KEY_PEPPER_FILE: '51d7c0a9e3864bf2a97d10c85e3fb624',
  };
  const given = Object.entries({ ...WAYS[way], ...changes }).map(([name, value]) => {
    const content = secrets[name];
    if (content === undefined) return [name, value];
    const file = join(folder, name);
    writeFileSync(file, `${content}\n`);
    return [name, file];
  });
  return readConfig(Object.fromEntries(given) as Variables);
}

describe('The files to run Marina with', () => {
  it.each(files.filter((path) => path.endsWith('.yaml')))('%s is YAML', (path) => {
    for (const { errors, warnings } of parseAllDocuments(read(path))) {
      expect([...errors, ...warnings].map(({ message }) => message)).toEqual([]);
    }
  });

  it.each(Object.keys(WAYS))('%s sets nothing that the configuration does not know', (way) => {
    const names = Object.keys(WAYS[way] ?? {});
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(Object.keys(WAYS).slice(1))('%s is configured in full, for test and live', (way) => {
    expect(configured(way).environment).toBe('test');
    expect(configured(way, { MARINA_ENV: 'live' }).environment).toBe('live');
    expect(() => configured(way, { BROKER_CODE: '' })).toThrow(ConfigError);
  });

  it('let only named pods in, and believe none that is no proxy', () => {
    interface Policy {
      spec: { ingress?: readonly { from: readonly Record<string, object>[] }[] };
    }
    const policies = parseAllDocuments(read('deploy/kubernetes/network-policy.yaml')).map(
      (document) => document.toJS() as Policy,
    );
    const peers = policies.flatMap(({ spec }) => (spec.ingress ?? []).flatMap(({ from }) => from));
    expect(peers).toHaveLength(2);
    for (const peer of peers) {
      expect(peer).toEqual({
        namespaceSelector: { matchLabels: expect.anything() },
        podSelector: { matchLabels: expect.anything() },
      });
    }
    const [, bits = '32'] = (WAYS['Kubernetes']?.['TRUSTED_PROXIES'] ?? '').split('/');
    // Fewer than a node's pods, so that nobody takes it for the network of them all.
    expect(Number(bits)).toBeGreaterThan(24);
  });

  it('give the calls in flight the time that the service takes for them', () => {
    const grace = Number(
      /STOP_GRACE_MS = ([\d_]+)/.exec(read('src/serve.ts'))?.[1]?.replaceAll('_', ''),
    );
    const stopS = (configured('systemd').exchangeTimeoutMs + grace) / 1_000;
    const seconds = (text = ''): number => Number(/^(\d+)s$/.exec(text)?.[1]);
    expect(seconds(/^TimeoutStopSec=(.*)$/m.exec(unit)?.[1])).toBeGreaterThan(stopS);
    expect(seconds(compose.services['marina']?.stop_grace_period)).toBeGreaterThan(stopS);
    const sleepS = container?.lifecycle.preStop.sleep.seconds ?? NaN;
    expect(pod.terminationGracePeriodSeconds - sleepS).toBeGreaterThan(stopS);
  });

  it('pin images by version and digest, with a Node.js that the service supports', () => {
    const PINNED = /^([a-z]+):(\d+\.\d+(?:\.\d+)?)-[a-z-]+@sha256:[0-9a-f]{64}$/;
    const node = /^ARG NODE=(.*)$/m.exec(dockerfile)?.[1] ?? '';
    expect(node).toMatch(PINNED);
    expect(compose.services['postgres']?.image).toMatch(PINNED);
    expect(checkNode(PINNED.exec(node)?.[2] ?? '').result).toBe('ok');
    const bases = [...dockerfile.matchAll(/^FROM \$?\{?(\w+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['POSTGRES', 'NODE', 'tools', 'tools', 'NODE']);
  });

  it('have pg_dump of the version of the server, for the Debian of the image', () => {
    const postgres = /^ARG POSTGRES=(.*)$/m.exec(dockerfile)?.[1] ?? '';
    expect(postgres).toBe(compose.services['postgres']?.image);
    const [, major = '', debian = ''] = /^postgres:(\d+)\.\d+-(\w+)@/.exec(postgres) ?? [];
    expect(dockerfile).toMatch(new RegExp(`^ARG NODE=node:[\\d.]+-${debian}-`, 'm'));
    const versions = dockerfile.match(/(?<=postgresql-client-|\/usr\/lib\/postgresql\/)\d+/g);
    expect(new Set(versions)).toEqual(new Set([major]));
  });

  it('back up with the image and the settings of the service, and only read its data', () => {
    const { marina, backup } = compose.services;
    expect(backup).toMatchObject({ image: marina?.image, environment: marina?.environment });
    expect(backup).toMatchObject({ read_only: true, cap_drop: ['ALL'], network_mode: 'none' });
    expect(backup?.volumes).toContain('data:/data:ro');
    const volumes = cronJob.spec.jobTemplate.spec.template.spec.containers[0]?.volumeMounts;
    expect(volumes?.[0]).toEqual({ name: 'data', mountPath: '/data', readOnly: true });
  });

  it.each([
    ['backup', cronJob],
    ['retention', retentionJob],
  ])(
    'run the %s with the settings of the service, once at a time, and not for ever',
    (_, { spec }) => {
      const job = spec.jobTemplate.spec.template;
      const [runs] = job.spec.containers;
      for (const field of ['image', 'env', 'envFrom', 'securityContext'] as const)
        expect(runs?.[field]).toEqual(container?.[field]);
      expect(job.spec).toMatchObject({ securityContext: pod.securityContext });
      // The service would send calls to it.
      const service = kubernetes('service.yaml') as { spec: { selector: object } };
      expect(job.metadata.labels).not.toMatchObject(service.spec.selector);
      const { concurrencyPolicy, startingDeadlineSeconds } = spec;
      expect({ concurrencyPolicy, ...spec.jobTemplate.spec }).toMatchObject({
        concurrencyPolicy: 'Forbid',
        backoffLimit: 1,
        activeDeadlineSeconds: expect.any(Number),
      });
      expect(startingDeadlineSeconds).toBeGreaterThanOrEqual(600);
    },
  );

  it('remove nothing on Kubernetes until somebody has decided it', () => {
    expect(retentionJob.spec.suspend).toBe(true);
  });

  it('end a backup before the next one, and raise the alert when two are missing', () => {
    const { activeDeadlineSeconds } = cronJob.spec.jobTemplate.spec;
    expect(cronJob.spec.schedule).toBe('0 * * * *');
    expect(activeDeadlineSeconds).toBeLessThan(3_600);
    const rules = read('deploy/observability/alerts.yaml');
    const after = /marina_backup_last_timestamp_seconds\) > (\d+)/.exec(rules)?.[1];
    expect(Number(after)).toBeGreaterThan(2 * 3_600);
    expect(Number(after)).toBeLessThan(3 * 3_600);
  });

  it('replace instances on PostgreSQL one after the other, a new one first', () => {
    const { strategy } = (kubernetes('deployment.yaml') as { spec: { strategy: object } }).spec;
    const rollingUpdate = { maxUnavailable: 0, maxSurge: 1 };
    expect(strategy).toEqual({ type: 'RollingUpdate', rollingUpdate });
  });

  it('ask the new version about the database with the settings of the service, and only read', () => {
    const check = kubernetes('upgrade/check.yaml') as { spec: { template: { spec: Pod } } };
    const [asks] = check.spec.template.spec.containers;
    for (const field of ['image', 'env', 'envFrom', 'securityContext'] as const)
      expect(asks?.[field]).toEqual(container?.[field]);
    const [data] = asks?.volumeMounts ?? [];
    expect(data).toEqual({ name: 'data', mountPath: '/data', readOnly: true });
  });

  it('name the version of the package, in each place that names one', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const tags = ['kustomization.yaml', 'upgrade/kustomization.yaml'].map(
      (file) => (kubernetes(file) as { images: { newTag: string }[] }).images[0]?.newTag,
    );
    expect(tags).toEqual([version, version]);
    for (const one of ['marina', 'backup'])
      expect(compose.services[one]?.image).toBe(`marina:\${MARINA_VERSION:-${version}}`);
    const install = /^mkdir --parents \/opt\/marina\/(\S+)/m.exec(guide)?.[1];
    expect([install, guide.includes(`3000:3000 marina:${version}\``)]).toEqual([version, true]);
  });

  it('are all in the kustomization, except the secret', () => {
    const { resources } = kubernetes('kustomization.yaml') as { resources: readonly string[] };
    const there = readdirSync('deploy/kubernetes').filter(
      (file) => !['kustomization.yaml', 'secret.example.yaml', 'upgrade'].includes(file),
    );
    expect([...resources].sort()).toEqual(there.sort());
  });
});

describe('The unit', () => {
  const valuesOf = (name: string): readonly string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  it('lets threads lower their priority, after it has forbidden what else belongs to that group', () => {
    expect(valuesOf('SystemCallFilter').at(-1)).toBe('setpriority');
  });

  it('lets Node.js ask for the addresses of the machine, which it does for HOST=0.0.0.0', () => {
    expect(valuesOf('RestrictAddressFamilies').join().split(' ')).toContain('AF_NETLINK');
  });

  it('never gives up while the database is away', () => {
    expect(valuesOf('StartLimitIntervalSec')).toEqual(['0']);
    expect(valuesOf('Restart')).toEqual(['always']);
  });
});

describe('The proxy', () => {
  it('sets each header that Fastify believes of it, in the only place where any is set', () => {
    const set = [...read('deploy/proxy/nginx.conf').matchAll(/^( *)proxy_set_header (\S+)/gm)];
    const forwarded = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'];
    expect(set.map(([, , name]) => name)).toEqual(expect.arrayContaining(forwarded));
    // A location that sets one header drops all those of its server.
    expect(set.map(([, indent]) => indent?.length)).toEqual(set.map(() => 2));
  });

  it('logs no query and no account, which name clients or have the code of a sign-in', () => {
    const proxy = read('deploy/proxy/nginx.conf');
    const [, name = '', format = ''] = /^log_format (\w+) ([^;]*);/m.exec(proxy) ?? [];
    expect(format).toContain('$logged_path');
    expect(format).not.toMatch(
      /\$(request|uri|request_uri|args|query_string|http_referer|arg_\w+)\b/,
    );
    const [, account = ''] = /^map \$uri \$logged_path \{\n  "~(\S+)" /m.exec(proxy) ?? [];
    for (const path of ['/v1/exchange/accounts/C001/orders', '/v1/order-limits/accounts/C001'])
      expect(path).toMatch(new RegExp(account));
    expect(proxy).toMatch(/^  error_log \S+ crit;$/m);
    expect(proxy).toMatch(new RegExp(`^  access_log \\S+ ${name};$`, 'm'));
    expect(proxy.match(/access_log/g)).toHaveLength(1);
  });
});

describe('The image', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!.*--from)(?:--\S+ )*(.*) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' '),
  );
  const sent = read('.dockerignore').match(/(?<=^!).*$/gm) ?? [];

  it('is made of files that exist and that .dockerignore lets through, and of no others', () => {
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual([...sent].sort());
  });

  it('is built by scripts whose own scripts it has', () => {
    const scripts = copied.filter((path) => path.startsWith('scripts/'));
    const imported = scripts.flatMap((path) =>
      [...read(path).matchAll(/from '\.\/(.+)'/g)].map(([, name]) => `scripts/${String(name)}`),
    );
    expect(imported).toContain('scripts/compile.js');
    expect(scripts).toEqual(expect.arrayContaining(imported));
  });

  it('runs as a user without rights, and writes to its volume alone', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/^VOLUME \["\/data"\]$/m);
    expect(last).not.toMatch(/npm (ci|install)/);
    expect(last).toContain('--from=packages /app/node_modules');
    expect(compose.services['marina']).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });
});

describe("The administrators' guide", () => {
  const code = [...guide.matchAll(/^```\n([^]*?)^```$|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  const cli = read('src/cli.ts');
  const commands = [
    'serve',
    ...[...cli.matchAll(/^ {2}(?:'([a-z -]+)'|([a-z]+))(?:: .*)?,$/gm)].map(
      ([, two, one = '']) => two ?? one,
    ),
  ];
  const options = new Set(
    [...cli.matchAll(/^ {4}'?([a-z-]+)'?: \{ type: /gm)].map(([, name = '']) => `--${name}`),
  );
  const used = code.flatMap((text) => [
    ...text.matchAll(/(?:^|&& |-- |[\w:]+ marina )marina ([a-z]+(?: [a-z-]+)?)([^&\n]*)/gm),
  ]);

  it('gives commands that there are', () => {
    expect(used.length).toBeGreaterThan(8);
    for (const [text, words = '', rest = ''] of used) {
      const [noun = ''] = words.split(' ');
      expect([text, commands.includes(words) || commands.includes(noun)]).toEqual([text, true]);
      const unknown = (rest.match(/--[a-z-]+/g) ?? []).filter((option) => !options.has(option));
      expect([text, unknown]).toEqual([text, []]);
    }
  });

  it('names files of the repository, settings and routes that there are', () => {
    const paths = guide.match(/\bdeploy\/[\w./-]+\w/g) ?? [];
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    const settings = code.flatMap(
      (text) => text.match(/\b(?:MARINA|EXCHANGE)_[A-Z_]*[A-Z]\b/g) ?? [],
    );
    expect(settings.filter((name) => !known.has(name))).toEqual([]);
    const described = read('console/api/openapi.ts');
    const routes = code.flatMap((text) => text.match(/\/v1\/[\w/{}-]+/g) ?? []);
    expect(routes.length).toBeGreaterThan(5);
    expect(routes.filter((route) => !described.includes(`'${route}': {`))).toEqual([]);
  });

  it('links to headings and pages that there are', () => {
    const headings = [...guide.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
      text.toLowerCase().replaceAll(' ', '-'),
    );
    const links = [...guide.matchAll(/\]\(#([^)]*)\)/g)].map(([, heading = '']) => heading);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((heading) => !headings.includes(heading))).toEqual([]);
    const pages = [...guide.matchAll(/\]\(([^#)]+)\)/g)].map(([, page = '']) => page);
    expect(pages.filter((page) => !existsSync(join('docs', page)))).toEqual([]);
  });
});
