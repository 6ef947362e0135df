import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * The rules for single files that need no types; those that do are in `.oxlintrc.json`, import rules in
 * `.dependency-cruiser.cjs`. First what code may use at all, with every exception and its reason; then style.
 */

/** Selectors for code that writes these rows, through TypeORM or in SQL. */
const writing = (rows, tables) => [
  `CallExpression[callee.property.name=/^(insert|update|upsert|save|delete|remove)$/][arguments.0.name=/^(${rows})$/]`,
  `Literal[value=/^\\s*(INSERT INTO|UPDATE|DELETE FROM) (${tables})\\b/]`,
  `TemplateElement[value.raw=/^\\s*(INSERT INTO|UPDATE|DELETE FROM) (${tables})\\b/]`,
];

const BANS = {
  fetch: {
    why: 'it resends a POST after a 421 or a 307; use the exchange transport',
    globals: ['fetch'],
  },
  time: {
    why: 'use the Clock',
    globals: ['performance'],
    properties: ['Date.now', 'process.hrtime', 'process.uptime'],
    modules: ['node:perf_hooks'],
    syntax: [
      'NewExpression[callee.name="Date"][arguments.length=0]',
      'CallExpression[callee.name="Date"]',
    ],
  },
  timers: {
    why: 'use the Clock',
    globals: ['setTimeout', 'setInterval'],
    modules: ['node:timers', 'node:timers/promises'],
  },
  deadline: {
    why: 'use the Clock',
    properties: ['AbortSignal.timeout'],
  },
  randomness: {
    why: 'use Random, so that simulated runs are repeatable',
    globals: ['crypto'],
    properties: ['Math.random'],
    imports: {
      'node:crypto': [
        'default',
        'randomBytes',
        'randomFill',
        'randomFillSync',
        'randomInt',
        'webcrypto',
      ],
    },
  },
  uuid: {
    why: 'use Ids, so that simulated runs are repeatable',
    imports: { 'node:crypto': ['randomUUID'] },
  },
  environment: {
    why: 'only the configuration reads the environment',
    properties: ['process.env'],
    modules: ['node:process'],
  },
  status: {
    why: "an order's status comes only from the status grid",
    syntax: [
      'AssignmentExpression[left.property.name="status"]',
      'Property[key.name="status"][value.value=/^(Posted|Amended|Filled|Cancelled|Rejected|Expired)$/]',
    ],
  },
  orderRows: {
    why: 'only the stores write orders and what belongs to them',
    syntax: writing(
      'OrderRow|OrderNumberRow|OrderRequestRow|IdempotencyKeyRow|FillRow|BreakRow',
      'orders|order_numbers|order_requests|idempotency_keys|fills|breaks',
    ),
  },
  trailRows: {
    why: 'only the audit log writes the trail',
    syntax: writing('AuditEntryRow|AuditHeadRow', 'audit_entries|audit_head'),
  },
  events: {
    why: 'the request row is the message; nothing may depend on an in-memory event',
    imports: { '@nestjs/cqrs': ['AggregateRoot', 'EventBus', 'EventPublisher', 'Saga'] },
  },
  detours: {
    why: 'layers depend in one direction, so no late import is needed',
    imports: { '@nestjs/common': ['forwardRef'] },
    syntax: ['ImportExpression'],
  },
  routeConfigs: {
    why: 'the second one replaces the first; join them in one',
    syntax: [
      'Decorator[expression.callee.name="RouteConfig"] ~ Decorator[expression.callee.name="RouteConfig"]',
    ],
  },
  aliases: {
    why: 'PostgreSQL folds an unquoted name to lower case, so quote an alias in mixed case',
    syntax: [
      'TemplateElement[value.raw=/\\bAS [a-z]+[A-Z]/]',
      'Literal[value=/\\bAS [a-z]+[A-Z]/]',
    ],
  },
  enums: {
    why: 'use a constant object or array and a union type',
    syntax: ['TSEnumDeclaration'],
  },
  barrels: {
    why: 'import symbols by name from the file that declares them',
    syntax: ['ExportAllDeclaration', 'ExportDefaultDeclaration'],
  },
  parameters: {
    why: 'aim for three, at most six; pass an object instead. Constructors are exempt',
    syntax: [':function[params.length>6]:not(MethodDefinition[kind="constructor"] > *)'],
  },
  mocks: {
    why: 'use a small object typed with Pick, or the real class',
    properties: ['jest.mock', 'jest.doMock', 'jest.unstable_mockModule'],
  },
  deadlines: {
    why: 'results must not depend on the speed of the machine, and the test runner knows no such limits',
    syntax: ['it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'].flatMap((name) =>
      [
        `[callee.name="${name}"]`,
        `[callee.object.name="${name}"]`,
        `[callee.callee.object.name="${name}"]`,
      ].map(
        (callee) =>
          `CallExpression${callee}[arguments.length>1] > :matches(Literal[raw=/^\\d/], Identifier[name=/_MS$/]).arguments:last-child`,
      ),
    ),
  },
  unsupported: {
    why: 'the test runner ignores it, or has nothing to compare with',
    properties: ['it', 'test']
      .flatMap((name) => [`${name}.concurrent`, `${name}.failing`])
      .concat('expect.assertions', 'expect.hasAssertions'),
    syntax: ['MemberExpression[property.name=/^to(Match|ThrowErrorMatching)(Inline)?Snapshot$/]'],
  },
  realClock: {
    why: 'use HandClock or VirtualClock, so that no deadline depends on the speed of the machine',
    syntax: ['NewExpression[callee.name="Clock"]'],
  },
  seeds: {
    why: "use test/support/seeded-fast-check.ts, so that properties use the run's seed",
    modules: ['fast-check'],
  },
  focus: {
    why: 'every test always runs',
    properties: ['it', 'test', 'describe'].flatMap((name) => [`${name}.only`, `${name}.skip`]),
  },
};

