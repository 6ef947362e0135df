import { request } from 'node:http';
import type { Simulator } from '../../simulator/server.js';

export interface WireAnswer {
  /** Null when the connection ended before a status arrived. */
  readonly status: number | null;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The code of the error that ended the connection, or null when the answer was complete. */
  readonly error: string | null;
  readonly chunks: number;
}

/** One HTTP request on its own connection, never repeated. */
export function ask(
  simulator: Simulator,
  method: string,
  path: string,
  body?: unknown,
  key = 'sk_test_simulator',
): Promise<WireAnswer> {
  return new Promise((answered) => {
    let status: number | null = null;
    let headers: WireAnswer['headers'] = {};
    let text = '';
    let chunks = 0;
    const finish = (error: string | null): void =>
      answered({ status, body: text, headers, error, chunks });
    const call = request(simulator.url + path, {
      method,
      agent: false,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    call.on('response', (response) => {
      status = response.statusCode ?? null;
      headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        chunks += 1;
        text += chunk;
      });
      response.on('end', () => finish(null));
      response.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    });
    call.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
