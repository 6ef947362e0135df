/** Which methods each path has, so that a request with another one gets 405 instead of 404. */
export class KnownRoutes {
  private readonly routes = new Map<
    string,
    { readonly path: RegExp; readonly methods: string[] }
  >();

  /** `pattern` is Fastify's: `/v1/orders/:id`, `/docs/*`. */
  add(pattern: string, methods: readonly string[]): void {
    const known = this.routes.get(pattern);
    if (known === undefined)
      this.routes.set(pattern, { path: pathsOf(pattern), methods: [...methods] });
    else known.methods.push(...methods);
  }

  /** Sorted; empty if no route has this path. */
  methodsOf(path: string): readonly string[] {
    const matching = [...this.routes.values()].filter((route) => route.path.test(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }
}

function pathsOf(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/')}$`);
}
