/**
 * Who may import whom. The rooms depend in one direction, orders -> market -> infra; type imports
 * count. `test/architecture/boundaries.spec.ts` shows of every rule that it fires.
 */
const side = (given) =>
  typeof given === 'string' || Array.isArray(given) ? { path: given } : given;

/** A rule is named by what stands before the colon; the rest is its reason. */
const never = (rule, from, to) => {
  const [name, comment] = rule.split(': ');
  return { name, comment, severity: 'error', from: side(from), to: side(to) };
};

/** What is below `from` may import, of all files in `src`, only those of `allowed`. */
const only = (rule, from, ...allowed) => never(rule, from, { path: '^src/', pathNot: allowed });

/** Every file of the service but these. */
const butFor = (pathNot) => ({ path: '^src/', pathNot });

/** What others may import of a subject; the rest of its folder is its own. Elsewhere all may be imported. */
const DOORS = {
  'audit-trail': ['audit-events'],
  'break-desk': ['break-desk'],
  dispatch: ['call-outcome', 'count-requests', 'dispatcher', 'restore-guard'],
  operations: [],
  'order-entry': ['order-ref', 'orders.dto'],
  'order-queries': ['get-order', 'order-view'],
  reconciliation: ['collect/recheck', 'order-records/record-and-requests', 'runs/reconciler'],
  'status-mappings': ['mappings-in-force'],
  'trading-days': ['traded', 'trading-day-store'],
};
const BEHIND_DOORS = Object.entries(DOORS)
  .map(([subject, doors]) => {
    const open = [...doors, '[^/]+\\.module', '[^/]+\\.entity'].join('|');
    return `^src/orders/${subject}/(?!(${open})\\.ts$)`;
  })
  .join('|');

/** Files that decide: what they return depends on what they are given, and on nothing else. */
const DECISIONS = [
  '^src/infra/decimal\\.ts$',
  '^src/market/trading-calendar/trading-day\\.ts$',
  '^src/orders/breaks/(break|doubtful-answer|resolution|shown-order|trade-difference)\\.ts$',
  '^src/orders/order/(amended-terms|evidence|instructions|last-proof|number-life|order|order-change|order-request|order-status|record-quantities|refusal|unreported-fills)\\.ts$',
  '^src/orders/order-numbers/(external-order|first-seen|number-link|number-proof|ownership)\\.ts$',
  '^src/orders/fills/(executions|limit-evidence|trade-corrections|trade-row)\\.ts$',
  '^src/orders/dispatch/(call-outcome|restored-orders|send-gates|send-policy)\\.ts$',
  '^src/orders/reconciliation/collect/poll-plan\\.ts$',
  '^src/orders/reconciliation/order-records/',
  '^src/orders/reconciliation/unknown-outcomes/(match|unknown-edits|unknown-posts)\\.ts$',
  '^src/orders/break-desk/(adopt-order|manual-resolution)\\.ts$',
  '^src/orders/status-mappings/status-mapping\\.ts$',
  '^src/orders/trading-days/(day-report|explained-differences|report-changes|traded)\\.ts$',
];

/** The writers of a subject: whoever holds one can change what is stored. */
const WRITERS =
  '^src/orders/(break-desk/(adoption|break-desk)|breaks/(break-register|system-breaks)|dispatch/outbox|order/order-store|order-numbers/(external-order-breaks|sighting-register)|status-mappings/status-mapping-desk|trading-days/trading-day-store)\\.ts$';

const COMMANDS =
  '^src/orders/(order-entry/(post|edit|cancel)-order|break-desk/(assign|comment|reopen|resolve)-break|break-desk/decide-approval|status-mappings/(propose|decide)-status-mappings|trading-days/sign-off-day)\\.ts$';

const QUERIES =
  '^src/orders/[a-z/-]+/((get|find|count|measure)-[^/.]+|audit-events|order-(columns|history)|unknown-orders)\\.ts$';

const whole = [
  never('no-circular: Order of loading never becomes behaviour.', {}, { circular: true }),
  {
    ...never(
      'no-circle-of-folders: Subjects depend in one direction.',
      '^src/(infra|market|orders)/',
      {
        circular: true,
      },
    ),
    scope: 'folder',
  },
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
    // A thread is started by the name of its file.
    { path: '^src/', pathNot: '^src/(main|cli)\\.ts$|\\.thread\\.js$', reachable: false },
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
    pathNot:
      '^src/market/(market\\.module|securities/security-directory|trading-calendar/trading-(calendar|day))\\.ts$',
  }),
  never(
    'features-use-no-machine: Files, sockets and processes belong to infra.',
    '^src/(orders|market)/',
    { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
  ),
];

