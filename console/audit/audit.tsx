import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import type { AuditedEvent } from '../api/answers.js';
import { lacking, useSession } from '../api/session.js';
import { useSteadyList, type UsedList } from '../live/use-steady-list.js';
import { nameOf } from '../order/history.js';
import { without, type Filters } from '../orders/filters.js';
import { Facts } from '../parts/facts.js';
import { NOTHING } from '../parts/figures.js';
import { FilterChip } from '../parts/filter-chip.js';
import { FilterForm, type FieldKind } from '../parts/filter-form.js';
import { ChooseClient, isClientName } from '../parts/find-client.js';
import { Grid, type Column } from '../parts/grid.js';
import { explained } from '../parts/explained.js';
import { MOMENT_FORMAT, isDay, momentTyped, typedText } from '../parts/lagos-time.js';
import { RowCount } from '../parts/row-count.js';
import { PaneHead } from '../parts/pane-head.js';
import { Empty, Failed, Forbidden, Loading } from '../parts/states.js';
import { Time, ZONE_NAME, lagosDate, useNow, utc } from '../parts/times.js';
import { ClientOf, OrderLink } from './audited.js';
import { Export } from './export.js';
import { FIELDS, filterWords, isFromLink } from './filter-words.js';
import { HandledOrders } from './handled-orders.js';
import { SavedQuestions } from './saved-questions.js';
import { UnknownOutcomes } from './unknown-outcomes.js';
import { useKnown, useTrailNames } from './use-known.js';
import { Verification } from './verification.js';

const idOf = (event: AuditedEvent): string => String(event.sequence);

const COLUMNS: readonly Column<AuditedEvent>[] = [
  { id: 'sequence', head: 'No.', width: 56, right: true, cell: (one) => one.sequence },
  { id: 'at', head: 'Time', width: 116, right: true, cell: (one) => <Time at={one.at} /> },
  { id: 'type', head: 'Entry', width: 180, cell: (one) => <b title={one.type}>{one.title}</b> },
  { id: 'what', head: 'What happened', width: 240, grow: true, cell: (one) => <span title={explained(one) ?? ''}>{explained(one) ?? one.title}</span> },
  { id: 'order', head: 'Order', width: 310, spare: 2, cell: (one) => <OrderLink order={one.order} /> },
  { id: 'client', head: 'Client', width: 160, spare: 2, cell: (one) => <ClientOf order={one.order} accountNumber={one.accountNumber} /> },
  { id: 'by', head: 'By', width: 110, spare: 3, cell: (one) => nameOf(one) },
]; // prettier-ignore

const FIRST_FIELDS = 3;
const NAMES: readonly string[] = FIELDS.map(([name]) => name);

const VIEWS = [
  { value: 'entries', label: 'Entries' },
  { value: 'unknown', label: 'Unknown outcomes' },
  { value: 'handled', label: "Who handled a client's orders" },
];

/** The audit trail: find, read, export, verify; and what compliance asks of it most. */
export function Audit(): ReactNode {
  const session = useSession();
  const why = lacking(session, 'audit:read');
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const view = search['view'] ?? 'entries';
  const views = (
    <SegmentedControl
      aria-label="What is shown"
      size="xs"
      data={VIEWS}
      value={view}
      onChange={(next) =>
        void navigate({ to: '/audit', search: next === 'entries' ? {} : { view: next } })
      }
    />
  );
  if (view === 'entries') return <Entries views={views} />;
  return (
    <div className="list">
      <div className="toolbar">
        <h1>Audit</h1>
        {views}
      </div>
      {view === 'unknown' ? <UnknownOutcomes /> : <HandledOrders />}
    </div>
  );
}

function Entries({ views }: { readonly views: ReactNode }): ReactNode {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const filters = Object.fromEntries(
    Object.entries(search).filter(([name]) => NAMES.includes(name)),
  );
  const order = search['order'] === 'asc' ? 'asc' : 'desc';
  const afterSequence = search['afterSequence'];
  const events = useSteadyList<AuditedEvent>({
    path: '/v1/audit/events',
    query: {
      ...filters,
      order,
      withOrder: 'true',
      ...(afterSequence === undefined ? {} : { afterSequence }),
    },
    idOf,
    enabled: true,
  });
  const onEnd = useCallback(() => void events.list.more(), [events.list]);
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
          {views}
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
        <AuditFilters filters={filters} show={(next) => show({ order, ...next })} />
        {afterSequence !== undefined && (
          <p className="hint client-choice">
            Entries after no. {afterSequence}.{' '}
            <button
              type="button"
              className="button"
              onClick={() => show(without(search, ['afterSequence']))}
            >
              Show all
            </button>
          </p>
        )}
        <AuditState events={events} onClear={() => show({ order })} />
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
          <RowCount of={events} one="entry">
            entries
          </RowCount>
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
  readonly events: UsedList<AuditedEvent>;
  readonly onClear: () => void;
}): ReactNode {
  if (events.phase === 'loading') return <Loading rows={10} />;
  if (events.phase === 'failed')
    return <Failed error={events.error} onRetry={() => void events.list.open()} />;
  return events.rows.length > 0 ? null : (
    <Empty onClear={onClear}>No entry meets these filters.</Empty>
  );
}

