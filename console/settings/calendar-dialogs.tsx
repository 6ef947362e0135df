import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CalendarDay, Order, Page } from '../api/answers.js';
import { call, read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { weekdayOf } from './days.js';

interface EnterProps {
  /** Null: a day that is not entered yet. */
  readonly of: CalendarDay | null;
  readonly today: string;
  readonly onClose: () => void;
}

export function EnterDay({ of, today, onClose }: EnterProps): ReactNode {
  const [date, setDate] = useState(of?.date ?? '');
  const [kind, setKind] = useState<CalendarDay['kind']>(of?.kind ?? 'Holiday');
  const [session, setSession] = useState(of?.session ?? '');
  const [name, setName] = useState(of?.name ?? '');
  const isHoliday = kind === 'Holiday';
  const day = `${weekdayOf(date)} ${date}`;
  const blocked =
    date === ''
      ? 'Give the date.'
      : date < today
        ? 'The date is over.'
        : name.trim() === ''
          ? 'Give the name of the day.'
          : !isHoliday && session.trim() === ''
            ? 'Give the session of the half day.'
            : null;
  return (
    <Dialog
      title={of === null ? 'Enter a day' : `Change ${of.date}`}
      act={
        blocked !== null
          ? 'Enter'
          : isHoliday
            ? `No session on ${day}`
            : `Session ${session.trim()} on ${day}`
      }
      blocked={blocked}
      fields={['date', 'name', ...(isHoliday ? [] : ['session'])]}
      onClose={onClose}
      run={async () => {
        const hours = isHoliday ? {} : { session: session.trim() };
        const body = { kind, name: name.trim(), ...hours };
        await call('PUT', `/v1/trading-calendar/${date}`, { body });
        return { tone: 'good', text: `Entered. All instances know it at once.` };
      }}
    >
      {(said) => (
        <>
          <TextField
            label="Date"
            type="date"
            value={date}
            onChange={setDate}
            error={said('date')}
            isFirst={of === null}
          />
          <Radio.Group label="It is" value={kind} onChange={(value) => setKind(value)}>
            <div className="choices">
              <Radio value="Holiday" label="A holiday: no session" />
              <Radio value="HalfDay" label="A half day: another session than usual" />
            </div>
          </Radio.Group>
          {!isHoliday && (
            <TextField
              label="Session in Lagos"
              placeholder="10:00-12:00"
              value={session}
              onChange={setSession}
              error={said('session')}
            />
          )}
          <TextField
            label="Name"
            placeholder="Christmas Day"
            maxLength={100}
            value={name}
            onChange={setName}
            error={said('name')}
            isFirst={of !== null}
          />
          {isHoliday && <Waiting date={date} />}
        </>
      )}
    </Dialog>
  );
}

interface RemoveProps {
  readonly of: CalendarDay;
  readonly onClose: () => void;
}

export function RemoveDay({ of, onClose }: RemoveProps): ReactNode {
  return (
    <Dialog
      title={`Remove ${of.name}, ${of.date}`}
      act={`Usual session on ${weekdayOf(of.date)} ${of.date}`}
      onClose={onClose}
      run={async () => {
        await call('DELETE', `/v1/trading-calendar/${of.date}`);
        return { tone: 'good', text: 'Removed: the date has the usual session again.' };
      }}
    >
      <p>
        {weekdayOf(of.date)} {of.date} has the usual session again, or none at a weekend. Orders
        that wait for it are sent then; those that were accepted meanwhile keep their day.
      </p>
    </Dialog>
  );
}

const COUNTED_MOST = 200;

/** The orders that would not be sent, as far as the role may see them. */
function Waiting({ date }: { readonly date: string }): ReactNode {
  const allowed = may(useSession(), 'orders:read');
  const { data } = useQuery({
    queryKey: ['waiting', date],
    enabled: allowed && date !== '',
    queryFn: () =>
      read<Page<Order>>('/v1/orders', { tradingDate: date, pending: 'Post', limit: COUNTED_MOST }),
  });
  const count = data?.data.length ?? 0;
  return (
    <p className={count === 0 ? 'hint' : 'outcome is-doubt'}>
      {count === 0
        ? 'Orders keep their trading day: one that waits for this day would expire unsent.'
        : `${String(count)}${data?.page.hasMore === true ? '+' : ''} orders wait for this day. They expire unsent unless the entry is removed in time.`}
    </p>
  );
}
