import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { createGenerator } from 'ts-json-schema-generator';

/**
 * Writes `src/api-schemas.ts`: the schemas of all that the API answers, from the types in `scripts/api-types.ts`. With
 * `--check` it writes nothing and fails if the file is not what it would write.
 */

const FILE = fileURLToPath(new URL('../src/api-schemas.ts', import.meta.url));

const generated = createGenerator({
  path: fileURLToPath(new URL('api-types.ts', import.meta.url)),
  tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
  type: 'ApiTypes',
  expose: 'export',
  topRef: false,
  jsDoc: 'extended',
  // `tsc` has checked them.
  skipTypeCheck: true,
  additionalProperties: true,
}).createSchema('ApiTypes');

const schemas = Object.fromEntries(
  Object.entries(generated.definitions ?? {})
    .filter(([name]) => name !== 'ApiTypes')
    .map(([name, schema]) => [nameOf(name), renamed(schema)])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
// Generators of clients cannot follow a type that has itself inside.
schemas.Json = { description: 'Any JSON value.', examples: [{}] };
const text = await format(
  `// Generated from scripts/api-types.ts by \`npm run api\`.
import type { Schemas } from './infra/http/openapi/examples.js';

export const API_SCHEMAS: Schemas = ${JSON.stringify(schemas)};`,
  { ...(await resolveConfig(FILE)), parser: 'typescript' },
);
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('src/api-schemas.ts is not up to date: run `npm run api`\n');
  process.exitCode = 1;
}

/** `Page<OrderView>` is `OrderPage`, `OrderView` is `Order`. */
function nameOf(type) {
  const page = /^Page<(.+)>$/.exec(type);
  return page === null ? type.replace(/View$/, '') : `${nameOf(page[1])}Page`;
}

function renamed(value) {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? `#/components/schemas/${nameOf(decodeURIComponent(inner.replace('#/definitions/', '')))}`
        : renamed(inner),
    ]),
  );
}
