import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived, with what OTLP writes as lists and numbers in plain words. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
}

interface OtlpSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status?: { readonly code?: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const ERROR = 2;

/** Takes traces as a collector does: OTLP as JSON over HTTP. */
export class TraceReceiver {
  /** All that was received, as it was written. */
  text = '';
  readonly spans: ReceivedSpan[] = [];
  /** Of the last request. */
  headers: Readonly<Record<string, unknown>> = {};
  /** What it answers with. */
  status = 200;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<TraceReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = new TraceReceiver(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        receiver.headers = request.headers;
        receiver.take(Buffer.concat(parts).toString());
        response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    return receiver;
  }

  named(name: string): readonly ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(text: string): void {
    this.text += text;
    const { resourceSpans } = JSON.parse(text) as OtlpRequest;
    const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
    this.spans.push(...scopes.flatMap(({ spans }) => spans.map(received)));
  }
}

function received({ attributes, kind, parentSpanId, status, ...span }: OtlpSpan): ReceivedSpan {
  return {
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: parentSpanId ?? null,
    kind: KINDS[kind] ?? String(kind),
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
    ),
    failed: status?.code === ERROR,
  };
}