const SIMULATOR = [
  'fetch',
  'time',
  'timers',
  'deadline',
  'randomness',
  'uuid',
  'environment',
  'detours',
  'enums',
  'barrels',
  'parameters',
];

export const ZONES = {
  src: [...SIMULATOR, 'status', 'orderRows', 'trailRows', 'events', 'aliases', 'routeConfigs'],
  simulator: SIMULATOR,
  test: [
    'time',
    'timers',
    'realClock',
    'deadline',
    'deadlines',
    'enums',
    'mocks',
    'unsupported',
    'seeds',
    'focus',
  ],
  bench: ['enums'],
};

/** All exceptions from the bans. They are not switched off anywhere else. */
export const EXCEPTIONS = [
  { files: 'src/infra/runtime/clock.ts', free: ['time', 'timers'], why: 'it is the clock' },
  {
    files: 'src/infra/runtime/ids.ts',
    free: ['randomness'],
    why: 'it is the source of randomness',
  },
  {
    files: 'src/infra/runtime/event-loop-delay.ts',
    free: ['time'],
    why: 'it measures how late the event loop is',
  },
  { files: 'src/infra/config/config.ts', free: ['environment'], why: 'it is the configuration' },
  {
    files: 'src/infra/auth/oidc/bounded-fetch.ts',
    free: ['fetch'],
    why: 'it bounds what the OpenID library reads; a code that is sent again opens nothing twice',
  },
  {
    files: 'src/infra/observability/tracing.ts',
    free: ['detours'],
    why: 'it loads OpenTelemetry only when traces are configured',
  },
  {
    files: 'src/infra/backup/encryption.ts',
    free: ['detours'],
    why: 'it loads age only when a backup is encrypted or decrypted',
  },
  {
    files: 'src/infra/http/request-id.ts',
    free: ['uuid'],
    why: 'the id of an HTTP request is only returned and logged; nothing depends on it',
  },
  {
    files: 'src/bundled-exchange.ts',
    free: ['timers'],
    why: 'it waits for a child process before the application with its clock exists',
  },
  { files: 'src/infra/audit/audit-log.ts', free: ['trailRows'], why: 'it is the audit log' },
  {
    files: 'src/infra/database/migrations/*.ts',
    free: ['trailRows'],
    why: 'the first migration inserts the head row',
  },
  {
    files:
      'src/orders/{order/{order-store,requests/blocked-requests},breaks/break-register,order-numbers/external-order-breaks,break-desk/break-desk,reconciliation/lists/list-watermark}.ts',
    free: ['orderRows'],
    why: 'they are the stores',
  },
  {
    files: 'src/infra/database/migrations/{0014-missing-since,0015-shown-working}.ts',
    free: ['orderRows'],
    why: 'a new column begins with what the older ones say',
  },
  {
    files: 'src/orders/retention/remove-clients.ts',
    free: ['orderRows'],
    why: 'what it removes is no knowledge of the order, and no order changes by it',
  },
  {
    files: 'simulator/server.ts',
    free: ['time', 'timers'],
    why: 'it is the only clock around the pure core',
  },
  {
    files: 'simulator/main.ts',
    free: ['environment', 'time'],
    why: 'it reads the settings and the start time for the core',
  },
  // The only test code that may use real time; no assertion depends on it.
  {
    files: 'test/support/time/activity.ts',
    free: ['time', 'timers'],
    why: 'it detects when nothing is left to do, and reports what never finishes',
  },
  {
    files: 'test/simulation/template.ts',
    free: ['realClock'],
    why: 'it only migrates an empty database',
  },
  {
    files: 'test/support/seeded-fast-check.ts',
    free: ['seeds'],
    why: 'it sets the seed',
  },
  {
    files: 'test/{support/process,e2e/process/{kill.kill-spec,process.e2e-spec}}.ts',
    free: ['timers'],
    why: 'real processes are started, frozen and killed',
  },
  {
    files:
      'test/{e2e/{process/{rolling-upgrade.kill,restored-dump.e2e},administration/{compose,postgresql}.e2e}-spec,infra/backup/{encrypted,postgres}-backup.int-spec}.ts',
    free: ['focus'],
    why: 'without the git history there is no release before, without its programs no dump of PostgreSQL, and without its tool nothing to compare age with',
  },
  {
    files: 'test/support/dealers.ts',
    free: ['time', 'timers'],
    why: 'dealers of real processes rest, and say how long they have waited',
  },
  {
    files: 'test/simulation/{world/stillness,campaign}.ts',
    free: ['time', 'timers'],
    why: 'they end and report seeds that hang, and measure how long a campaign takes',
  },
];

