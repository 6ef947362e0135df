import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { ACCESS_EXTENSION } from '../http/openapi/answers.js';

/** What an API key may do. `admin` includes every scope. */
export const SCOPES = [
  'orders:read', 'orders:write', 'market:read', 'exchange:read', 'recon:read', 'recon:write',
  'recon:approve', 'audit:read', 'audit:export', 'ops:read', 'ops:write', 'admin',
] as const; // prettier-ignore

export type Scope = (typeof SCOPES)[number];

export const SCOPE_METADATA = 'marina:scope';
export const PUBLIC = 'public';
export const SESSION = 'session';

/** The scope that a route needs, or any one of several. A route without one rejects everybody. */
export function Needs(...anyOf: readonly [Scope, ...Scope[]]): ClassDecorator & MethodDecorator {
  return access(anyOf);
}

/** Needs no key: health checks and the API description. */
export function Public(): ClassDecorator & MethodDecorator {
  return access(PUBLIC);
}

/** Needs a session, whatever its scopes: the routes of the session itself. */
export function NeedsSession(): ClassDecorator & MethodDecorator {
  return access(SESSION);
}

function access(needed: readonly Scope[] | typeof PUBLIC | typeof SESSION) {
  return applyDecorators(
    SetMetadata(SCOPE_METADATA, needed),
    ApiExtension(ACCESS_EXTENSION, needed),
  );
}

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

export function grantsAny(scopes: ReadonlySet<Scope>, anyOf: readonly Scope[]): boolean {
  return anyOf.some((scope) => grants(scopes, scope));
}

export function grants(scopes: ReadonlySet<Scope>, needed: Scope): boolean {
  return scopes.has(needed) || scopes.has('admin');
}
