/** What a thread is given when it starts. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  readonly own: unknown;
}

export type ThreadReply =
  | { readonly answer: unknown }
  | { readonly failed: { readonly message: string; readonly code: string } };

/** The code of a read that the database has ended. */
export const TIMED_OUT = 'QUERY_TIMEOUT';