const conformance = [
  only(
    'conformance-stands-alone: A program of its own beside the rooms; no database, no Nest, no order.',
    '^src/conformance/',
    '^src/conformance/',
    '^src/infra/(config|observability|runtime)/',
    '^src/infra/exchange/(schema|settings)/',
    '^src/infra/exchange/(api/trading-api|client/(exchange-transport|outcome))\\.ts$',
  ),
  never(
    'only-the-command-line-probes: The service never posts orders to learn something.',
    butFor('^src/(cli\\.ts$|conformance/)'),
    '^src/conformance/',
  ),
];

const orders = [
  never(
    'front-doors: A subject is used by what it offers.',
    { path: '^src/(?:orders/([^/]+)/|(?!orders/))', pathNot: '^src/schema\\.ts$' },
    { path: BEHIND_DOORS, pathNot: '^src/orders/$1/' },
  ),
  never(
    'decisions-are-pure: No Nest, no database, no clock, no package, no built-in.',
    { path: DECISIONS.filter((path) => !path.includes('market')) },
    { pathNot: DECISIONS },
  ),
  only(
    'rows-are-bare: A row knows the types that it stores.',
    '\\.entity\\.ts$',
    '\\.entity\\.ts$',
    ...DECISIONS,
  ),
  never(
    'commands-only-record: A command decides and stores; it asks neither the exchange nor a query.',
    COMMANDS,
    [QUERIES, '^src/infra/exchange/', '^src/orders/(dispatch|reconciliation)/'],
  ),
  never('queries-only-read: No writer, no exchange.', QUERIES, [
    WRITERS,
    '^src/infra/exchange/(?!client/(exchange-call\\.entity|schema-drift\\.entity|reply-store)\\.ts$)',
  ]),
  never(
    'routes-only-ask: Controllers speak to commands and queries.',
    '^src/orders/[a-z/-]+\\.controller\\.ts$',
    [
      WRITERS,
      '^src/orders/.*(?<!order-request)\\.entity\\.ts$',
      '^src/infra/exchange/(?!client/capabilities\\.ts$)',
    ],
  ),
  never(
    'reconciliation-only-asks: It enquires and applies; it cannot trade.',
    '^src/orders/reconciliation/',
    '^src/orders/dispatch/(?!call-outcome\\.ts$)',
  ),
];

const monopolies = [
  never(
    'only-dispatch-trades: Nobody posts, edits or cancels behind the queue; the probes have a test key and no queue.',
    butFor('^src/(orders/dispatch|conformance)/'),
    '^src/infra/exchange/api/trading-api\\.ts$',
  ),
  never(
    'only-these-call-the-exchange: Every call is reserved and journalled; the probes count and keep their own.',
    butFor(
      '^src/(conformance/courier|conformance/conformance|infra/(exchange/|infra\\.module\\.ts$)|orders/(dispatch/|orders\\.schedule\\.ts$))',
    ),
    '^src/infra/exchange/client/(call-journal|exchange-transport)\\.ts$',
  ),
  never(
    'only-the-cache-asks-the-market: Readers go through it, and the directory reads a listing whole.',
    butFor(
      '^src/(market/(market-data/market-data|securities/security-directory)|infra/exchange/exchange\\.module)\\.ts$',
    ),
    '^src/infra/exchange/api/market-data-api\\.ts$',
  ),
  never(
    'only-the-transport-sends: One file opens sockets to the exchange.',
    butFor('^src/infra/exchange/client/exchange-transport\\.ts$'),
    '(^|node_modules/)undici(/|$)',
  ),
  never(
    'only-the-server-listens: Nor does anything else open a socket.',
    butFor('^src/(orders/|market/|infra/http/http-server\\.ts$)'),
    '^(node:)?(dgram|http|http2|https|net|tls)$',
  ),
  never(
    'only-these-start-processes-or-threads: The bundled exchange is a child, and long replies are parsed in a thread.',
    butFor('^src/(orders/|market/|bundled-exchange\\.ts$|infra/exchange/client/reply-parser)'),
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
        QUERIES,
        '^src/orders/reconciliation/(collect/subjects|trades/trade-booking)\\.ts$',
        '^src/cli\\.ts$',
      ],
    },
    '(^|node_modules/)typeorm(/|$)',
  ),
  never(
    'only-these-write-orders: Every change of an order goes through the store.',
    {
      path: '^src/',
      pathNot: [
        COMMANDS,
        '\\.module\\.ts$',
        '^src/orders/(order|dispatch|reconciliation|break-desk)/',
      ],
    },
    '^src/orders/(dispatch/outbox|order/order-store)\\.ts$',
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
