import { SegmentedControl } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AuditEvent, ExchangeCall, Fill, Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { NOTHING, grouped, money } from '../parts/figures.js';
import { explained } from '../parts/explained.js';
import { Mark, type Shape, type Tone } from '../parts/mark.js';
import { Failed, Loading } from '../parts/states.js';
import { Time, ageText, shownTime } from '../parts/times.js';
import { callsAsOf, fillsAsOf, isBy } from './as-of.js';

const EVENTS_MOST = 200;

interface HistoryProps {
  /** As it is now. */
  readonly order: Order;
  /** Null: what is known now. */
  readonly asOf: string | null;
}

export function useEvents(order: Order): UseQueryResult<Page<AuditEvent>> {
  return useQuery({
    queryKey: ['order', order.id, 'events', order.version],
    placeholderData: (before: Page<AuditEvent> | undefined) => before,
    queryFn: () => read<Page<AuditEvent>>(`/v1/orders/${order.id}/events`, { limit: EVENTS_MOST }),
  });
}

interface LifeProps extends HistoryProps {
  readonly onLook: (asOf: string) => void;
}

/** Everything that happened to an order: sentences, a table, or the entries as they are stored. */
export function Life({ order, asOf, onLook }: LifeProps): ReactNode {
  const [form, setForm] = useState('Timeline');
  const { data, error } = useEvents(order);
  if (error !== null && data === undefined) return <Failed error={error} />;
  if (data === undefined) return <Loading rows={5} />;
  return (
    <div className="life">
      <SegmentedControl
        aria-label="Form"
        size="xs"
        data={['Timeline', 'Table', 'Raw']}
        value={form}
        onChange={setForm}
      />
      {form === 'Timeline' && <Timeline events={data.data} asOf={asOf} onLook={onLook} />}
      {form === 'Table' && <EventTable events={data.data} />}
      {form === 'Raw' && <pre tabIndex={0}>{JSON.stringify(data.data, null, 2)}</pre>}
      {data.page.hasMore && (
        <p className="hint">The first {EVENTS_MOST} entries. The audit trail has all.</p>
      )}
    </div>
  );
}

interface TimelineProps {
  readonly events: readonly AuditEvent[];
  readonly asOf: string | null;
  readonly onLook: (asOf: string) => void;
}

