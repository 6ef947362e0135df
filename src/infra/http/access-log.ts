import type { Logger } from 'pino';
import type { AnswerListener } from './answered-requests.js';

/** Asked every few seconds by machines. */
export const ROUTINE: ReadonlySet<string | null> = new Set([
  '/health/live',
  '/health/ready',
  '/metrics',
]);

/** One line for each answered request. Addresses, queries and names are left out: they say who a client is. */
export function accessLog(logger: Logger): AnswerListener {
  return (answered) => {
    logger[ROUTINE.has(answered.route) ? 'debug' : 'info'](answered, 'request');
  };
}
