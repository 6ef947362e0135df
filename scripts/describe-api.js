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

const named = Object.fromEntries(
  Object.entries(generated.definitions ?? {})
    .filter(([name]) => name !== 'ApiTypes')
    .map(([name, schema]) => [nameOf(name), renamed(schema)]),
);
const schemas = Object.fromEntries(
  Object.entries({ ...named, ...eventsOf(named) })
    .filter(([name]) => !['EntryBodies', 'AuditedOrderFields'].includes(name))
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

/**
 * One schema for each type of audit entry, told apart by `type`: `FillEvent` for `FILL`. The fields that all of them have are
 * in a schema that they share, or the description would be five times as long.
 */
function eventsOf(named) {
  const { EntryBodies: bodies, OrderPage: page } = named;
  const types = Object.keys(bodies.properties).sort();
  const events = types.map((type) => [eventName(type), eventOf(type, bodies.properties[type])]);
  const refs = Object.fromEntries(types.map((type) => [type, referenceTo(eventName(type))]));
  // Examples are of the first.
  const oneOf = [...new Set(['FILL', ...types])].map((type) => ({ $ref: refs[type] }));
  const choice = { oneOf, discriminator: { propertyName: 'type', mapping: refs } };
  const pageOf = (name) => ({
    ...page,
    properties: {
      ...page.properties,
      data: { ...page.properties.data, items: { $ref: referenceTo(name) } },
    },
  });
  // Any entry may say more: later releases do.
  const open = Object.values(bodies.properties).map(({ $ref }) => $ref.split('/').at(-1));
  return {
    ...Object.fromEntries(
      open.map((name) => [name, { ...named[name], additionalProperties: true }]),
    ),
    ...Object.fromEntries(events),
    Event: { description: 'An audit entry; `type` says which schema it has.', ...choice },
    // Beside the choice: where `allOf` joins the two, generators of clients lose the choice.
    AuditedEvent: {
      ...named.AuditedOrderFields,
      description: 'An audit entry, beside the order that it is about.',
      ...choice,
    },
    EventPage: pageOf('Event'),
    AuditedEventPage: pageOf('AuditedEvent'),
  };
}

function eventOf(type, body) {
  return {
    type: 'object',
    allOf: [{ $ref: referenceTo('EventFields') }],
    properties: { type: { const: type, description: 'What happened.' }, body },
    required: ['type', 'body'],
  };
}

function eventName(type) {
  const words = type.toLowerCase().split('_');
  return `${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}Event`;
}

function referenceTo(name) {
  return `#/components/schemas/${name}`;
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
