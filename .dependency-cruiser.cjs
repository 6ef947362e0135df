/**
 * Import rules. The layers depend in one direction, orders -> market -> infra; type imports count too.
 * `test/architecture/boundaries.spec.ts` proves that every rule fires.
 */
const side = (given) =>
  typeof given === 'string' || Array.isArray(given) ? { path: given } : given;

/** `rule` is the rule's name, a colon and its reason. */
const never = (rule, from, to) => {
  const [name, comment] = rule.split(': ');
  return { name, comment, severity: 'error', from: side(from), to: side(to) };
};

/** Of all files in `src`, files in `from` may import only those in `allowed`. */
const only = (rule, from, ...allowed) => never(rule, from, { path: '^src/', pathNot: allowed });

/** Every file in `src` except these. */
const except = (pathNot) => ({ path: '^src/', pathNot });

/** The public files of each subject; the rest of its folder is private. Other subjects have no private files. */
const PUBLIC_FILES = {
  'audit-exports': ['audit-exports'],
  'audit-reports': ['audit-reports.dto'],
  'audit-trail': [
    'audit-events',
    'audit.dto',
    'exports/export-archive',
    'exports/export-entries',
    'find-audited-orders',
    'find-entries',
    'unknown-types',
  ],
  'best-execution': ['best-execution.dto', 'record-quotes'],
  'break-desk': ['break-desk', 'break-view', 'find-breaks'],
  dispatch: ['count-requests', 'dispatcher', 'restore-guard'],
  operations: [],
  'order-entry': ['orders.dto'],
  'order-limits': ['pre-trade-limits', 'check-limits'],
  'order-queries': [
    'find-replay-differences',
    'get-order',
    'order-columns',
    'order-history',
    'order-queries.dto',
    'order-view',
    'order-visibility',
  ],
  'order-report': [],
  reconciliation: ['collect/recheck', 'runs/reconciler'],
  retention: ['remove-clients', 'remove-runs'],
  'saved-questions': [],
  'status-mappings': ['mappings-in-force'],
  'trading-days': ['traded', 'trading-day-store'],
};
const PRIVATE_FILES = Object.entries(PUBLIC_FILES)
  .map(([subject, files]) => {
    const open = [...files, '[^/]+\\.module', '[^/]+\\.entity'].join('|');
    return `^src/orders/${subject}/(?!(${open})\\.ts$)`;
  })
  .join('|');

/** Pure functions that decide: the result depends only on the arguments. */
const DECISIONS = [
  '^src/(infra|market)/formats\\.ts$',
  '^src/infra/(decimal|exchange/schema/durations)\\.ts$',
  '^src/market/trading-calendar/trading-day\\.ts$',
  '^src/orders/breaks/(break|doubtful-answer|due-times|resolution|external-order|trade-difference)\\.ts$',
  '^src/orders/order/(last-proof|number-lifetime|order|order-status)\\.ts$',
  '^src/orders/order/(changes/|evidence/|client/client-in-texts\\.ts$|requests/(order-request|refusal)\\.ts$)',
  '^src/orders/order-numbers/(order-terms|first-seen|number-link|number-proof|ownership|later-day)\\.ts$',
  '^src/orders/order-limits/check-limits\\.ts$',
  '^src/orders/fills/(executions|limit-evidence|misnamed-orders|possible-copies|stray-trades|trade-corrections|trade-row)\\.ts$',
  '^src/orders/dispatch/(call-outcome|restored-orders|send-gates|send-policy)\\.ts$',
  '^src/orders/reconciliation/order-records/',
  '^src/orders/reconciliation/(collect/enquiry-ranking|plan/enquiry-outcome|runs/run-pacing)\\.ts$',
  '^src/orders/reconciliation/unknown-outcomes/(match|named-numbers|unknown-edits|unknown-posts)\\.ts$',
  '^src/orders/best-execution/(execution-quality|quotes)\\.ts$',
  '^src/orders/break-desk/(approvals/contradictions|candidates/number-fit|resolutions/(adopt-order|manual-resolution))\\.ts$',
  '^src/orders/status-mappings/status-mapping\\.ts$',
  '^src/orders/trading-days/(report/(day-report|explained-differences|report-changes)|traded)\\.ts$',
];