interface AuditFiltersProps {
  readonly filters: Filters;
  readonly show: (filters: Filters) => void;
}

/** Those that were opened stay open, whatever is found or cleared. */
function AuditFilters({ filters, show }: AuditFiltersProps): ReactNode {
  const given = Object.entries(filters);
  const linked = given.filter(([name, value]) => isFromLink(name, value));
  const fields = FIELDS.filter(([name]) => !linked.some(([one]) => one === name));
  const [all, setAll] = useState(
    given.some(([name, value]) => NAMES.indexOf(name) >= FIRST_FIELDS && !isFromLink(name, value)),
  );
  const [named, setNamed] = useState<Filters | null>(null);
  const kinds = useKinds();
  const known = useKnown(filters);
  const find = (next: Filters): void => {
    const isName = isClientName(next['accountNumber'] ?? '');
    setNamed(isName ? next : null);
    if (!isName) show(next);
  };
  return (
    <>
      <FilterForm
        key={JSON.stringify(filters)}
        fields={all ? fields : fields.slice(0, FIRST_FIELDS)}
        kinds={kinds}
        filters={filters}
        show={find}
      >
        {linked.map(([name, value]) => (
          <FilterChip
            key={name}
            words={filterWords(name, value, known)}
            onClear={() => show(without(filters, [name]))}
          />
        ))}
        <button type="button" className="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer filters' : 'More filters'}
        </button>
        {given.length + (named === null ? 0 : 1) > 0 && (
          <button type="button" className="button" onClick={() => find({})}>
            Clear
          </button>
        )}
      </FilterForm>
      {named !== null && (
        <ChooseClient
          key={named['accountNumber']}
          name={named['accountNumber'] ?? ''}
          onChoose={(accountNumber) => find({ ...named, accountNumber })}
        />
      )}
    </>
  );
}

/** What can be filtered by is what the trail has. */
function useKinds(): Readonly<Record<string, FieldKind>> {
  const data = useTrailNames();
  const today = lagosDate(useNow());
  const moment: FieldKind = {
    placeholder: MOMENT_FORMAT,
    read: (text) => momentTyped(text, today),
    show: typedText,
    wrong: `Type ${MOMENT_FORMAT}`,
  };
  const day: FieldKind = {
    placeholder: 'YYYY-MM-DD',
    read: (text) => (isDay(text) ? text : null),
    wrong: 'Type YYYY-MM-DD',
  };
  const options = data?.types.map(({ type, title }) => [type, title] as const);
  return {
    by: { suggestions: data?.by ?? [], placeholder: 'a name' },
    ...(options === undefined ? {} : { type: { options } }),
    from: moment,
    to: moment,
    tradingDate: day,
  };
}

function Entry({
  event,
  onClose,
}: {
  readonly event: AuditedEvent | null;
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
          {event === null ? 'Entry' : `No. ${String(event.sequence)}: ${event.title}`}
        </PaneHead>
        {event === null && <Empty>This entry is not among those that are shown.</Empty>}
        {event !== null && (
          <>
            {event.explanation !== null && <p className="evidence">{explained(event)}</p>}
            <Facts
              of={[
                ...aboutOrder(event),
                ['Time', <Time key="t" at={event.at} />],
                ['UTC', utc(event.at)],
                ['By', nameOf(event)],
                ['Type', <code key="c">{event.type}</code>],
                ['Key', event.keyId ?? NOTHING],
                ['On behalf of', event.onBehalfOf ?? NOTHING],
                ['From address', event.sourceAddress ?? NOTHING],
                ['Request', event.requestId ?? NOTHING],
                ['Stream', `${event.stream}, no. ${String(event.streamSequence)}`],
                ['Hash', <code key="h">{event.hash}</code>],
              ]}
            />
            <p className="hint">As it is stored</p>
            <pre tabIndex={0} aria-label="Body">
              {JSON.stringify(event.body, null, 2)}
            </pre>
          </>
        )}
      </div>
    </aside>
  );
}

function aboutOrder({ order }: AuditedEvent): readonly (readonly [string, ReactNode])[] {
  if (order === null) return [];
  return [
    ['Order', <OrderLink key="o" order={order} />],
    ['Client', <ClientOf key="w" order={order} />],
  ];
}
