import type { AuditEvent } from '../api/answers.js';
import { withFigures } from './figures-in-text.js';
import { spaced } from './spaced.js';

/** The sentence of an entry, with figures and the type of its break as screens write them; null: it has no sentence. */
export function explained({
  explanation,
  body,
}: Pick<AuditEvent, 'explanation' | 'body'>): string | null {
  const type = body['breakType'];
  if (explanation === null) return null;
  // What people have said stays as they said it.
  const readable = typeof body['text'] === 'string' ? explanation : withFigures(explanation);
  return typeof type === 'string' ? readable.replace(type, spaced(type)) : readable;
}
