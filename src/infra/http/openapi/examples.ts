/**
 * An example of a whole answer, put together from the examples of its fields: of a choice the first, of a list one
 * element, and nothing for a field that may be left out.
 */

export type Schemas = Readonly<Record<string, Schema>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly example?: unknown;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Other keywords, such as formats and descriptions. */
  readonly [keyword: string]: unknown;
}

export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  const given = schema.examples?.[0] ?? schema.example ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  const { allOf = [] } = schema;
  const parts = [...allOf, ...(choice === undefined ? [] : [choice])];
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && schema.properties === undefined)
    return exampleOf(only, schemas);
  if (parts.length > 0) {
    const joined = [...parts.map((part) => exampleOf(part, schemas)), objectOf(schema, schemas)];
    return Object.assign({}, ...joined) as object;
  }
  if (schema.$ref !== undefined) return exampleOf(referenced(schema.$ref, schemas), schemas);
  const [type] = [schema.type].flat();
  if (type === 'object') return objectOf(schema, schemas);
  if (type === 'array') return [schema.items ?? []].flat().map((one) => exampleOf(one, schemas));
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return schema.default ?? null;
}

export function referenced($ref: string, schemas: Schemas): Schema {
  const name = $ref.split('/').at(-1) ?? '';
  const found = schemas[name];
  if (found === undefined) throw new Error(`There is no schema ${name}`);
  return found;
}

function objectOf({ properties = {}, required = [] }: Schema, schemas: Schemas): object {
  const fields = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, schemas)]));
}
