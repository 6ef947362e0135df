import { Modal, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AuditEvent, AuditExport, Page } from '../api/answers.js';
import { CallError, call, read, readAll } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import type { Filters } from '../orders/filters.js';
import { Action } from '../parts/action.js';
import { refusalOf } from '../parts/refusal.js';
import { Facts } from '../parts/facts.js';
import { NOTHING, grouped } from '../parts/figures.js';
import { countWords } from './count-words.js';
import { allWords } from './filter-words.js';
import { useKnown } from './use-known.js';

const PATH = '/v1/audit/exports';
const EVENTS = '/v1/audit/events';
const ASK_EVERY_MS = 500;

function sizeText(bytes: number): string {
  return bytes < 10_000
    ? `${grouped(String(bytes))} bytes`
    : `${grouped(String(Math.round(bytes / 1_000)))} kB`;
}

type State = 'closed' | 'confirming' | 'asking' | AuditExport | { readonly error: string };

/** A download of what the filters mean, not only of what has been shown. The export is itself an entry of the trail. */
export function Export({ filters }: { readonly filters: Filters }): ReactNode {
  const session = useSession();
  const [format, setFormat] = useState('csv');
  const [state, setState] = useState<State>('closed');
  const ask = (): void => {
    if (state === 'asking') return;
    setState('asking');
    call<AuditExport>('POST', PATH, { body: { format, filters } }).then(
      ({ data }) => setState(data),
      (error: unknown) => setState({ error: refusalOf(error) }),
    );
  };
  const close = (): void => setState('closed');
  return (
    <>
      <select
        aria-label="Export format"
        className="select"
        value={format}
        onChange={(event) => setFormat(event.currentTarget.value)}
      >
        <option value="csv">CSV</option>
        <option value="ndjson">NDJSON</option>
        <option value="parquet">Parquet</option>
        <option value="zip">Archive with proofs</option>
      </select>
      <Action
        needs="audit:export"
        blocked={
          lacking(session, 'audit:export') ??
          (session.masksClients
            ? 'Clients are masked for you, and an export has hashes of them; compliance can export.'
            : null) ??
          null
        }
        onAct={() => setState('confirming')}
      >
        Export…
      </Action>
      {(state === 'confirming' || state === 'asking') && (
        <Modal opened onClose={close} title="Export of the trail">
          <div className="dialog">
            <Facts
              of={[
                ['It holds', <Held key="h" by={filters} />],
                ['Entries', <CountedBefore key="c" filters={filters} />],
              ]}
            />
            <p className="hint">
              The file has every entry that meets the filters, also those that the list has not
              loaded yet: who did what and when, and the hash of each, so that nobody can change it
              unnoticed. It has no names of clients and no account numbers. The trail will say that
              you made it, and with which filters; an account is not named there. The file is named
              after the time that it covers, its filters and how many entries it has.
            </p>
            <div className="dialog-foot">
              <button type="button" className="button" onClick={close}>
                Cancel
              </button>
              <button
                type="button"
                className="button is-main"
                aria-disabled={state === 'asking' || undefined}
                onClick={ask}
                data-autofocus
              >
                Write the file
              </button>
            </div>
          </div>
        </Modal>
      )}
      {typeof state === 'object' && 'error' in state && (
        <Modal opened onClose={close} title="Export of the trail">
          <p className="outcome is-bad">{state.error}</p>
        </Modal>
      )}
      {typeof state === 'object' && 'id' in state && <ExportDialog asked={state} onClose={close} />}
    </>
  );
}

/** What an export with these filters has, in words. */
function Held({ by: filters }: { readonly by: Filters }): ReactNode {
  const words = allWords(filters, useKnown(filters));
  return words.length === 0 ? 'All entries' : <bdi>{words.join(' · ')}</bdi>;
}

/** How many entries meet the filters now, counted as the list would load them. */
function CountedBefore({ filters }: { readonly filters: Filters }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['export', 'counted', filters],
    gcTime: 0,
    retry: false,
    queryFn: () => countOf(filters),
  });
  return <span role="status">{countWords(data, error)}</span>;
}

/** Null: too many to be counted here. */
async function countOf(filters: Filters): Promise<number | null> {
  if (Object.keys(filters).length === 0) {
    // The numbers of the trail have no gaps.
    const newest = await read<Page<AuditEvent>>(EVENTS, { order: 'desc', limit: 1 });
    return newest.data[0]?.sequence ?? 0;
  }
  try {
    return (await readAll<AuditEvent>(EVENTS, filters)).length;
  } catch (error) {
    if (error instanceof CallError && error.code === 'too-many-rows') return null;
    throw error;
  }
}

interface ExportDialogProps {
  readonly asked: AuditExport;
  readonly onClose: () => void;
}

/** How far it is, then its download. Whoever closes this before it is done does not want it any more. */
function ExportDialog({ asked, onClose }: ExportDialogProps): ReactNode {
  const path = `${PATH}/${asked.id}`;
  const { data: now = asked, error } = useQuery({
    queryKey: ['export', asked.id],
    queryFn: () => read<AuditExport>(path),
    refetchInterval: ({ state }) =>
      state.error !== null || state.data?.state === 'Done' || state.data?.state === 'Failed'
        ? false
        : ASK_EVERY_MS,
  });
  const link = useRef<HTMLAnchorElement>(null);
  const isDone = now.state === 'Done';
  useEffect(() => {
    if (isDone) link.current?.click();
  }, [isDone]);
  const close = (): void => {
    // One that cannot be removed now goes by itself after a day.
    if (!isDone) void call('DELETE', path).catch(() => undefined);
    onClose();
  };
  return (
    <Modal opened onClose={close} title="Export of the trail">
      <div className="dialog">
        {error !== null && <p className="outcome is-bad">{refusalOf(error)}</p>}
        {now.state === 'Failed' && <p className="outcome is-bad">{now.reason}</p>}
        {(now.state === 'Queued' || now.state === 'Running') && <ExportProgress of={now} />}
        {isDone && (
          <>
            <p className="outcome is-good" role="status">
              It is written. The browser downloads it.
            </p>
            <Facts
              of={[
                ['File', now.file],
                ['It holds', <Held key="h" by={now.filters} />],
                ['Entries', now.entries === null ? NOTHING : grouped(String(now.entries))],
                ['Size', sizeText(now.bytes ?? 0)],
                ['SHA-256', <code key="d">{now.digest ?? NOTHING}</code>],
              ]}
            />
            <p>
              <a ref={link} href={now.href} download={now.file}>
                Download again
              </a>
            </p>
          </>
        )}
        <div className="dialog-foot">
          <button type="button" className="button" onClick={close}>
            {isDone || now.state === 'Failed' ? 'Close' : 'Stop the export'}
          </button>
        </div>
      </div>
    </Modal>
  );
}

function ExportProgress({ of: { state, reached, upTo } }: { readonly of: AuditExport }): ReactNode {
  const isCounted = reached !== null && upTo !== null;
  return (
    <>
      <p role="status">
        {state === 'Queued'
          ? 'Another export is written first.'
          : isCounted
            ? `Entry ${grouped(String(reached))} of ${grouped(String(upTo))} is read.`
            : 'Starting.'}
      </p>
      <Progress
        aria-label="How much is read"
        value={isCounted && upTo > 0 ? (100 * reached) / upTo : 0}
      />
    </>
  );
}
