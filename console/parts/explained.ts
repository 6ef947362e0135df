import type { AuditEvent } from '../api/answers.js';
import { spaced } from './spaced.js';

/** The sentence of an entry, with the type of its break as screens name it; null: it has no sentence. */
export function explained({
  explanation,
  body,
}: Pick<AuditEvent, 'explanation' | 'body'>): string | null {
  const type = body['breakType'];
  if (explanation === null || typeof type !== 'string') return explanation;
  return explanation.replace(type, spaced(type));
}