/** The newest first. What came after the moment that is shown stays, as not known yet. */
function Timeline({ events, asOf, onLook }: TimelineProps): ReactNode {
  return (
    <ol className="timeline">
      {[...events.entries()].toReversed().map(([index, event]) => {
        const before = events[index - 1];
        const gap = before === undefined ? 0 : Date.parse(event.at) - Date.parse(before.at);
        const isLater = asOf !== null && !isBy(event.at, asOf);
        return (
          <li key={event.sequence} className={isLater ? 'is-later' : toneOf(event.type)}>
            <button
              type="button"
              className="moment"
              aria-label={`The order as of ${shownTime(event.at, Date.now())}`}
              onClick={() => onLook(event.at)}
            >
              <Time at={event.at} />
            </button>
            <div>
              <p>{explained(event) ?? event.title}</p>
              <p className="hint">
                {nameOf(event)}
                {gap > 1_000 ? ` · ${ageText(gap)} later` : ''}
                {isLater ? ' · not known then' : ''}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function EventTable({ events }: { readonly events: readonly AuditEvent[] }): ReactNode {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="is-right">
            No.
          </th>
          <th scope="col">Time</th>
          <th scope="col">Entry</th>
          <th scope="col">By</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.sequence}>
            <td className="is-right">{event.sequence}</td>
            <td>
              <Time at={event.at} />
            </td>
            <td title={event.type}>{event.title}</td>
            <td>{nameOf(event)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The person rather than the key, and the part of the service rather than "system". */
export function nameOf({ actor, onBehalfOf }: Pick<AuditEvent, 'actor' | 'onBehalfOf'>): string {
  return onBehalfOf ?? actor.replace(/^(key|system):/, '');
}

function toneOf(type: string): string {
  if (/UNKNOWN|DOUBT|NOT_BELIEVED|CONTESTED|BREAK_OPENED|THROTTLED/.test(type)) return 'is-doubt';
  if (/REFUSED|REJECTED|REVERSED/.test(type)) return 'is-bad';
  if (/FILL|ACKNOWLEDGED|PROVEN|CONFIRMED|BREAK_CLOSED|RESOLVED/.test(type)) return 'is-good';
  return '';
}

export function Fills({ order, asOf }: HistoryProps): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['order', order.id, 'fills', order.version],
    queryFn: () => read<Page<Fill>>(`/v1/orders/${order.id}/fills`, { limit: 200, reversed: true }),
  });
  if (error !== null && data === undefined) return <Failed error={error} />;
  if (data === undefined) return <Loading rows={3} />;
  const fills = fillsAsOf(data.data, asOf);
  if (fills.length === 0)
    return (
      <p className="hint">
        {asOf === null ? 'Nothing of it has traded yet.' : 'No trade of it was known then.'}
      </p>
    );
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Seen</th>
          <th scope="col" className="is-right">
            Units
          </th>
          <th scope="col" className="is-right">
            Price ₦
          </th>
          <th scope="col">Matching id</th>
          <th scope="col">Day</th>
        </tr>
      </thead>
      <tbody>
        {fills.map((fill) => (
          <tr key={fill.id} className={fill.reversedAt === null ? '' : 'is-reversed'}>
            <td>
              <Time at={fill.observedAt} />
            </td>
            <td className="is-right">{grouped(fill.units)}</td>
            <td className="is-right">{money(fill.price)}</td>
            <td>
              {fill.matchingId}
              {fill.reversedAt !== null && <b className="tone-bad"> reversed</b>}
            </td>
            <td>{fill.tradeDate}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Calls({ order, asOf }: HistoryProps): ReactNode {
  const session = useSession();
  const allowed = may(session, 'orders:read') && session.accounts === null;
  const { data, error } = useQuery({
    queryKey: ['order', order.id, 'calls', order.version],
    enabled: allowed,
    queryFn: () => read<Page<ExchangeCall>>(`/v1/orders/${order.id}/calls`, { limit: 200 }),
  });
  if (!allowed) return <p className="hint">Only keys of the whole firm see the calls.</p>;
  if (error !== null && data === undefined) return <Failed error={error} />;
  if (data === undefined) return <Loading rows={3} />;
  const calls = callsAsOf(data.data, asOf);
  if (calls.length === 0)
    return (
      <p className="hint">
        {asOf === null ? 'No call was made for this order alone.' : 'No call had been made for it.'}
      </p>
    );
  return (
    <ul className="calls">
      {calls.map((one) => (
        <Call key={one.id} call={one} />
      ))}
    </ul>
  );
}

export function Call({ call: one }: { readonly call: ExchangeCall }): ReactNode {
  const took =
    one.completedAt === null ? null : Date.parse(one.completedAt) - Date.parse(one.startedAt);
  const [shape, tone] = markOf(one);
  return (
    <li>
      <details>
        <summary>
          <Time at={one.startedAt} /> <b>{one.endpoint}</b>{' '}
          <Mark shape={shape} tone={tone}>
            {one.httpStatus ?? 'no answer'}
          </Mark>{' '}
          <span className="hint">
            {took === null ? '' : `${String(took)} ms · `}
            {one.outcome ?? one.failure ?? ''}
          </span>
        </summary>
        <p className="hint">Sent by {one.operator ?? NOTHING}</p>
        <pre tabIndex={0} aria-label="Request">
          {pretty(one.request)}
        </pre>
        <p className="hint">Reply{one.failure === null ? '' : `: ${one.failure}`}</p>
        <pre tabIndex={0} aria-label="Reply">
          {one.reply === null ? 'none' : pretty(one.reply)}
        </pre>
      </details>
    </li>
  );
}

/** Only an answer that says yes has a tick. */
export function markOf({
  httpStatus,
  failure,
  outcome,
}: Pick<ExchangeCall, 'httpStatus' | 'failure' | 'outcome'>): readonly [Shape, Tone] {
  if (httpStatus === null || failure !== null) return ['triangle', 'doubt'];
  if (httpStatus >= 400 || (outcome !== null && outcome.endsWith('Refused')))
    return ['cross', 'bad'];
  return outcome === 'Ambiguous' ? ['triangle', 'doubt'] : ['tick', 'good'];
}

function pretty(text: string): string {
  try {
    // Only indentation changes: numbers stay as they were received.
    return text.length > 20_000 ? text : indent(text);
  } catch {
    return text;
  }
}

/** Breaks JSON into lines without reading its numbers. */
export function indent(json: string): string {
  let depth = 0;
  let inText = false;
  let out = '';
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charAt(at);
    if (inText) {
      out += char;
      if (char === '\\') {
        at += 1;
        out += json.charAt(at);
      } else if (char === '"') inText = false;
      continue;
    }
    if (char === '"') inText = true;
    if (char === '{' || char === '[') {
      depth += 1;
      out += `${char}\n${'  '.repeat(depth)}`;
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      out += `\n${'  '.repeat(depth)}${char}`;
    } else if (char === ',') out += `,\n${'  '.repeat(depth)}`;
    else if (char === ':') out += ': ';
    else if (!/\s/.test(char)) out += char;
  }
  return out;
}
