import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../databases/databases.js';

/** A certificate for `localhost`, and the key that it belongs to. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export function selfSigned(): Certificate {
  const folder = temporaryFolder();
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', ...kind, ...files, ...named], { stdio: 'pipe' });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { cert: read('fullchain.pem'), key: read('key.pem') };
}

/** A proxy that ends TLS before a service, and sets the headers that `deploy/proxy/nginx.conf` sets. */
export class TlsProxy {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(address: string, certificate: Certificate): Promise<TlsProxy> {
    const config = readFileSync('deploy/proxy/nginx.conf', 'utf8');
    const server = createServer({ ...certificate, minVersion: 'TLSv1.2' }, (request, response) =>
      pass({ address, config }, request, response),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new TlsProxy(server, (server.address() as AddressInfo).port);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}

/** The headers that the service gets: an empty value takes one away. */
function headersFor(config: string, { headers, socket }: IncomingMessage) {
  const variables: Record<string, string | undefined> = {
    $http_host: headers.host,
    $remote_addr: socket.remoteAddress,
    $scheme: 'https',
    "''": '',
  };
  const passed: Record<string, string | string[] | undefined> = { ...headers };
  for (const [, name = '', value = ''] of config.matchAll(/^ *proxy_set_header (\S+) (.*);$/gm)) {
    const set = variables[value];
    if (set === undefined) throw new Error(`There is no ${value}`);
    if (set === '') Reflect.deleteProperty(passed, name.toLowerCase());
    else passed[name.toLowerCase()] = set;
  }
  return passed;
}

function pass(
  { address, config }: { address: string; config: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = request.url ?? '/';
  const [, kept] = /^ *location = (\S+) \{\n *return 404;/m.exec(config) ?? [];
  if (path === kept) return void response.writeHead(404).end();
  const { method } = request;
  const asked = ask(
    new URL(path, address),
    { method, headers: headersFor(config, request) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    },
  );
  asked.on('error', () => response.destroy());
  response.on('close', () => asked.destroy());
  request.pipe(asked);
}
