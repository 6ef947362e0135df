import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { HttpException } from '@nestjs/common';
import type { Logger } from 'pino';
import type { TracesConfig } from '../config/traces.js';
import { Clock } from '../runtime/clock.js';
import type { Beginning, OpenSpan, OpenTelemetry, TraceHeaders } from './open-telemetry.js';

/** What is done. Its name and attributes hold no name, account, client, secret or text of anybody. */
export interface Work extends Beginning {
  readonly orderId?: string | null;
  /** Of the HTTP request, as in `X-Request-Id`. */
  readonly requestId?: string;
}

export type Attributes = NonNullable<Beginning['attributes']>;

/** Work under way. */
export interface Activity {
  readonly open: OpenSpan;
  readonly above: Activity | null;
  readonly requestId: string | null;
  orderId: string | null;
}

/** Says more of the span that the action runs in. */
export type Note = (attributes: Attributes) => void;

/** How long the last spans may take at a stop. */
const STOP_MS = 2_000;
const SERVER_ERROR = 500;
const NOT_EXPORTED = 'spans were not exported';

/**
 * The traces of what the service does. Without a receiver nothing of OpenTelemetry is loaded, and each method just does
 * what it is called around. Spans are in real time, also while the service runs on a virtual clock.
 */
export class Tracing {
  static readonly off = new Tracing(null);

  private readonly present = new AsyncLocalStorage<Activity | null>();
  private readonly real = new Clock();
  private logger: Logger | null = null;

  private constructor(private readonly telemetry: OpenTelemetry | null) {}

  static async start(config: TracesConfig | null, version: string): Promise<Tracing> {
    if (config === null) return Tracing.off;
    const { OpenTelemetry } = await import('./open-telemetry.js');
    return new Tracing(new OpenTelemetry(config, version));
  }

  get isOn(): boolean {
    return this.telemetry !== null;
  }

  /** Where it is logged that spans could not be exported. */
  reportTo(logger: Logger): void {
    this.logger = logger;
    this.telemetry?.reportTo(logger);
  }

  /** A span around the action, below what is going on. */
  span<T>(work: Work, action: (note: Note) => Promise<T>): Promise<T> {
    const above = this.present.getStore() ?? null;
    return this.around(
      this.telemetry?.begin(named(work), above?.open ?? null),
      work,
      above,
      action,
    );
  }

  /** A span below another one, of another time or process; see {@link traceparent}. Null: of its own. */
  continued<T>(
    traceparent: string | null,
    work: Work,
    action: (note: Note) => Promise<T>,
  ): Promise<T> {
    const parent = traceparent === null ? null : { traceparent };
    return this.around(this.telemetry?.begin(named(work), parent), work, null, action);
  }

  /** A span that is over: from then until now, below what is going on. */
  record(work: Work & { readonly since: number }): void {
    const above = this.present.getStore()?.open ?? null;
    this.telemetry?.begin(named(work), above).span.end(this.now());
  }

  /** For `since`. */
  now(): number {
    return this.real.now();
  }

  /** Begins what {@link end} ends; a caller's headers say where it belongs. Only while {@link isOn}. */
  begin(work: Work, headers: TraceHeaders): Activity | null {
    if (this.telemetry === null) return null;
    return activityOf(this.telemetry.begin(named(work), headers), work, null);
  }

  within<T>(activity: Activity | null, action: () => T): T {
    return activity === null ? action() : this.present.run(activity, action);
  }

  end({ open }: Activity, attributes: Attributes, failed: boolean): void {
    open.span.setAttributes(attributes);
    if (failed) this.telemetry?.fail(open);
    open.span.end();
  }

  /** What the action starts belongs to nothing that is going on. */
  apart<T>(action: () => T): T {
    return this.isOn ? this.present.run(null, action) : action();
  }

  /** A listener that belongs to what is going on now, not to whatever calls it. */
  bound(listener: () => void): () => void {
    return this.isOn ? AsyncResource.bind(listener) : listener;
  }

  /** Only now is known which order all this is about. */
  about(orderId: string | null): void {
    if (orderId === null) return;
    for (let at = this.present.getStore() ?? null; at !== null; at = at.above) {
      at.orderId = orderId;
      at.open.span.setAttributes(orderAttributes(orderId));
    }
  }

  /** Of what is going on, to be stored: another process can continue the trace. Null without one. */
  get traceparent(): string | null {
    const open = this.present.getStore()?.open;
    return open === undefined ? null : (this.telemetry?.traceparentOf(open) ?? null);
  }

  /** For the lines of the log: what is going on. */
  get mixin(): (() => object) | undefined {
    return this.isOn ? () => this.fields() : undefined;
  }

  private fields(): object {
    const activity = this.present.getStore() ?? null;
    if (activity === null) return {};
    const { orderId, requestId, open } = activity;
    return {
      traceId: open.span.spanContext().traceId,
      ...(requestId === null ? {} : { requestId }),
      ...(orderId === null ? {} : { orderId }),
    };
  }

  /** Exports what is left, as far as the receiver takes it in time. */
  async stop(): Promise<void> {
    const { telemetry } = this;
    if (telemetry === null) return;
    const failure = await new Promise<unknown>((resolve) => {
      const withdraw = this.real.after(STOP_MS, () => resolve('too late'));
      void telemetry
        .stop()
        .then(() => null, String)
        .then(resolve)
        .finally(withdraw);
    });
    if (failure !== null) this.logger?.warn({ detail: failure }, NOT_EXPORTED);
  }

  private async around<T>(
    open: OpenSpan | undefined,
    work: Work,
    above: Activity | null,
    action: (note: Note) => Promise<T>,
  ): Promise<T> {
    if (open === undefined) return action(() => undefined);
    const { span } = open;
    try {
      const activity = activityOf(open, work, above);
      return await this.present.run(activity, () => action((said) => span.setAttributes(said)));
    } catch (error) {
      if (isFailure(error)) this.telemetry?.fail(open, error);
      throw error;
    } finally {
      span.end();
    }
  }
}

/** A refusal is an answer. */
function isFailure(error: unknown): boolean {
  return !(error instanceof HttpException) || error.getStatus() >= SERVER_ERROR;
}

function activityOf(open: OpenSpan, work: Work, above: Activity | null): Activity {
  return {
    open,
    above,
    requestId: work.requestId ?? above?.requestId ?? null,
    orderId: work.orderId ?? above?.orderId ?? null,
  };
}

function named({ orderId = null, requestId, attributes = {}, ...rest }: Work): Beginning {
  return {
    ...rest,
    attributes: {
      ...attributes,
      ...(requestId === undefined ? {} : { 'marina.request_id': requestId }),
      ...(orderId === null ? {} : orderAttributes(orderId)),
    },
  };
}

function orderAttributes(orderId: string): Attributes {
  return { 'marina.order_id': orderId };
}