const SIZES = {
  'max-lines-per-function': ['error', 60],
  'max-depth': ['error', 3],
};

/** Plain rules that the compiler does not enforce. */
const PLAIN = {
  'array-callback-return': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-console': 'error',
  'no-else-return': 'error',
  'no-empty': 'error',
  'no-param-reassign': 'error',
  'no-self-compare': 'error',
  'no-template-curly-in-string': 'error',
  'no-unsafe-finally': 'error',
  'no-useless-rename': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
};

const RELAXED = {
  'max-depth': 'off',
  'max-lines-per-function': 'off',
};

/** Of `tsconfig.json`: with them, classes that Nest injects must stay value imports. */
const DECORATORS = { emitDecoratorMetadata: true, experimentalDecorators: true };

const OF_TYPESCRIPT = {
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
  // Skips files with decorators. Oxlint's rule of this name does not.
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
};

/** Properties of `window` that a forgotten variable would silently become. */
const OF_WINDOW = [
  'blur', 'close', 'closed', 'event', 'find', 'focus', 'length', 'name', 'open', 'opener', 'origin',
  'parent', 'print', 'scroll', 'status', 'stop', 'top',
]; // prettier-ignore

/** The console runs in the browser: it uses the browser's clock and network, and a screen is one long expression. */
const OF_CONSOLE = {
  'no-restricted-globals': ['error', ...OF_WINDOW],
  'max-lines-per-function': ['error', 90],
};

export default defineConfig(
  {
    ignores: [
      'build/',
      'dist/',
      'coverage/',
      'data/',
      'docs/',
      'console/dist/',
      'console/api/openapi.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, rules: { ...PLAIN, ...SIZES } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser, parserOptions: DECORATORS },
    rules: OF_TYPESCRIPT,
  },
  { files: ['test/**/*.ts', 'bench/**/*.ts'], rules: RELAXED },
  { files: ['console/**/*.ts', 'console/**/*.tsx'], rules: OF_CONSOLE },
  ...Object.entries(ZONES).map(([folder, names]) => ({
    files: [`${folder}/**/*.ts`],
    rules: rulesOf(names),
  })),
  ...EXCEPTIONS.map(({ files, free }) => {
    const zone = ZONES[files.slice(0, files.indexOf('/'))];
    return { files: [files], rules: rulesOf(zone.filter((name) => !free.includes(name))) };
  }),
);

/** The ESLint rules that implement the named bans. */
export function rulesOf(names) {
  const globals = [];
  const properties = [];
  const paths = [];
  const syntax = [];
  for (const name of names) {
    const ban = BANS[name];
    const message = `${name}: ${ban.why}.`;
    for (const global of ban.globals ?? []) globals.push({ name: global, message });
    for (const dotted of ban.properties ?? []) {
      const [object, property] = dotted.split('.');
      properties.push({ object, property, message });
    }
    for (const module of ban.modules ?? []) paths.push(...bothNames(module, { message }));
    for (const [module, importNames] of Object.entries(ban.imports ?? {})) {
      paths.push(...bothNames(module, { importNames, message }));
    }
    for (const selector of ban.syntax ?? []) syntax.push({ selector, message });
  }
  return {
    'no-restricted-globals': ['error', { globals, checkGlobalObject: true }],
    'no-restricted-properties': ['error', ...properties],
    'no-restricted-imports': ['error', { paths }],
    'no-restricted-syntax': ['error', ...syntax],
  };
}

/** Built-ins can be imported with and without `node:`. */
function bothNames(module, rest) {
  const names = new Set([module, module.replace(/^node:/, '')]);
  return [...names].map((name) => ({ name, ...rest }));
}
