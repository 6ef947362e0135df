import type { FactBody } from './audit-narrative.js';

/*
 * The entries that are not about an order in plain sentences: who signed in, what was exported, keys, persons, the
 * calendar, the pause. One sentence for each, built from the entry alone. Pure.
 */

type Sentence = (body: FactBody) => string;

/** Each `_` of the text is the place of a field, in their order. What fills one is not looked into. */
const of =
  (text: string, ...fields: readonly string[]): Sentence =>
  (body) => {
    const values = fields.map((field) => shown(body[field]));
    return text.replaceAll('_', () => values.shift() ?? '');
  };

const SENTENCES: Readonly<Record<string, Sentence>> = {
  ACCESS_DENIED: (body) => {
    const [code, method, route] = [body['code'], body['method'], body['route']].map(shown);
    return `${method} ${route} was refused: ${WHY_DENIED[code ?? ''] ?? code}.`;
  },
  ACCESS_DENIED_AGAIN: of('The same caller was refused _ more times within a minute.', 'times'),
  AUDIT_EXPORTED: (body) =>
    `The trail was exported as ${shown(body['format'])}: ${filtered(body)}.`,
  AUDIT_READ: (body) => `${readIn(body)}.`,
  AUDIT_READ_AGAIN: (body) => `${readIn(body)}, ${shown(body['times'])} more times in 15 minutes.`,
  BACKUP_MADE: (body) => {
    const { file, entries, encrypted } = body;
    const how = encrypted === true ? 'encrypted' : 'NOT encrypted';
    return `The database was backed up to ${shown(file)}, ${how}, with ${shown(entries)} entries.`;
  },
  CALENDAR_DAY_REMOVED: of('The calendar entry of _ was removed.', 'tradingDate'),
  CALENDAR_DAY_SET: of('The calendar entry of _ was set.', 'tradingDate'),
  CHECKPOINT_ASKED: of('Somebody asked for a signed checkpoint.'),
  CLIENTS_REMOVED: of(
    'The clients of _ orders were removed, because their time had come.',
    'orders',
  ),
  CLOCK_STEPPED: (body) => {
    const byMs = Number(body['byMs']);
    const [way, seconds] = [byMs < 0 ? 'back' : 'forward', Math.abs(byMs) / 1_000];
    return `The clock was set ${way} by ${seconds} s, from ${shown(body['from'])} to ${shown(body['to'])}.`;
  },
  DATABASE_MOVED: of('The database was moved from _ to _.', 'from', 'to'),
  DATABASE_OLDER_THAN_CHECKPOINT: of(
    'The database is older than its checkpoint outside: nothing is sent until the exchange has been read whole.',
  ),
  DAY_READ: of("The exchange's trades of _ were read.", 'tradingDate'),
  DESK_CAUGHT_UP: of('The exchange has been read whole since the restore.'),
  DESK_PAUSED: of('Sending was paused: _.', 'reason'),
  DESK_RESUMED: of('Sending was resumed: _.', 'reason'),
  EXCHANGE_ASKED: (body) => `The exchange was asked for ${askedFor(body)}.`,
  EXCHANGE_KEY_ACCEPTED_AGAIN: of('The exchange accepts our key _ again.', 'key'),
  EXCHANGE_KEY_REFUSED: of('The exchange refuses our key _.', 'key'),
  EXCHANGE_SCOPE_ACCEPTED_AGAIN: of('The exchange lets our key _ do _ again.', 'key', 'scope'),
  EXCHANGE_SCOPE_REFUSED: of('The exchange does not let our key _ do _.', 'key', 'scope'),
  INSTRUCTION_REFUSED: (body) => {
    const [code, method, route] = [body['code'], body['method'], body['route']].map(shown);
    const fields = Array.isArray(body['fields']) ? body['fields'] : [];
    const where = fields.length === 0 ? '' : `, because of ${listed(fields)}`;
    const why: Readonly<Record<string, string>> =
      route?.startsWith('/v1/orders') === true ? WHY_ORDER_REFUSED : {};
    return `${method} ${route} was refused${where}: ${why[code ?? ''] ?? WHY_REFUSED[code ?? ''] ?? code}.`;
  },
  INSTRUCTION_REFUSED_AGAIN: of(
    'Instructions of the same caller were refused _ more times within a minute.',
    'times',
  ),
  KEY_BOUND_TO_ACCOUNT: of('The key _ was bound to an account.', 'name'),
  KEY_CREATED: of('A key was made for _.', 'name'),
  KEY_EXPIRY_SET: of('The end of the key of _ was set to _.', 'name', 'expiresAt'),
  KEY_REVOKED: of('The key of _ was revoked.', 'name'),
  KEY_ROTATED: of('The key of _ has a new secret.', 'name'),
  LEGAL_HOLD_PLACED: of('A legal hold was placed: _.', 'reason'),
  LEGAL_HOLD_RELEASED: of('A legal hold was released: _.', 'reason'),
  ORDERS_COMPARED: of(
    '_ orders were rebuilt from the trail alone and compared with the tables: _ differ.',
    'orders',
    'differences',
  ),
  ORDER_LIMITS_REMOVED: of('Limits of orders were removed.'),
  ORDER_LIMITS_SET: of('Limits of orders were set.'),
  PERSON_CHANGED: of('_ was changed.', 'name'),
  PERSON_CREATED: (body) => `${shown(body['name'])} was added as ${listed(body['roles'])}.`,
  PERSON_LINKED: of('An account of the identity provider was linked to a person.'),
  QUESTION_REMOVED: of('The saved question _ was removed.', 'name'),
  QUESTION_SAVED: of('The question _ was saved.', 'name'),
  QUOTES_RECORDED: (body) => `Quotes were kept: ${listed(Object.keys(objectIn(body['quotes'])))}.`,
  RUNS_REMOVED: of(
    '_ reconciliation runs of _ that found nothing were removed, because their time had come.',
    'runs',
    'tradingDate',
  ),
  RUN_ASKED: (body) =>
    `Somebody asked for a ${body['dryRun'] === true ? 'dry run' : 'run'} over ${shown(body['over'])}.`,
  SERVICE_STARTED: (body) => {
    const { version, environment, schema, lastStop } = body;
    const started = `Marina ${shown(version)} was started, ${shown(environment)}, with schema ${shown(schema)}`;
    return lastStop === 'missing'
      ? `${started}. The trail has no stop of the instance that started before it.`
      : `${started}.`;
  },
  SERVICE_STOPPED: ({ reason }) =>
    reason === 'start-failed' ? 'The start came to nothing.' : 'The service was stopped.',
  SIGNED_IN: of('Signed in.'),
  SIGNED_OUT: (body) => {
    const sessions = Number(body['sessions'] ?? 1);
    return sessions > 1 ? `Signed out of ${sessions} sessions.` : 'Signed out.';
  },
  SIGNING_KEY_CREATED: of('The key was made that signs checkpoints.'),
  SIGNING_KEY_ROTATED: of('Checkpoints are signed with a new key from here on.'),
  STATUS_WORDS_APPROVED: of('Version _ of the status words was approved.', 'version'),
  STATUS_WORDS_EXPIRED: of('The proposal of version _ of the status words expired.', 'version'),
  STATUS_WORDS_PROPOSED: of('Version _ of the status words was proposed.', 'version'),
  STATUS_WORDS_REJECTED: of('Version _ of the status words was rejected.', 'version'),
  TRADING_DAYS_READ: (body) =>
    Array.isArray(body['missed']) && body['missed'].length > 0
      ? `Trading days until ${shown(body['until'])} were read, except ${listed(body['missed'])}.`
      : `All trading days until ${shown(body['until'])} are read.`,
  TRAIL_VERIFIED: (body) => {
    const { mode, valid, entries, from, firstBadSequence: bad } = body;
    const how = mode === 'full' ? 'in full' : `from entry ${shown(from)} on`;
    const where = typeof bad === 'number' ? `, from entry ${bad} on` : '';
    const found =
      valid === true ? `it holds, with ${shown(entries)} entries` : `it does NOT hold${where}`;
    return `The trail was verified ${how}: ${found}.`;
  },
  TRAIL_VERIFIED_AGAIN: of(
    'The trail was verified _ more times within a minute, with the same result.',
    'times',
  ),
};

