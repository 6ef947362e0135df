/** Response headers of every route. `/health/live` alone has no limits, so that each may be missing. */
export const COMMON_HEADERS = {
  'X-Request-Id': {
    description: 'The one of the request, or a new one; it is in the log and in the audit trail.',
    schema: { type: 'string' },
    example: '3f0a6f0e-9a51-4b1c-9f2b-1d1f0c1d2e3f',
  },
  'RateLimit-Policy': {
    description: 'How many requests are allowed in how many seconds.',
    schema: { type: 'string' },
    example: '"key";q=2000;w=1',
  },
  RateLimit: {
    description: 'How many of them are left, and seconds until all are allowed again.',
    schema: { type: 'string' },
    example: '"key";r=1999;t=1',
  },
} as const;

/** A response that is named elsewhere has them there. */
export function withCommonHeaders<T extends object>(response: T): T {
  if ('$ref' in response) return response;
  const common = Object.keys(COMMON_HEADERS).map(
    (name) => [name, { $ref: `#/components/headers/${name}` }] as const,
  );
  const own = 'headers' in response ? (response.headers as object) : {};
  return { ...response, headers: { ...Object.fromEntries(common), ...own } };
}
