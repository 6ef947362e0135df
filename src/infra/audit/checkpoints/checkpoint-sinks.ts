import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { processEnvironment } from '../../config/config.js';
import type { Clock } from '../../runtime/clock.js';
import { appendLine, namesIn, readIfThere, replaceFile } from '../durable-file.js';

const HTTP_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 10_000;
const COMMAND = 'command:';
/** What a command gets of the environment: none of our secrets. */
const INHERITED = ['PATH', 'HOME', 'TZ', 'LANG'];
const OF_A_TRAIL = /^[0-9a-f]{32}\.checkpoint$/;

/** A signed checkpoint on its way out. */
export interface Outgoing {
  /** Name of the files: the first half of the hash of the trail's first entry. */
  readonly name: string;
  readonly note: string;
  readonly at: string;
}

/** Where signed checkpoints are copied. */
export interface CheckpointSink {
  readonly place: string;
  deliver(checkpoint: Outgoing): Promise<void>;
}

/** `NAME.checkpoint` is the newest as it was signed, `NAME.checkpoints.ndjson` has all of them, one a line. */
export class FolderSink implements CheckpointSink {
  constructor(
    readonly place: string,
    /** Instances can share a folder, so each writes to its own temporary file. */
    private readonly ownSuffix: string,
  ) {}

  async deliver({ name, note, at }: Outgoing): Promise<void> {
    const newest = this.newestFile(name);
    if ((await readIfThere(newest)) === note) return;
    await appendLine(join(this.place, `${name}.checkpoints.ndjson`), JSON.stringify({ at, note }));
    await replaceFile(newest, note, this.ownSuffix);
  }

  /** The newest checkpoint, and when it was written; null when there is none. */
  async newest(name: string): Promise<{ readonly note: string; readonly at: Date } | null> {
    const file = this.newestFile(name);
    const note = await readIfThere(file);
    return note === null ? null : { note, at: (await stat(file)).mtime };
  }

  /** The newest that 8 MiB hold, oldest first. A line that is cut short is left out. */
  async all(name: string): Promise<readonly string[]> {
    const text = await readIfThere(join(this.place, `${name}.checkpoints.ndjson`));
    return (text ?? '').split('\n').flatMap(noteOf);
  }

  /** The newest checkpoint of each other trail whose copies are here. */
  async ofOthers(name: string): Promise<readonly string[]> {
    const files = await namesIn(this.place);
    const others = files.filter((file) => OF_A_TRAIL.test(file) && file !== `${name}.checkpoint`);
    const notes = await Promise.all(others.map((file) => readIfThere(join(this.place, file))));
    return notes.filter((note) => note !== null);
  }

  private newestFile(name: string): string {
    return join(this.place, `${name}.checkpoint`);
  }
}

/** Anything but a 2xx answer within ten seconds is a failure. Redirects are not followed, and its body is not read. */
export class HttpSink implements CheckpointSink {
  readonly place: string;

  constructor(
    private readonly url: string,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    // Paths and queries of such addresses may be secrets.
    this.place = new URL(url).origin;
  }

  async deliver({ note }: Outgoing): Promise<void> {
    const ends = new AbortController();
    const cancel = this.clock.after(HTTP_TIMEOUT_MS, () => ends.abort());
    try {
      const { statusCode, body } = await request(this.url, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: note,
        signal: ends.signal,
        headersTimeout: HTTP_TIMEOUT_MS,
      });
      body.on('error', () => undefined).destroy();
      if (statusCode < 200 || statusCode > 299) {
        throw new Error(`The sink answered ${statusCode} to a checkpoint`);
      }
    } finally {
      cancel();
    }
  }
}

/**
 * A program of the administrator, for whatever else takes a checkpoint, such as e-mail. It is run without arguments and
 * without a shell, gets the note on its standard input, and has failed unless it ends with 0 within ten seconds.
 */
export class CommandSink implements CheckpointSink {
  private readonly program: string;

  constructor(
    readonly place: string,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.program = commandOf(place);
  }

  async deliver({ note }: Outgoing): Promise<void> {
    const named = INHERITED.map((name) => [name, processEnvironment[name]] as const);
    const child = spawn(this.program, [], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: Object.fromEntries(named),
    });
    const cancel = this.clock.after(COMMAND_TIMEOUT_MS, () => child.kill('SIGKILL'));
    // A program that does not read its input still says by its exit code whether it has done its work.
    child.stdin.on('error', () => undefined).end(note);
    try {
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`The command ended with ${code ?? 'a signal'}`);
    } finally {
      cancel();
    }
  }
}

export function isFolder(sink: string): boolean {
  return !isHttp(sink) && !isCommand(sink);
}

export function isCommand(sink: string): boolean {
  return sink.startsWith(COMMAND);
}

export function commandOf(sink: string): string {
  return sink.slice(COMMAND.length);
}

export function isHttp(sink: string): boolean {
  return /^https?:/.test(sink);
}

function noteOf(line: string): readonly string[] {
  try {
    const { note } = JSON.parse(line) as { note?: unknown };
    return typeof note === 'string' ? [note] : [];
  } catch {
    return [];
  }
}
