import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/** To the end of the word or of the JSON text that it stands in; config.ts admits no other keys. */
const SECRETS = /(sk_(?:live|test)_|mk_)[^\s"\\,]+/g;
const BEARER = /(Bearer\s+)[^\s"\\,]+/gi;

/** A key may turn up inside any text (an error's message, an address); none may reach a log. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRETS, '$1[redacted]').replace(BEARER, '$1[redacted]');
}

/** A database error carries the values of its statement: clients' names are not for the log. */
function errorWithoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { type: error.name, message: error.message, code, cause, stack: error.stack };
}

/** JSON lines on standard output. Secrets are scrubbed from the finished line, whatever put them there. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorWithoutData },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
    },
    { write: (line: string) => void process.stdout.write(withoutSecrets(line)) },
  );
}

/** What Nest itself has to say goes the same way. */
export function nestLogger(logger: Logger): LoggerService {
  const line = (level: 'info' | 'warn' | 'error' | 'debug') => {
    return (message: unknown, ...context: unknown[]): void => {
      const text = message instanceof Error ? (message.stack ?? message.message) : String(message);
      logger[level]({ context: context.filter((part) => typeof part === 'string') }, text);
    };
  };
  return { log: line('debug'), warn: line('warn'), error: line('error'), debug: line('debug') };
}

/** The service's log, handed to whoever has something to tell. */
export class AppLogger {
  constructor(readonly root: Logger) {}

  for(part: string): Logger {
    return this.root.child({ part });
  }
}
