import { posix } from 'node:path';

/** One forbidden import for every rule of `.dependency-cruiser.cjs`, in an otherwise valid tree. */
export interface Plant {
  readonly rule: string;
  /** A file, or the folder named in the report of a folder rule. */
  readonly from: string;
  /** Module names, or whole import lines. */
  readonly imports: readonly string[];
  /** Further files that this import needs. */
  readonly others?: Readonly<Record<string, string>>;
}

export const PLANTS: readonly Plant[] = [
  {
    rule: 'no-circular',
    from: 'src/infra/egg.ts',
    imports: ["import type { Hen } from './hen.js';"],
    others: { 'src/infra/hen.ts': "import type { Egg } from './egg.js';\n" },
  },
  {
    rule: 'no-circular-folders',
    from: 'src/market/tides',
    imports: [],
    others: {
      'src/market/tides/ebb.ts': "import '../moons/full.js';\n",
      'src/market/tides/flow.ts': '',
      'src/market/moons/full.ts': '',
      'src/market/moons/new.ts': "import '../tides/flow.js';\n",
      'src/market/sky.ts': "import './tides/ebb.js';\nimport './moons/new.js';\n",
    },
  },
  {
    rule: 'no-barrels',
    from: 'src/infra/drinker.ts',
    imports: ['./index.js'],
    others: { 'src/infra/index.ts': '' },
  },
  { rule: 'no-orphans', from: 'test/support/alone.ts', imports: [] },
  { rule: 'no-unused-files', from: 'src/infra/unused.ts', imports: ['./runtime/clock.js'] },
  { rule: 'no-unused-simulator-files', from: 'simulator/unused.ts', imports: ['./venue.js'] },
  { rule: 'no-unresolvable', from: 'src/infra/dreamer.ts', imports: ['./nowhere.js'] },
  { rule: 'no-undeclared-packages', from: 'src/infra/thief.ts', imports: ['undeclared'] },
  {
    rule: 'no-development-packages-in-production',
    from: 'src/infra/tester.ts',
    imports: ['fast-check'],
  },
  {
    rule: 'nothing-imports-tests',
    from: 'src/infra/leaning.ts',
    imports: ['../../test/support/builders.js'],
  },
  {
    rule: 'src-knows-no-simulator',
    from: 'src/infra/insider.ts',
    imports: ['../../simulator/venue.js'],
  },
  {
    rule: 'simulator-stands-alone',
    from: 'simulator/copyist.ts',
    imports: ['../src/infra/runtime/clock.js'],
  },
  {
    rule: 'verifier-stands-alone',
    from: 'verifier/copyist.ts',
    imports: ['../src/infra/runtime/clock.js'],
  },
  { rule: 'simulator-core-is-pure', from: 'simulator/reader.ts', imports: ['node:fs'] },

  {
    rule: 'infra-knows-no-feature',
    from: 'src/infra/climber.ts',
    imports: ["import type { Directory } from '../market/securities/security-directory.js';"],
  },
  {
    rule: 'market-knows-no-orders',
    from: 'src/market/climber.ts',
    imports: ['../orders/order/order.js'],
  },
  { rule: 'orders-know-no-root', from: 'src/orders/climber.ts', imports: ['../service.js'] },
  {
    rule: 'market-public-files',
    from: 'src/orders/burglar.ts',
    imports: ['../market/price-cache.js'],
    others: { 'src/market/price-cache.ts': '' },
  },
  { rule: 'features-use-no-machine', from: 'src/market/filer.ts', imports: ['node:fs'] },

  {
    rule: 'conformance-stands-alone',
    from: 'src/conformance/borrowing.ts',
    imports: ['../orders/order/order.js'],
  },
  {
    rule: 'only-the-command-line-probes',
    from: 'src/eager.ts',
    imports: ['./conformance/conformance.js'],
    others: { 'src/conformance/conformance.ts': '' },
  },

  {
    rule: 'public-files',
    from: 'src/orders/fills/burglar.ts',
    imports: ['../trading-days/drawer.js'],
    others: { 'src/orders/trading-days/drawer.ts': '' },
  },
  {
    rule: 'decisions-are-pure',
    from: 'src/orders/reconciliation/order-records/late.ts',
    imports: ['../../../infra/runtime/clock.js'],
  },
  {
    rule: 'entities-are-plain',
    from: 'src/market/clever.entity.ts',
    imports: ['../infra/runtime/clock.js'],
  },
  {
    rule: 'commands-only-record',
    from: 'src/orders/order-entry/edit-order.ts',
    imports: ['../order-queries/get-order.js'],
  },
  {
    rule: 'queries-only-read',
    from: 'src/orders/breaks/get-break.ts',
    imports: ['./break-register.js'],
    others: { 'src/orders/breaks/break-register.ts': '' },
  },
  {
    rule: 'routes-only-ask',
    from: 'src/orders/order-numbers/peeping.controller.ts',
    imports: ['./sighting-register.js'],
    others: { 'src/orders/order-numbers/sighting-register.ts': '' },
  },
  {
    rule: 'reconciliation-only-asks',
    from: 'src/orders/reconciliation/eager.ts',
    imports: ['../dispatch/dispatcher.js'],
    others: { 'src/orders/dispatch/dispatcher.ts': '' },
  },

  {
    rule: 'only-dispatch-trades',
    from: 'src/market/trading.ts',
    imports: ["import type { PostTerms } from '../infra/exchange/api/trading-api.js';"],
  },
  {
    rule: 'only-these-call-the-exchange',
    from: 'src/market/calling.ts',
    imports: ['../infra/exchange/client/call-journal.js'],
  },
  {
    rule: 'only-the-cache-asks-the-market',
    from: 'src/market/hasty.controller.ts',
    imports: ['../infra/exchange/api/market-data-api.js'],
  },
  { rule: 'only-the-transport-sends', from: 'src/infra/sending.ts', imports: ['undici'] },
  { rule: 'only-the-server-listens', from: 'src/infra/listening.ts', imports: ['node:net'] },
  {
    rule: 'only-these-start-processes-or-threads',
    from: 'src/infra/parent.ts',
    imports: ['node:child_process'],
  },
  {
    rule: 'only-the-database-folder-has-drivers',
    from: 'src/infra/driving.ts',
    imports: ['better-sqlite3'],
  },
  { rule: 'only-queries-use-typeorm', from: 'src/orders/mapping.ts', imports: ['typeorm'] },
  {
    rule: 'only-these-write-orders',
    from: 'src/orders/writing.ts',
    imports: ['./order/order-store.js'],
  },
  {
    rule: 'only-one-file-knows-opentelemetry',
    from: 'src/infra/tracer.ts',
    imports: ['@opentelemetry/api'],
  },
  {
    rule: 'opentelemetry-is-loaded-late',
    from: 'src/infra/eager-tracer.ts',
    imports: ['./observability/open-telemetry.js'],
    others: { 'src/infra/observability/open-telemetry.ts': '' },
  },
  {
    rule: 'only-the-schedule-has-timers',
    from: 'src/orders/ticking.ts',
    imports: ['@nestjs/schedule'],
  },
];

