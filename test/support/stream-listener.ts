import { ADMIN_KEY, type Desk } from './desk.js';

export interface StreamEvent {
  readonly sequence: number;
  readonly type: string;
  readonly orderId: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A reader of `GET /v1/stream` that takes everything as it comes. */
export class StreamListener {
  private text = '';
  private over = false;

  private constructor(
    readonly status: number,
    private readonly abort: AbortController,
  ) {}

  static async open(
    desk: Desk,
    query = '',
    { key = ADMIN_KEY, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<StreamListener> {
    const abort = new AbortController();
    const response = await fetch(`${desk.service.address}/v1/stream${query}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
      signal: abort.signal,
    });
    const listener = new StreamListener(response.status, abort);
    void listener.read(response);
    return listener;
  }

  /** All events so far. */
  get events(): readonly StreamEvent[] {
    const lines = this.text.split('\n').filter((line) => line.startsWith('data: '));
    return lines.map((line) => JSON.parse(line.slice('data: '.length)) as StreamEvent);
  }

  get types(): readonly string[] {
    return this.events.map(({ type }) => type);
  }

  get comments(): number {
    return this.text.split('\n').filter((line) => line === ': still here').length;
  }

  /** True once the service has ended the stream at the end of an event. */
  get hasEnded(): boolean {
    return this.over && this.text.endsWith('\n\n');
  }

  close(): void {
    this.abort.abort();
  }

  private async read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
      }
      this.over = true;
    } catch {
      // Cut off, by either side: the text ends where it ends, and `hasEnded` stays false.
    }
  }
}
