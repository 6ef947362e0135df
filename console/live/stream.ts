import type { AuditEvent } from '../api/answers.js';
import { STREAMED } from './streamed.js';

/**
 * The live events, once for all tabs of this browser: the tab that holds the lock has the connection and
 * tells the others. Browsers open only six connections to one server over HTTP/1.1.
 */
export type StreamState = 'connecting' | 'live' | 'broken' | 'ended';
type Listener = (event: AuditEvent) => void;

const LOCK = 'marina-stream';
const RETRY_MS = 3_000;

class LiveStream {
  private readonly listeners = new Set<Listener>();
  private readonly watchers = new Set<() => void>();
  private readonly channel = new BroadcastChannel(LOCK);
  private source: EventSource | null = null;
  private release: (() => void) | null = null;
  private last = 0;
  private started = false;
  state: StreamState = 'connecting';
  /** When the state was last known to be live. */
  liveUntil = Date.now();

  start(): void {
    if (this.started) return;
    this.started = true;
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.become(data as StreamState);
      else this.take(data as AuditEvent);
    };
    void navigator.locks.request(LOCK, () => {
      // It was stopped while it waited: another tab has to get its turn.
      if (!this.started) return undefined;
      this.connect();
      return new Promise<void>((done) => (this.release = done));
    });
  }

  stop(): void {
    this.started = false;
    this.source?.close();
    this.source = null;
    this.release?.();
    this.release = null;
    this.become('ended');
  }

  on(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Tells when it is live again after a time in which events may have been missed. */
  onBack(listener: () => void): () => void {
    let before = this.state;
    return this.watch(() => {
      const wasCut = before === 'broken' || before === 'ended';
      before = this.state;
      if (wasCut && this.state === 'live') listener();
    });
  }

  private connect(): void {
    const source = new EventSource(
      this.last === 0 ? '/v1/stream' : `/v1/stream?after=${String(this.last)}`,
    );
    this.source = source;
    source.onopen = () => this.tell('live');
    source.onerror = () => {
      this.tell('broken');
      if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
      // Refused, not cut: the browser does not come back by itself.
      setTimeout(() => this.started && this.source === source && this.connect(), RETRY_MS);
    };
    const take = ({ data }: MessageEvent<string>): void => {
      const event = JSON.parse(data) as AuditEvent;
      this.channel.postMessage(event);
      this.take(event);
    };
    for (const type of STREAMED) source.addEventListener(type, take);
  }

  private tell(state: StreamState): void {
    this.channel.postMessage(state);
    this.become(state);
  }

  private become(state: StreamState): void {
    if (this.state === 'live') this.liveUntil = Date.now();
    this.state = state;
    for (const watcher of this.watchers) watcher();
  }

  private take(event: AuditEvent): void {
    if (event.sequence <= this.last) return;
    this.last = event.sequence;
    if (this.state !== 'live') this.become('live');
    for (const listener of this.listeners) listener(event);
  }
}

export const stream = new LiveStream();
