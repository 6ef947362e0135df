import type { OpenAPIObject } from '@nestjs/swagger';
import { isProblemCode, PROBLEMS, type ProblemCode } from '../problems/problem.js';
import { PROBLEMS_EXTENSION, reference } from './answers.js';
import { withCommonHeaders } from './common-headers.js';

/*
 * The problems that a route can answer: its own ({@link Answers}) and those of every route of its kind, grouped by
 * status. `code` tells a client which one it is; a status alone may mean several.
 */

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

const OF_ALL: readonly ProblemCode[] = [
  'validation-failed', 'malformed-request', 'rate-limited', 'internal', 'storage-unavailable', 'query-timeout', 'overloaded', 'shutting-down',
]; // prettier-ignore
/** Of everybody who is not let in by the route alone; a session may come from a page of another site. */
const OF_CALLERS: readonly ProblemCode[] = [
  'unauthenticated', 'delegation-not-allowed', 'foreign-origin',
]; // prettier-ignore
const OF_SCOPES: readonly ProblemCode[] = [
  'scope-missing',
  'key-bound-to-accounts',
  'clients-masked',
];
const OF_BODIES: readonly ProblemCode[] = [
  'malformed-body', 'body-too-large', 'unsupported-media-type',
]; // prettier-ignore
const OF_CHANGES: readonly ProblemCode[] = ['csrf-token-missing'];

const TITLES: Readonly<Record<number, string>> = {
  400: 'Something in the request is not valid; `errors` names it.',
  401: 'Neither a valid API key nor a session.',
  403: 'The caller may not do this.',
  404: 'Not found, or not visible to you.',
  409: 'The state of things does not allow it.',
  412: 'It has changed since the version in `If-Match`.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The request is valid, but cannot be done.',
  429: 'Too many requests.',
  500: 'A defect of the service.',
  502: 'The exchange did not answer, or not usably.',
  503: 'Not now; `Retry-After` says when to try again.',
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until the request may be sent again.', ...wholeSeconds() },
};
const UNAUTHENTICATED = {
  'Clear-Site-Data': {
    description: 'What a browser is to forget whose session has ended.',
    schema: { type: 'string' },
    example: '"cache"',
  },
  'WWW-Authenticate': {
    description: 'How a key is sent.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
};
const UNSATISFIABLE = {
  'Content-Range': {
    description: 'How many bytes the file has.',
    schema: { type: 'string' },
    example: 'bytes */4194304',
  },
};
/** Beside those that every answer has. */
const HEADERS: Readonly<Record<number, object>> = {
  401: UNAUTHENTICATED,
  416: UNSATISFIABLE,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

export class ProblemResponses {
  private readonly named = new Map<string, { readonly name: string; readonly response: object }>();

  addTo(method: string, operation: Operation): void {
    const extended = operation as Operation & { [PROBLEMS_EXTENSION]?: unknown };
    const own = extended[PROBLEMS_EXTENSION];
    delete extended['x-problems'];
    const codes = [...(Array.isArray(own) ? own.filter(isCode) : []), ...common(method, operation)];
    const shared = [...grouped(new Set(codes))].map(
      ([found, some]) => [found, reference(this.nameOf(found, some), 'responses')] as const,
    );
    // What the route describes itself comes first: `/health/ready` answers 503, too.
    operation.responses = {
      ...Object.fromEntries(shared),
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          response === undefined ? response : withCommonHeaders(response),
        ]),
      ),
    };
  }

  all(): Responses {
    return Object.fromEntries(
      [...this.named.values()].map(({ name, response }) => [name, response]),
    ) as Responses;
  }

  /** Routes that answer the same problems share the description of them. */
  private nameOf(status: number, codes: readonly ProblemCode[]): string {
    const key = codes.join(' ');
    const known = this.named.get(key);
    if (known !== undefined) return known.name;
    const same = [...this.named.values()].filter(({ name }) => name.startsWith(`Problem${status}`));
    const name = same.length === 0 ? `Problem${status}` : `Problem${status}-${same.length + 1}`;
    this.named.set(key, { name, response: problemResponse(status, codes) });
    return name;
  }
}

function isCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && isProblemCode(code);
}

function common(method: string, operation: Operation): readonly ProblemCode[] {
  const isPublic = operation.security?.length === 0;
  const hasScopes = operation.security?.some((one) => (one['bearer'] ?? []).length > 0) === true;
  const parameters = operation.parameters ?? [];
  const hasPath = parameters.some((one) => 'in' in one && one.in === 'path');
  return [
    ...OF_ALL,
    ...(isPublic ? [] : OF_CALLERS),
    ...(hasScopes ? OF_SCOPES : []),
    ...(isPublic || method === 'get' ? [] : OF_CHANGES),
    ...(operation.requestBody === undefined ? [] : OF_BODIES),
    ...(hasPath ? (['not-found'] as const) : []),
  ];
}

function grouped(codes: Iterable<ProblemCode>): ReadonlyMap<number, readonly ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of [...codes].sort()) {
    const [status] = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function problemResponse(status: number, codes: readonly ProblemCode[]): object {
  const [first = 'internal'] = codes;
  const listed = codes.map((code) => `\`${code}\``).join(', ');
  const headers = HEADERS[status];
  return withCommonHeaders({
    description: `${TITLES[status] ?? PROBLEMS[first][1]} Codes: ${listed}.`,
    ...(headers === undefined ? {} : { headers }),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [reference('ProblemBody')],
          properties: { code: { type: 'string', enum: codes } },
        },
        example: exampleOf(first),
      },
    },
  });
}

function exampleOf(code: ProblemCode): object {
  const [status, title] = PROBLEMS[code];
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail: `${title}.`,
    instance: '/v1/orders',
    code,
    requestId: '3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f',
    errors: [],
  };
}

function wholeSeconds(): object {
  return { schema: { type: 'integer', minimum: 0 }, example: 10 };
}
