import type { ReactNode } from 'react';
import { SCOPE_WORDS } from '../api/scope-words.js';

/** What a person or a key may do, in words; the names that programs use on hover. */
export function ScopeList({ of }: { readonly of: readonly string[] }): ReactNode {
  const words: Readonly<Record<string, string>> = SCOPE_WORDS;
  if (of.length === 0) return 'nothing';
  return <span title={of.join(', ')}>{of.map((scope) => words[scope] ?? scope).join('; ')}</span>;
}