/** Files that write to the database; only commands and the machinery of sending and reconciliation use them. */
const STORES =
  '^src/orders/(break-desk/(break-desk|resolutions/adoption)|breaks/(break-register|system-breaks)|dispatch/outbox|order/(order-store|requests/blocked-requests)|order-numbers/(external-order-breaks|sighting-register)|reconciliation/lists/list-watermark|status-mappings/status-mapping-desk|trading-days/trading-day-store)\\.ts$';

/** These write as well, but a controller may call them: pausing, limits, due times and starting a run have no command of their own. */
const OPERATED_BY_ROUTES =
  '^src/orders/(breaks/break-settings|desk-switch/desk-switch|order-limits/own-limits|reconciliation/runs/reconciler)\\.ts$';

const COMMANDS =
  '^src/orders/(order-entry/((post|edit|cancel)-order|post-acceptance)|break-desk/((assign|comment)-break|approvals/decide-approval|resolutions/(reopen|resolve)-break)|order-queries/unmask-client|status-mappings/(propose|decide)-status-mappings|trading-days/sign-off-day)\\.ts$';

const QUERIES =
  '^src/orders/[a-z/-]+/((get|find|count|measure)-[^/.]+|audit-events|order-(columns|history))\\.ts$';

const whole = [
  never(
    'no-circular: Behaviour must not depend on the order in which modules load.',
    {},
    { circular: true },
  ),
  {
    ...never(
      'no-circular-folders: Subjects depend on each other in one direction only.',
      '^src/(infra|market|orders)/',
      {
        circular: true,
      },
    ),
    scope: 'folder',
  },
  never(
    'no-barrels: Import from the file that declares the symbol.',
    {},
    { path: '(^|/)index\\.[cm]?[jt]sx?$', pathNot: 'node_modules' },
  ),
  never(
    'no-orphans: A file that imports nothing and is imported by nothing is dead code.',
    { orphan: true, pathNot: '\\.d\\.m?ts$' },
    {},
  ),
  never(
    'no-unused-files: Every file of the service must be reachable from main.ts, cli.ts or the program of a thread.',
    // Worker threads are started by file name.
    '^src/(main|cli)\\.ts$|\\.thread\\.[jt]s$',
    { path: '^src/', pathNot: '^src/(main|cli)\\.ts$|\\.thread\\.[jt]s$', reachable: false },
  ),
  never(
    'no-unused-simulator-files: Every file of the simulator must be reachable from its main.ts.',
    '^simulator/main\\.ts$',
    { path: '^simulator/', reachable: false },
  ),
  never('no-unresolvable: Every import must resolve.', {}, { couldNotResolve: true }),
  never(
    'no-undeclared-packages: Imported packages must be listed in package.json.',
    // Run only where the packages of the tests are installed.
    { pathNot: '^(eslint\\.config|scripts/client-types)\\.js$' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  never(
    'no-development-packages-in-production: The service must run without devDependencies.',
    '^(src|simulator)/',
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  never(
    'nothing-imports-tests: Only tests and benchmarks may import test code.',
    { pathNot: '^(test|bench)/' },
    '^(test|bench)/',
  ),
  never(
    'src-knows-no-simulator: The simulator runs as a separate process.',
    '^src/',
    '^(simulator|scripts)/',
  ),
  never(
    'simulator-stands-alone: The simulator is an independent reading of the vendor interface and uses only Node built-ins.',
    '^simulator/',
    { pathNot: '^(simulator|test|bench)/', dependencyTypesNot: ['core'] },
  ),
  never(
    'verifier-stands-alone: Whoever verifies a trail needs one file and Node.js, and trusts none of our code.',
    '^verifier/',
    { dependencyTypesNot: ['core'] },
  ),
  never(
    'simulator-core-is-pure: Only server, diary and main use sockets, disk or process.',
    { path: '^simulator/', pathNot: '^simulator/(server|diary|main)\\.ts$' },
    { dependencyTypes: ['core'] },
  ),
];

const layers = [
  only('infra-knows-no-feature: infra is the lowest layer.', '^src/infra/', '^src/infra/'),
  only(
    'market-knows-no-orders: market is the middle layer.',
    '^src/market/',
    '^src/(market|infra)/',
  ),
  only(
    'orders-know-no-root: orders is below the files that compose the application.',
    '^src/orders/',
    '^src/(orders|market|infra)/',
  ),
  never(
    'market-public-files: orders may use only the formats, the figures, the securities directory, the market data, the last prices, the trading calendar and the module.',
    '^src/orders/',
    {
      path: '^src/market/',
      pathNot:
        '^src/market/(figures|formats|market\\.module|market-data/(last-prices|market-data)|securities/security-directory|trading-calendar/trading-(calendar|day))\\.ts$',
    },
  ),
  never(
    'features-use-no-machine: Only infra uses files, sockets and processes.',
    '^src/(orders|market)/',
    { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
  ),
];

const conformance = [
  only(
    'conformance-stands-alone: A separate program without database, Nest or orders.',
    '^src/conformance/',
    '^src/conformance/',
    '^src/infra/((config|observability|runtime)/|printable\\.ts$)',
    '^src/infra/exchange/(schema|settings)/',
    '^src/infra/exchange/(api/trading-api|transport/(exchange-transport|outcome))\\.ts$',
  ),
  never(
    'only-the-command-line-probes: The service itself never posts orders just to learn something.',
    except('^src/(cli\\.ts$|conformance/)'),
    '^src/conformance/',
  ),
];

const orders = [
  never(
    'public-files: Other subjects may import only the public files of a subject.',
    { path: '^src/(?:orders/([^/]+)/|(?!orders/))', pathNot: '^src/schema\\.ts$' },
    { path: PRIVATE_FILES, pathNot: '^src/orders/$1/' },
  ),
  never(
    'decisions-are-pure: No Nest, database, clock, package or built-in.',
    { path: DECISIONS.filter((path) => !path.includes('market')) },
    { pathNot: DECISIONS },
  ),
  only(
    'entities-are-plain: An entity imports only other entities and the types it stores.',
    '\\.entity\\.ts$',
    '\\.entity\\.ts$',
    ...DECISIONS,
  ),
  never(
    'commands-only-record: A command decides and stores; it uses neither the exchange nor a query.',
    COMMANDS,
    [QUERIES, '^src/infra/exchange/', '^src/orders/(dispatch|reconciliation)/'],
  ),
  never('queries-only-read: A query uses neither a writer nor the exchange.', QUERIES, [
    STORES,
    OPERATED_BY_ROUTES,
    '^src/infra/exchange/(?!client/(exchange-call\\.entity|schema-drift\\.entity|reply-store)\\.ts$)',
  ]),
  never(
    'routes-only-ask: Controllers use commands and queries only.',
    '^src/orders/[a-z/-]+\\.controller\\.ts$',
    [
      STORES,
      '^src/orders/.*(?<!order-request)\\.entity\\.ts$',
      '^src/infra/exchange/(?!keys/capabilities\\.ts$)',
    ],
  ),
  never(
    'reconciliation-only-asks: Reconciliation enquires and applies; it must not trade.',
    '^src/orders/reconciliation/',
    '^src/orders/dispatch/(?!call-outcome\\.ts$)',
  ),
];

const monopolies = [
  never(
    'only-dispatch-trades: Posts, edits and cancels go through the queue. Conformance probes use a test key without a queue.',
    except('^src/(orders/dispatch|conformance)/'),
    '^src/infra/exchange/api/trading-api\\.ts$',
  ),
  never(
    'only-these-call-the-exchange: Every call is reserved and journalled. Conformance probes do their own counting; the doctor asks only with keys that no service uses.',
    except(
      '^src/(conformance/courier|conformance/conformance|doctor/exchange|infra/(exchange/|infra\\.module\\.ts$)|orders/(dispatch/|orders\\.schedule\\.ts$))',
    ),
    '^src/infra/exchange/(client/call-journal|transport/exchange-transport)\\.ts$',
  ),
  never(
    'only-the-cache-asks-the-market: Reads go through the cache. The securities directory reads whole listings.',
    except(
      '^src/(market/(market-data/market-data|securities/security-directory)|infra/exchange/exchange\\.module)\\.ts$',
    ),
    '^src/infra/exchange/api/market-data-api\\.ts$',
  ),
  never(
    'only-the-transport-sends: Only one file opens sockets to the exchange, one to the sinks of checkpoints, and the demo calls what it has started.',
    except(
      '^src/(infra/(exchange/transport/exchange-transport|audit/checkpoints/checkpoint-sinks)|demo-day)\\.ts$',
    ),
    '(^|node_modules/)undici(/|$)',
  ),
  never(
    'only-the-server-listens: Only the HTTP server opens other sockets. The trusted proxies are only checked.',
    except('^src/(orders/|market/|infra/http/|infra/config/trusted-proxies\\.ts$)'),
    '^(node:)?(dgram|http|http2|https|net|tls)$',
  ),
  never(
    'only-these-start-processes-or-threads: The bundled exchange is a child process; long replies are parsed, the chain is verified and the reports of days are made in worker threads; PostgreSQL is dumped by its own programs, and checkpoints are given to those that the administrator names.',
    except(
      '^src/(orders/|market/|bundled-exchange\\.ts$|infra/exchange/transport/reply-parser|infra/audit/verification/chain-verif|infra/database/threads/reading-thread|infra/backup/postgres-tools|infra/audit/checkpoints/checkpoint-sinks)',
    ),
    '^(node:)?(child_process|cluster|worker_threads)$',
  ),
  never(
    'only-the-database-folder-has-drivers: All other code uses entities and units of work.',
    except('^src/infra/(database/|audit/verification/chain-verifier\\.thread\\.js$)'),
    '(^|node_modules/)(better-sqlite3|pg|@types/better-sqlite3|@types/pg)(/|$)',
  ),
  never(
    'only-queries-use-typeorm: Code that decides, sends or responds must not use TypeORM.',
    {
      path: '^src/',
      pathNot: [
        '^src/infra/',
        '\\.entity\\.ts$',
        QUERIES,
        '^src/orders/reconciliation/(collect/orders-under-review|trades/trade-booking)\\.ts$',
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
    'only-one-file-knows-opentelemetry: All other code describes its work to `Tracing`, which loads it only when traces are configured.',
    except('^src/infra/observability/open-telemetry\\.ts$'),
    '(^|node_modules/)@opentelemetry/',
  ),
  never('opentelemetry-is-loaded-late: A service without traces must not load it.', '^src/', {
    path: '^src/infra/observability/open-telemetry\\.ts$',
    dynamic: false,
    dependencyTypesNot: ['type-only'],
  }),
  never(
    'only-the-schedule-has-timers: One file lists all scheduled jobs.',
    except('^src/(app\\.module|orders/orders\\.schedule)\\.ts$'),
    '(^|node_modules/)@nestjs/schedule(/|$)',
  ),
];

module.exports = {
  forbidden: [...whole, ...layers, ...conformance, ...orders, ...monopolies],
  options: {
    doNotFollow: 'node_modules',
    tsPreCompilationDeps: true,
    // Tests and benchmarks use the packages of `package.json` and of the one in their folder.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
