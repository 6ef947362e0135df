import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './examples.js';

/*
 * What the description says of parameters beside their classes: the headers that the service reads of every call, a text
 * for each part of a path, and an example for each parameter, so that a reader can try a call as it stands.
 */

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];
type Components = NonNullable<OpenAPIObject['components']>;

interface HeaderAbout {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** By their names in the document. */
const COMMON: Readonly<Record<string, HeaderAbout>> = {
  RequestId: {
    name: 'X-Request-Id',
    description:
      'An id of the caller for this request: 1 to 80 letters, digits, `.`, `_`, `:` and `-`. The answer repeats it, and the log and the audit trail keep it. Without one, or with one of another form, the service makes one.',
    example: '3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f',
  },
  OnBehalfOf: {
    name: 'On-Behalf-Of',
    description:
      'The person whom the caller acts for: 1 to 80 visible characters, UTF-8. Only of a key that was made with `delegates: true`; others get 403 `delegation-not-allowed`.',
    example: 'ada.obi',
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    description: 'With a session, its `csrfToken`; a call with a key needs none.',
    example: 'q7Zt0mWcVb2yH1uJ5nKx8sRd4fGpLaEo',
  },
  Background: {
    name: 'X-Background',
    description:
      '`true`: nobody has asked for it just now, so that the call does not keep a session from ending. Calls with a key need none.',
    example: 'true',
  },
};

/** The headers of every call, for `components.parameters`. */
export function commonParameters(): NonNullable<Components['parameters']> {
  return Object.fromEntries(
    Object.entries(COMMON).map(([key, header]) => [
      key,
      { ...header, in: 'header', required: false, schema: { type: 'string' } },
    ]),
  );
}

/** Adds what the parameters of an operation lack, once its security is known. */
export function describeParameters(path: string, method: string, operation: Operation): void {
  operation.parameters ??= [];
  for (const parameter of operation.parameters) {
    if ('$ref' in parameter) continue;
    if (parameter.in === 'path') parameter.description ??= OF_PATHS[parameter.name] ?? '';
    parameter.example ??= exampleIn(path, parameter);
  }
  for (const name of headersOf(method, operation))
    operation.parameters.push({ $ref: `#/components/parameters/${name}` });
}

function headersOf(method: string, { security }: Operation): readonly string[] {
  if (security?.length === 0) return ['RequestId'];
  const takes = (scheme: string): boolean =>
    security === undefined || security.some((one) => Object.hasOwn(one, scheme));
  return [
    'RequestId',
    ...(takes('bearer') ? ['OnBehalfOf'] : []),
    ...(takes('session') && method !== 'get' ? ['CsrfToken'] : []),
    ...(takes('session') ? ['Background'] : []),
  ];
}

const OF_PATHS: Readonly<Record<string, string>> = { id: 'The id.', version: 'The version.' };

/** A class may name one of its own; of the others the name says what a value looks like. */
function exampleIn(path: string, parameter: Exclude<Parameter, { $ref: string }>): unknown {
  const schema = (parameter.schema ?? {}) as Schema;
  const own = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  const ofType = schema.type === 'boolean' ? true : undefined;
  const ofItems = (schema.items as Schema | undefined)?.enum?.[0];
  const found = EXAMPLES[`${path} ${parameter.name}`] ?? EXAMPLES[parameter.name];
  const example = own ?? ofItems ?? found ?? ofType;
  return schema.type === 'string' && typeof example === 'number' ? String(example) : example;
}

const DAY = '2026-11-20';
const FROM = '2026-11-20T09:00:00Z';
const TO = '2026-11-20T14:30:00Z';
const ULID = '01M7W9V1GHGDXV473P1P44ZYCB';
const OF_DAYS = [
  '/v1/market/snapshot/summary', '/v1/market/vwap', '/v1/trading-calendar', '/v1/trading-days',
  '/v1/audit/handled-orders', '/v1/audit/best-execution',
]; // prettier-ignore

/** By the name of the parameter, or by its path and its name where that means something else. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  accountNumber: 'C0012345',
  actor: 'key:ada.obi',
  after: 42,
  afterSequence: 42,
  asOf: TO,
  assignee: 'ada.obi',
  clientOrderId: 'web-7731',
  code: 'BRK01',
  createdFrom: FROM,
  createdTo: TO,
  cursor: 'b3JkXzAxTTc',
  date: DAY,
  error: 'access_denied',
  from: FROM,
  id: `ord_${ULID}`,
  limit: 50,
  name: 'Ada',
  number: 'C0012345',
  onBehalfOf: 'ada.obi',
  orderId: `ord_${ULID}`,
  orderNumber: '700001',
  orderRef: 'TV0955EEYEP6SDEG3YNN',
  owner: 'C0012345',
  owners: 'accounts',
  requestId: '3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f',
  sector: 'BANKING',
  security: 'SD11PLC',
  sequence: 42,
  size: 42,
  state: '3f0a6f0e',
  status: 'Active',
  symbol: 'SD11PLC',
  to: TO,
  tradingDate: DAY,
  type: 'FILL',
  types: 'FILL,BREAK_OPENED',
  version: 3,
  '/v1/session/oidc/callback code': 'SplxlOBeZQQYbYS6WxSbIA',
  '/v1/api-keys/{id} id': `key_${ULID}`,
  '/v1/api-keys/{id}/rotate id': `key_${ULID}`,
  '/v1/persons/{id} id': `per_${ULID}`,
  '/v1/reconciliation/runs/{id} id': `run_${ULID}`,
  '/v1/audit/exports/{id} id': `exp_${ULID}`,
  '/v1/audit/exports/{id}/file id': `exp_${ULID}`,
  '/v1/legal-holds/{id} id': `hold_${ULID}`,
  ...Object.fromEntries(
    ['', '/assign', '/comments', '/resolve', '/reopen', '/recheck'].map((act) => [
      `/v1/breaks/{id}${act} id`,
      `brk_${ULID}`,
    ]),
  ),
  ...Object.fromEntries(
    ['', '/approve', '/reject', '/withdraw'].map((act) => [
      `/v1/approvals/{id}${act} id`,
      `apr_${ULID}`,
    ]),
  ),
  ...Object.fromEntries(
    OF_DAYS.flatMap((path) => [
      [`${path} from`, DAY],
      [`${path} to`, DAY],
    ]),
  ),
};