const PACKAGES = ['@nestjs/schedule', '@opentelemetry/api', 'better-sqlite3', 'typeorm', 'undici'];

/** The targets of forbidden imports, and entry files from which everything can be reached. */
export function scaffold(): Readonly<Record<string, string>> {
  const reached = (folder: RegExp): string[] =>
    PLANTS.filter(({ rule }) => !rule.startsWith('no-unused'))
      .map(({ from }) => from)
      .filter((from) => folder.test(from) && from.endsWith('.ts'));
  const importing = (home: string, files: readonly string[]): string =>
    files.map((file) => `import '${importPath(home, file)}';\n`).join('');
  return {
    'package.json': packageJson(),
    'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "target": "ES2023" } }',
    ...Object.fromEntries([...PACKAGES, 'fast-check', 'undeclared'].flatMap(packageFiles)),
    'src/main.ts': importing('src', [
      'src/service.ts',
      'src/infra/infra.module.ts',
      'src/orders/orders.module.ts',
    ]),
    'src/cli.ts': importing('src', reached(/^src\/(eager\.ts$|conformance\/)/)),
    'src/service.ts': '',
    'src/infra/infra.module.ts': importing('src/infra', reached(/^src\/infra\//)),
    'src/orders/orders.module.ts': importing('src/orders', [
      ...reached(/^src\/orders\//),
      'src/market/market.module.ts',
    ]),
    'src/market/market.module.ts': importing('src/market', [
      ...reached(/^src\/market\//),
      'src/market/sky.ts',
    ]),
    'src/market/securities/security-directory.ts': '',
    'src/infra/runtime/clock.ts': '',
    'src/infra/exchange/client/call-journal.ts': '',
    'src/infra/exchange/api/market-data-api.ts': '',
    'src/infra/exchange/api/trading-api.ts': '',
    'src/orders/order/order.ts': '',
    'src/orders/order-queries/get-order.ts': '',
    'src/orders/order/order-store.ts': '',
    'simulator/main.ts': importing('simulator', ['simulator/venue.ts', ...reached(/^simulator\//)]),
    'simulator/venue.ts': '',
    'test/support/builders.ts': '',
  };
}

function packageJson(): string {
  const versions = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, '1.0.0']));
  return JSON.stringify({
    type: 'module',
    dependencies: versions(PACKAGES),
    devDependencies: versions(['fast-check']),
  });
}

function packageFiles(name: string): readonly (readonly [string, string])[] {
  return [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ];
}

/** The import path from a folder to a file. */
function importPath(home: string, file: string): string {
  const path = posix.relative(home, file).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}
