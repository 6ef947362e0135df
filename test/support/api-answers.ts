import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

/*
 * Every answer that the desk of a test gets is held against the API description: its status must be there for the
 * operation, a problem must have one of the codes that are, a body must have the schema and no other field, and each header
 * must be described, too.
 */

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface ApiAnswer {
  readonly status: number;
  readonly type: string;
  /** Names, in small letters. */
  readonly headers: readonly string[];
  readonly body: unknown;
}

/** Addresses beside the API: pages for people, and what they load. */
const PAGES = /^\/(openapi\.json|docs|console|problems)(\/|$)/;

/** Of HTTP itself, and what tells browsers alone how to treat an answer. */
const UNDESCRIBED: ReadonlySet<string> = new Set([
  'connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding',
  'cache-control', 'content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster',
  'referrer-policy', 'strict-transport-security', 'x-accel-buffering', 'x-content-type-options', 'x-dns-prefetch-control',
  'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection',
]); // prettier-ignore

/** Throws if the document has a schema that is none. */
export function withValidSchemas(document: ApiDocument): ApiDocument {
  const ajv = new Ajv2020({ strict: false });
  for (const schema of Object.values(document.components.schemas)) {
    if (ajv.validateSchema(schema) !== true) throw new Error(ajv.errorsText(ajv.errors));
  }
  return document;
}

export class ApiAnswers {
  /** Each test file compiles them anew, so that compiling costs more than the faster code would save. */
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    // See `withValidSchemas`.
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  private readonly validators = new Map<string, ValidateFunction>();
  /** Names of schemas that others are put together from. */
  private readonly parts: ReadonlySet<string>;
  private readonly paths: readonly { readonly template: string; readonly pattern: RegExp }[];

  constructor(private readonly document: ApiDocument) {
    this.ajv.addFormat('date-time', fullFormats['date-time']);
    this.ajv.addFormat('date', fullFormats.date);
    this.parts = partsOf(document.components.schemas);
    const components = { schemas: this.closedSchemas() };
    this.ajv.addSchema({ $id: 'api', components });
    this.paths = Object.keys(document.paths)
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((template) => ({
        template,
        pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      }));
  }

  private closedSchemas(): Readonly<Record<string, unknown>> {
    const named = Object.entries(this.document.components.schemas);
    return Object.fromEntries(
      named.map(([name, schema]) => [name, closed(schema, this.parts, this.parts.has(name))]),
    );
  }

  /** What is wrong with the answer; null: nothing. */
  flawOf(method: string, path: string, answer: ApiAnswer): string | null {
    const { status, type, body } = answer;
    const [plain = ''] = path.split('?');
    const template = this.paths.find(({ pattern }) => pattern.test(plain))?.template;
    const methods = this.document.paths[template ?? ''];
    const operation = methods?.[method.toLowerCase()];
    const where = `${method} ${template ?? plain} answered ${status}`;
    if (/^text\/|xml\b/.test(type) && !/; *charset=utf-8$/i.test(type))
      return `${where} as ${type}, without its charset`;
    if (operation === undefined) {
      // What is no operation is refused by the server itself.
      const refused = methods === undefined ? 404 : 405;
      const isRefused = [refused, 400, 401, 413, 415, 429, 431, 503].includes(status);
      return isRefused || PAGES.test(plain) ? null : `${where}, and is not described`;
    }
    const found = operation.responses[status];
    if (found === undefined) return `${where}, which is not described`;
    const name = found.$ref?.split('/').at(-1);
    const described = name === undefined ? found : this.document.components.responses[name];
    const { content = {}, headers = {} } = described ?? {};
    const names = new Set(Object.keys(headers).map((header) => header.toLowerCase()));
    const others = answer.headers.filter((one) => !UNDESCRIBED.has(one) && !names.has(one));
    if (others.length > 0) return `${where} with ${others.join(', ')}, which is not described`;
    const [mediaType = ''] = type.split(';');
    if (mediaType === '')
      return Object.keys(content).length === 0 ? null : `${where} without a body`;
    const media = content[mediaType];
    if (media === undefined) return `${where} as ${mediaType}, which is not described`;
    if (!mediaType.endsWith('json')) return null;
    const validate = this.validatorOf(`${template ?? ''} ${method} ${status}`, media.schema ?? {});
    if (validate(body)) return null;
    return `${where}: ${this.ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 600)}`;
  }

  private validatorOf(key: string, schema: object): ValidateFunction {
    const known = this.validators.get(key);
    if (known !== undefined) return known;
    const made = this.ajv.compile(withinApi(closed(schema, this.parts)) as object);
    this.validators.set(key, made);
    return made;
  }
}

interface ComposedSchema {
  readonly $ref?: string;
  readonly allOf?: readonly ComposedSchema[];
  readonly oneOf?: readonly ComposedSchema[];
  readonly properties?: object;
}

/** The keywords by which a schema is put together from others; a choice alone is none. */
function joinsIn(schema: ComposedSchema): readonly string[] {
  return schema.properties === undefined ? ['allOf'] : ['allOf', 'oneOf'];
}

function nameIn($ref: string): string {
  return $ref.split('/').at(-1) ?? '';
}

/** Names of schemas that others are put together from: no part knows all the fields. */
function partsOf(schemas: Readonly<Record<string, ComposedSchema>>): ReadonlySet<string> {
  const joined = Object.values(schemas).flatMap((schema) => [
    ...(schema.allOf ?? []),
    ...(schema.properties === undefined ? [] : (schema.oneOf ?? [])),
  ]);
  return new Set(joined.flatMap(({ $ref }) => ($ref === undefined ? [] : nameIn($ref))));
}

/** No field that is not described. What is put together from parts is closed as a whole. */
function closed(schema: unknown, parts: ReadonlySet<string>, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, parts, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const joins = joinsIn(schema);
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value, parts, joins.includes(key))]),
  );
  if (isPart) return inner;
  const { $ref } = schema as ComposedSchema;
  const isJoined = joins.some((key) => key in schema);
  if (isJoined || (typeof $ref === 'string' && parts.has(nameIn($ref))))
    return { ...inner, unevaluatedProperties: false };
  const isOpen = !('properties' in schema) || 'additionalProperties' in schema;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}

function withinApi(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withinApi);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `api${value}` : withinApi(value),
    ]),
  );
}
