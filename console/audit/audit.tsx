import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import type { AuditEvent } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList, type UsedList } from '../live/use-steady-list.js';
import { nameOf } from '../order/history.js';
import { without, type Filters } from '../orders/filters.js';
import { Facts } from '../parts/facts.js';
import { NOTHING } from '../parts/figures.js';
import { FilterForm } from '../parts/filter-form.js';
import { Grid, type Column } from '../parts/grid.js';
import { RowCount } from '../parts/row-count.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Time, ZONE_NAME, utc } from '../parts/times.js';
import { Export } from './export.js';
import { SavedQuestions } from './saved-questions.js';
import { Verification } from './verification.js';
import { PaneHead } from '../parts/pane-head.js';

const idOf = (event: AuditEvent): string => String(event.sequence);

const COLUMNS: readonly Column<AuditEvent>[] = [
  { id: 'sequence', head: 'No.', width: 72, right: true, cell: (one) => one.sequence },
  { id: 'at', head: 'Time', width: 116, right: true, cell: (one) => <Time at={one.at} /> },
  { id: 'type', head: 'Entry', width: 190, cell: (one) => <b>{one.type}</b> },
  { id: 'what', head: 'What happened', width: 240, grow: true, cell: (one) => one.explanation ?? JSON.stringify(one.body) },
  { id: 'by', head: 'By', width: 150, spare: 2, cell: (one) => nameOf(one) },
]; // prettier-ignore

const FIELDS = [
  ['orderNumber', 'Order number'],
  ['accountNumber', 'Account'],
  ['security', 'Security'],
  ['actor', 'By (key:… or system:…)'],
  ['onBehalfOf', 'On behalf of'],
  ['type', 'Entry type'],
  ['tradingDate', 'Trading day'],
  ['from', 'From (UTC)'],
  ['to', 'Until (UTC)'],
  ['orderId', 'Order id'],
  ['orderRef', 'Our reference'],
  ['requestId', 'Request id'],
] as const;
const NAMES: readonly string[] = FIELDS.map(([name]) => name);

/** The audit trail: find, read, export, verify. */
export function Audit(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'audit:read');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    Object.entries(search).filter(([name]) => NAMES.includes(name)),
  );
  const order = search['order'] === 'asc' ? 'asc' : 'desc';
  const events = useSteadyList<AuditEvent>({
    path: '/v1/audit/events',
    query: { ...filters, order },
    idOf,
    enabled: why === null,
  });
  const onEnd = useCallback(() => void events.list.more(), [events.list]);
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const opened = search['entry'] ?? null;
  const show = (next: Filters): void => void navigate({ to: '/audit', search: next });
  const close = (): void => {
    show(without(search, ['entry']));
    document.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div className="split">
      <section className="list" aria-label="Audit trail">
        <div className="toolbar">
          <h1>Audit</h1>
          <SavedQuestions filters={filters} />
          <SegmentedControl
            aria-label="Sequence"
            size="xs"
            data={[
              { value: 'desc', label: 'Newest first' },
              { value: 'asc', label: 'Oldest first' },
            ]}
            value={order}
            onChange={(next) => show({ ...search, order: next })}
          />
          <span className="toolbar-end">
            <Export filters={filters} />
            <Verification />
          </span>
        </div>
        <AuditFilters
          key={JSON.stringify(filters)}
          filters={filters}
          show={(next) => show({ order, ...next })}
        />
        <AuditState events={events} onClear={() => show({})} />
        {events.rows.length > 0 && (
          <Grid
            label="Audit entries"
            rows={events.rows}
            columns={COLUMNS}
            idOf={idOf}
            opened={opened}
            onOpen={(one) => show({ ...search, entry: idOf(one) })}
            onKey={(key) => key === 'Escape' && opened !== null && close()}
            onEnd={onEnd}
          />
        )}
        <footer className="list-foot">
          <RowCount of={events}>entries</RowCount>
          <span className="hint">Times are {ZONE_NAME}; point at one for the other</span>
        </footer>
      </section>
      {opened !== null && (
        <Entry event={events.rows.find((one) => idOf(one) === opened) ?? null} onClose={close} />
      )}
    </div>
  );
}

function AuditState({
  events,
  onClear,
}: {
  readonly events: UsedList<AuditEvent>;
  readonly onClear: () => void;
}): ReactNode {
  if (events.phase === 'loading') return <Loading rows={10} />;
  if (events.phase === 'failed')
    return <Failed error={events.error} onRetry={() => void events.list.open()} />;
  return events.rows.length > 0 ? null : (
    <Empty onClear={onClear}>No entry meets these filters.</Empty>
  );
}

function AuditFilters({
  filters,
  show,
}: {
  readonly filters: Filters;
  readonly show: (filters: Filters) => void;
}): ReactNode {
  const [all, setAll] = useState(Object.keys(filters).some((name) => NAMES.indexOf(name) > 2));
  const shown = all ? FIELDS : FIELDS.slice(0, 3);
  return (
    <FilterForm fields={shown} filters={filters} show={show}>
      <button type="button" className="button" aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Fewer filters' : 'More filters'}
      </button>
      {Object.keys(filters).length > 0 && (
        <button type="button" className="button" onClick={() => show({})}>
          Clear
        </button>
      )}
    </FilterForm>
  );
}

function Entry({
  event,
  onClose,
}: {
  readonly event: AuditEvent | null;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <aside
      className="pane"
      aria-label="Entry"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="pane-body">
        <PaneHead of="entry" onClose={onClose}>
          {event === null ? 'Entry' : `No. ${String(event.sequence)}: ${event.type}`}
        </PaneHead>
        {event === null && <Empty>This entry is not among those that are shown.</Empty>}
        {event !== null && (
          <>
            {event.explanation !== null && <p className="evidence">{event.explanation}</p>}
            <Facts
              of={[
                ['Time', <Time key="t" at={event.at} />],
                ['UTC', utc(event.at)],
                ['By', nameOf(event)],
                ['Key', event.keyId ?? NOTHING],
                ['On behalf of', event.onBehalfOf ?? NOTHING],
                ['From address', event.sourceAddress ?? NOTHING],
                ['Request', event.requestId ?? NOTHING],
                ['Stream', `${event.stream}, no. ${String(event.streamSequence)}`],
                ['Hash', <code key="h">{event.hash}</code>],
              ]}
            />
            <pre tabIndex={0} aria-label="Body">
              {JSON.stringify(event.body, null, 2)}
            </pre>
          </>
        )}
      </div>
    </aside>
  );
}
