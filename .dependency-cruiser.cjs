/**
 * Who may import whom. The rooms depend in one direction, orders -> market -> infra; type imports
 * count. `test/architecture/boundaries.spec.ts` shows of every rule that it fires.
 */
const side = (given) => (typeof given === 'string' ? { path: given } : given);

/** A rule is named by what stands before the colon; the rest is its reason. */
const never = (rule, from, to) => {
  const [name, comment] = rule.split(': ');
  return { name, comment, severity: 'error', from: side(from), to: side(to) };
};

/** What is below `from` may import, of all files in `src`, only those of `allowed`. */
const only = (rule, from, ...allowed) => never(rule, from, { path: '^src/', pathNot: allowed });

/** Every file of the service but these. */
const butFor = (pathNot) => ({ path: '^src/', pathNot });

const ROWS = '^src/orders/store/[^/]+\\.entity\\.ts$';

const whole = [
  never('no-circular: Order of loading never becomes behaviour.', {}, { circular: true }),
  never(
    'no-barrels: An import names the file that has the thing.',
    {},
    { path: '(^|/)index\\.[cm]?[jt]sx?$', pathNot: 'node_modules' },
  ),
  never(
    'no-orphans: What nothing imports and imports nothing is dead.',
    { orphan: true, pathNot: '\\.d\\.ts$' },
    {},
  ),
  never(
    'no-unused-files: Every file of the service is reached from its two entries.',
    '^src/(main|cli)\\.ts$',
    { path: '^src/', pathNot: '^src/(main|cli)\\.ts$', reachable: false },
  ),
  never(
    'no-unused-simulator-files: Every file of the simulator is reached from its entry.',
    '^simulator/main\\.ts$',
    { path: '^simulator/', reachable: false },
  ),
  never('no-unresolvable: What is imported exists.', {}, { couldNotResolve: true }),
  never(
    'no-undeclared-packages: What is imported stands in package.json, once.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  never(
    'no-development-packages-in-production: The service runs without devDependencies.',
    '^(src|simulator)/',
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  never(
    'nothing-imports-tests: Only tests may lean on tests.',
    { pathNot: '^(test|bench)/' },
    '^(test|bench)/',
  ),
  never(
    'src-knows-no-simulator: The simulator is a process of its own.',
    '^src/',
    '^(simulator|scripts)/',
  ),
  never(
    'simulator-stands-alone: A second, independent reading of the vendor interface, in Node built-ins only.',
    '^simulator/',
    { pathNot: '^(simulator|test|bench)/', dependencyTypesNot: ['core'] },
  ),
  never(
    'simulator-core-is-pure: Sockets in one file, the disk in another; the core has neither.',
    { path: '^simulator/', pathNot: '^simulator/(server|diary|main)\\.ts$' },
    { dependencyTypes: ['core'] },
  ),
];

const rooms = [
  only('infra-knows-no-feature: The lowest room.', '^src/infra/', '^src/infra/'),
  only('market-knows-no-orders: The middle room.', '^src/market/', '^src/(market|infra)/'),
  only(
    'orders-know-no-root: The upper room stands below the files that put everything together.',
    '^src/orders/',
    '^src/(orders|market|infra)/',
  ),
  never('market-has-two-doors: Besides its module.', '^src/orders/', {
    path: '^src/market/',
    pathNot: '^src/market/(market\\.module|security-directory|trading-calendar|trading-day)\\.ts$',
  }),
  never(
    'features-use-no-machine: Files, sockets and processes belong to infra.',
    { path: '^src/(orders|market)/', pathNot: '^src/orders/domain/' },
    { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
  ),
];

const conformance = [
  only(
    'conformance-stands-alone: A program of its own beside the rooms; no database, no Nest, no order.',
    '^src/conformance/',
    '^src/conformance/',
    '^src/infra/(clock|config|ids|logging)\\.ts$',
    '^src/infra/exchange/(endpoints|exchange-transport|outcome|questions|settings-file|trading-api|wire)\\.ts$',
  ),
  never(
    'only-the-command-line-probes: The service never posts orders to learn something.',
    butFor('^src/(cli\\.ts$|conformance/)'),
    '^src/conformance/',
  ),
];

const orders = [
  never(
    'domain-is-pure: No Nest, no database, no clock, no package, no built-in; the calendar is as pure.',
    { path: '^src/orders/domain/', pathNot: '^src/orders/domain/order-ref\\.ts$' },
    { pathNot: ['^src/orders/domain/', '^src/market/trading-day\\.ts$'] },
  ),
  never(
    'order-ref-only-hashes: The one exception from the rule above.',
    '^src/orders/domain/order-ref\\.ts$',
    { pathNot: ['^src/orders/domain/', '^(node:)?crypto$'] },
  ),
  never(
    'poll-plan-is-pure: What to ask next is decided without asking.',
    '^src/orders/reconciliation/poll-plan\\.ts$',
    { pathNot: '^src/orders/domain/' },
  ),
  only(
    'store-knows-no-caller: It writes what was decided, and knows no exchange.',
    '^src/orders/store/(?!request-queue)',
    '^src/orders/(domain|store)/',
    '^src/infra/(audit|auth/actor|clock|config|database|ids|slices|exchange/exchange-call\\.entity\\.ts$)',
    '^src/market/trading-(calendar|day)\\.ts$',
  ),
  only(
    'queue-reserves-and-claims: A claim takes a slot of the rate budget in the same unit of work.',
    '^src/orders/store/request-queue\\.ts$',
    '^src/orders/(domain|store)/',
    '^src/infra/(auth/actor|clock|config|database|desk-switch|exchange/call-journal\\.ts$|fault-point)',
    '^src/market/trading-(calendar|day)\\.ts$',
  ),
  only(
    'rows-are-bare: A row knows the domain types that it stores.',
    '\\.entity\\.ts$',
    '^src/orders/domain/',
    '\\.entity\\.ts$',
  ),
  only(
    'commands-only-record: A command decides and stores; it knows no exchange, no query and no other command.',
    '^src/orders/commands/',
    '^src/orders/(domain/|order-problems)',
    '^src/orders/store/(order-store|break-desk|day-book|shown-reports|word-desk|[^/]+\\.entity)\\.ts$',
    '^src/market/',
    '^src/infra/(auth/actor|clock|config|database|fault-point|http/problem|ids)',
  ),
  only(
    'queries-only-read: Rows in, views out; no writer, no decision, no exchange.',
    '^src/orders/queries/',
    ROWS,
    '^src/orders/(break-view|day-view|order-view|order-story|order-problems|word-view|queries/(audit-events|orders-shown))\\.ts$',
    '^src/orders/domain/resolution\\.ts$',
    '^src/orders/store/(day-facts|shown-reports)\\.ts$',
    '^src/market/trading-(calendar|day)\\.ts$',
    '^src/infra/audit/audit-(chain|entry\\.entity)\\.ts$',
    '^src/infra/exchange/(exchange-(call|shape)\\.entity|reply-store)\\.ts$',
    '^src/infra/(clock|config|slices|database/database|http/(page|problem))\\.ts$',
  ),
  only(
    'views-only-read: Likewise what several queries show, and what waits for a change.',
    '^src/orders/(break-view|day-view|word-view|order-(view|story|waiter))\\.ts$',
    '^src/orders/domain/',
    ROWS,
    '^src/orders/store/day-facts\\.ts$',
    '^src/infra/(audit/audit-tail|clock|database/database)\\.ts$',
  ),
  only(
    'order-problems-only-translate: From refusals of the domain to problems of HTTP.',
    '^src/orders/order-problems\\.ts$',
    '^src/orders/domain/refusal\\.ts$',
    '^src/infra/http/problem\\.ts$',
  ),
  only(
    'dispatch-only-sends: It takes requests from the queue, not from people.',
    '^src/orders/dispatch/',
    '^src/orders/(dispatch|domain|store)/',
    '^src/infra/(audit/chain-mark|auth/actor|clock|config|database|desk-switch|exchange|fault-point|logging)',
  ),
  only(
    'reconciliation-only-asks: It enquires and books; it cannot trade.',
    '^src/orders/reconciliation/',
    '^src/orders/(reconciliation|domain|store)/',
    '^src/market/trading-(calendar|day)\\.ts$',
    '^src/infra/(auth/actor|clock|config|database|desk-switch|fault-point|ids|logging|slices)',
    '^src/infra/exchange/(capabilities|enquiry-api|rate-budget)\\.ts$',
  ),
  never('http-writes-nothing: Controllers speak to commands and queries.', '^src/orders/http/', {
    path: '^src/orders/store/',
    pathNot: '^src/orders/store/order-request\\.entity\\.ts$',
  }),
  never(
    'http-decides-nothing: It knows the words of the domain, not its decisions.',
    '^src/orders/http/',
    {
      path: '^src/orders/domain/',
      pathNot: '^src/orders/domain/(break|decimal|order-status|resolution)\\.ts$',
    },
  ),
  never('http-calls-no-exchange: It may only report on the budget.', '^src/orders/http/', {
    path: '^src/infra/exchange/',
    pathNot: '^src/infra/exchange/capabilities\\.ts$',
  }),
];

const monopolies = [
  never(
    'only-dispatch-trades: Nobody posts, edits or cancels behind the queue; the probes have a test key and no queue.',
    butFor('^src/(orders/dispatch|conformance)/'),
    '^src/infra/exchange/trading-api\\.ts$',
  ),
  never(
    'only-these-call-the-exchange: Every call is reserved and journalled; the probes count and keep their own.',
    butFor(
      '^src/(conformance/courier|conformance/conformance|infra/(exchange/|infra\\.module)|orders/(dispatch/|(orders\\.schedule|store/request-queue)\\.ts$))',
    ),
    '^src/infra/exchange/(call-journal|exchange-transport)\\.ts$',
  ),
  never(
    'only-the-cache-asks-the-market: Readers go through it, and the directory reads a listing whole.',
    butFor('^src/(market/(market-data|security-directory)|infra/infra\\.module)\\.ts$'),
    '^src/infra/exchange/market-data-api\\.ts$',
  ),
  never(
    'only-the-transport-sends: One file opens sockets to the exchange.',
    butFor('^src/infra/exchange/exchange-transport\\.ts$'),
    '(^|node_modules/)undici(/|$)',
  ),
  never(
    'only-the-server-listens: Nor does anything else open a socket.',
    butFor('^src/(orders/|market/|infra/http/http-server\\.ts$)'),
    '^(node:)?(dgram|http|http2|https|net|tls)$',
  ),
  never(
    'only-the-bundled-exchange-is-a-child: Nothing else starts a process, and a thread moves the log.',
    butFor('^src/(orders/|market/|bundled-exchange\\.ts$|infra/database/log-on-disk\\.ts$)'),
    '^(node:)?(child_process|cluster|worker_threads)$',
  ),
  never(
    'only-the-database-room-has-drivers: Elsewhere it is rows and units of work.',
    butFor('^src/infra/database/'),
    '(^|node_modules/)(better-sqlite3|pg|@types/better-sqlite3|@types/pg)(/|$)',
  ),
  never(
    'only-readers-know-the-mapper: What decides, sends or answers knows no TypeORM.',
    {
      path: '^src/',
      pathNot: [
        '^src/infra/',
        '\\.entity\\.ts$',
        '^src/orders/queries/',
        '^src/orders/reconciliation/(subjects|trade-booking)\\.ts$',
        '^src/cli\\.ts$',
      ],
    },
    '(^|node_modules/)typeorm(/|$)',
  ),
  never(
    'only-these-write-orders: Every change of an order goes through the store.',
    butFor('^src/orders/((commands|dispatch|reconciliation|store)/|orders\\.module\\.ts$)'),
    '^src/orders/store/(adoption|break-book|order-store|request-queue|stranger-breaks)\\.ts$',
  ),
  never(
    'only-these-see-rows-of-orders: The rest sees views.',
    {
      path: '^src/',
      pathNot: [
        '^src/schema\\.ts$',
        '^src/orders/(break-view|day-view|word-view|order-view|order-waiter)\\.ts$',
        '^src/orders/(commands|dispatch|queries|reconciliation|store)/',
        '^src/orders/http/ops\\.controller\\.ts$',
      ],
    },
    ROWS,
  ),
  never(
    'only-the-schedule-has-timers: One file lists everything that happens by itself.',
    butFor('^src/(app\\.module|orders/orders\\.schedule)\\.ts$'),
    '(^|node_modules/)@nestjs/schedule(/|$)',
  ),
];

module.exports = {
  forbidden: [...whole, ...rooms, ...conformance, ...orders, ...monopolies],
  options: {
    doNotFollow: 'node_modules',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