const WHY_DENIED: Readonly<Record<string, string>> = {
  unauthenticated: 'no valid key or session',
  'scope-missing': 'the role does not include it',
  'rate-limited': 'too many calls',
  'second-person-needed': 'it needs a second person',
  'clients-masked': 'clients are masked for this role',
};

const WHY_REFUSED: Readonly<Record<string, string>> = {
  'validation-failed': 'the request is not valid',
  'malformed-body': 'the body cannot be read',
  'not-found': 'nothing has this id',
  'order-not-working': 'the order is not working',
  'order-part-filled': 'the order is partially filled',
  'order-number-unknown': 'the order number is not known yet',
  'version-stale': 'it has changed since',
  'break-closed': 'the break is closed',
  'approval-pending': 'a proposal about this awaits approval',
  'approval-decided': 'the proposal has been decided',
  'report-changed': 'the report has changed',
  'day-closed': 'the day is closed',
  'security-unknown': 'the security is not listed',
  'idempotency-key-reused': 'the idempotency key was used for another request',
};

const WHY_ORDER_REFUSED: Readonly<Record<string, string>> = {
  'not-found': 'there is no such order',
  'version-stale': 'the order has changed since',
};

/** Null for a type that has no sentence. */
export function explainDeskEntry(type: string, body: FactBody): string | null {
  const sentence = Object.hasOwn(SENTENCES, type) ? SENTENCES[type] : undefined;
  return sentence === undefined ? null : sentence(body);
}

