/*
 * What the API description leaves out, as lines for people; none: nothing. A linter for OpenAPI knows none of these rules.
 */

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface EventChoice {
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, string>>;
  };
}

export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

const OF_ALL = ['400', '429', '500', '503'];
/** Whoever sends the header can get the answer. */
const OF_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'If-Match': ['412'],
  'Idempotency-Key': ['409', '422'],
  Range: ['206', '416'],
  'On-Behalf-Of': ['401', '403'],
};

export function parametersWithout(
  field: 'description' | 'example',
  api: DescribedApi,
): readonly string[] {
  return operationsIn(api).flatMap(([where, operation]) =>
    parametersOf(operation, api)
      .filter((one) => one[field] === undefined || one[field] === '')
      .map(({ name }) => `${where} has no ${field} of ${name}`),
  );
}

/** Of the headers that the service reads of every call. */
export function missingHeaders(api: DescribedApi): readonly string[] {
  return operationsIn(api).flatMap(([where, operation]) => {
    const names = parametersOf(operation, api).map(({ name }) => name);
    return headersReadOf(operation)
      .filter((name) => !names.includes(name))
      .map((name) => `${where} does not name ${name}`);
  });
}

export function missingAnswers(api: DescribedApi): readonly string[] {
  return operationsIn(api).flatMap(([where, operation]) => {
    const names = parametersOf(operation, api).map(({ name }) => name);
    const wanted = [...OF_ALL, ...names.flatMap((name) => OF_HEADERS[name] ?? [])];
    return [...new Set(wanted)]
      .filter((status) => operation.responses[status] === undefined)
      .map((status) => `${where} does not list ${status}`);
  });
}

/** How many operations name each header that a route reads by itself. */
export function operationsByHeader(api: DescribedApi): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, { parameters = [] }] of operationsIn(api)) {
    for (const { name, in: place } of parameters)
      if (place === 'header') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

interface ChosenSchema {
  readonly properties?: { readonly type?: { readonly const?: string } };
}

/** Each type of event has a schema of its own, by which `type` says which one it is. */
export function eventsNotToldApart(name: string, { components }: DescribedApi): readonly string[] {
  const { oneOf = [], discriminator } = (components.schemas[name] ?? {}) as EventChoice;
  if (discriminator?.propertyName !== 'type') return [`${name} has no discriminator`];
  const mapped = Object.entries(discriminator.mapping);
  const choices = new Set(oneOf.map(({ $ref }) => $ref));
  const flaws = mapped.filter(([type, $ref]) => {
    const schema: ChosenSchema | undefined = components.schemas[$ref.split('/').at(-1) ?? ''];
    return !choices.has($ref) || schema?.properties?.type?.const !== type;
  });
  const both = mapped.length === choices.size ? [] : [`${name} has choices without a type`];
  return [...both, ...flaws.map(([type]) => `${name} has no schema of ${type} alone`)];
}

function headersReadOf({ security }: Operation): readonly string[] {
  if (security?.length === 0) return ['X-Request-Id'];
  const takesKeys = security === undefined || security.some((one) => 'bearer' in one);
  return takesKeys ? ['X-Request-Id', 'On-Behalf-Of'] : ['X-Request-Id'];
}

function operationsIn({ paths }: DescribedApi): readonly (readonly [string, Operation])[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Operation] as const,
    ),
  );
}

function parametersOf(
  { parameters = [] }: Operation,
  { components }: DescribedApi,
): readonly Parameter[] {
  return parameters.map((one) => {
    const name = one.$ref?.split('/').at(-1);
    return name === undefined ? one : (components.parameters?.[name] as Parameter);
  });
}
