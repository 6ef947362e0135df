import type { LoggerService, OnApplicationShutdown } from '@nestjs/common';
import { pino, type Logger, type LoggerOptions } from 'pino';
import type { LogFloods } from './log-floods.js';

/** Matches to the end of the word or JSON string; `config.ts` accepts no keys with other characters. */
const SECRETS = /(sk_(?:live|test)_|mk_)[^\s"\\,]+/g;
const BEARER = /(Bearer\s+)[^\s"\\,]+/gi;

/** Keys can turn up inside any text, such as an error message or a URL; none may reach a log. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRETS, '$1[redacted]').replace(BEARER, '$1[redacted]');
}

/** Drops the statement's values from database errors, because clients' names must not be logged. */
function errorWithoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { type: error.name, message: error.message, code, cause, stack: error.stack };
}

const WARN = pino.levels.values['warn'] ?? Infinity;

const toStandardOutput = (line: string): void => void process.stdout.write(line);

interface Around {
  /** What is going on, for each line that does not say it itself. */
  readonly mixin?: (() => object) | undefined;
  /** Limits lines at `warn` and above. */
  readonly floods?: LogFloods;
}

/** JSON lines, on standard output. Secrets are removed from the finished line, wherever they came from. */
export function createLogger(
  level: string,
  write = toStandardOutput,
  { mixin, floods }: Around = {},
): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorWithoutData },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      ...(mixin === undefined ? {} : { mixin }),
      ...(floods === undefined ? {} : { hooks: { logMethod: limitedBy(floods) } }),
    },
    { write: (line: string) => write(withoutSecrets(line)) },
  );
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

function limitedBy(floods: LogFloods): LogMethod {
  return function (args, method, level) {
    const message = args.find((arg) => typeof arg === 'string');
    if (level < WARN || message === undefined || floods.admits(message, codeIn(args[0]), this))
      method.apply(this, args);
  };
}

/** So that the flood of one error does not hide another with the same message. */
function codeIn(said: unknown): string {
  if (typeof said !== 'object' || said === null) return '';
  const { code, err } = said as { readonly code?: unknown; readonly err?: unknown };
  return typeof code === 'string' ? code : codeIn(err);
}

/** Sends Nest's own log messages to the same logger. */
export function nestLogger(logger: Logger): LoggerService {
  const line = (level: 'info' | 'warn' | 'error' | 'debug') => {
    return (message: unknown, ...context: unknown[]): void => {
      const text = message instanceof Error ? (message.stack ?? message.message) : String(message);
      logger[level]({ context: context.filter((part) => typeof part === 'string') }, text);
    };
  };
  return { log: line('debug'), warn: line('warn'), error: line('error'), debug: line('debug') };
}

/** Injectable logger; `for` adds the name of the part that logs. */
export class AppLogger implements OnApplicationShutdown {
  constructor(
    readonly root: Logger,
    private readonly floods: LogFloods | null = null,
  ) {}

  onApplicationShutdown(): void {
    this.floods?.end();
  }

  for(part: string): Logger {
    return this.root.child({ part });
  }
}