function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing said';
}

function listed(value: unknown): string {
  const names = Array.isArray(value) ? value.map(shown) : [];
  return names.length === 0 ? 'none' : names.join(', ');
}

function objectIn(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

const READS: Readonly<Record<string, string>> = {
  '/v1/audit/events': 'The trail was read',
  '/v1/audit/proofs': 'A proof was made',
  'marina audit proof': 'A proof was made by the command line',
  '/v1/audit/handled-orders': 'Who handled the orders of a client was read',
  '/v1/audit/overrides': 'What people have overruled was read',
  '/v1/audit/unknown-outcomes': 'Unknown outcomes were read',
  '/v1/orders': 'Orders as of an earlier time were read',
  '/v1/orders/:id/report': 'The history of an order was read as a page',
  '/v1/orders/:id/calls': 'The exchange calls of an order were read',
  '/v1/exchange/calls': 'The journal of exchange calls was read',
  '/v1/orders/:id': 'An order as of an earlier time was read',
};

function readIn(body: FactBody): string {
  const read =
    READS[shown(body['route'])] ?? 'The trail was read, with more questions than are told apart';
  const conditions = conditionsIn(body);
  return conditions.length === 0 ? read : `${read}: ${conditions.join(', ')}`;
}

/** An export of an account does not name it: the trail keeps no client. */
function filtered(body: FactBody): string {
  const all = conditionsIn(body);
  return all.length === 0 ? 'all entries' : `entries of ${all.join(', ')}`;
}

function conditionsIn(body: FactBody): readonly string[] {
  const named = Object.entries(objectIn(body['filters'])).map(([name, value]) => {
    return `${name} ${Array.isArray(value) ? listed(value) : shown(value)}`;
  });
  const more = Array.isArray(body['more']) ? body['more'].map(shown) : [];
  return [...(body['ofOneAccount'] === true ? ['one account'] : []), ...named, ...more];
}

const QUESTIONS: Readonly<Record<string, string>> = {
  order: 'the order',
  'broker-orders': 'the orders of the broker',
  'account-orders': 'the orders of an account',
  trades: 'the trades of',
};

function askedFor({ question, of: what }: FactBody): string {
  const asked = QUESTIONS[shown(question)] ?? shown(question);
  return what === null || what === undefined ? asked : `${asked} ${shown(what)}`;
}
