/** What can be asked, each a route of its own. */
export const QUESTION_KINDS = [
  'entries',
  'orders',
  'handled-orders',
  'unknown-outcomes',
  'overrides',
  'best-execution',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];
