import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CalendarDay } from '../api/answers.js';
import { readAll } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { Action } from '../parts/action.js';
import { NOTHING } from '../parts/figures.js';
import { Guard } from '../parts/guard.js';
import { Mark } from '../parts/mark.js';
import { Empty } from '../parts/states.js';
import { Time, lagosDate, useNow } from '../parts/times.js';
import { useOpsStatus } from '../shell/desk-state.js';
import { EnterDay, RemoveDay } from './calendar-dialogs.js';
import { comingFirst, weekdayOf } from './days.js';

type Doing =
  | { readonly what: 'enter'; readonly day: CalendarDay | null }
  | { readonly what: 'remove'; readonly day: CalendarDay };

/** Holidays and half days, what comes next first. */
export function Calendar(): ReactNode {
  const enabled = may(useSession(), 'ops:read');
  const queries = useQueryClient();
  const today = lagosDate(useNow());
  const [doing, setDoing] = useState<Doing | null>(null);
  const { data, error } = useQuery({
    queryKey: ['calendar'],
    enabled,
    queryFn: () => readAll<CalendarDay>('/v1/trading-calendar'),
  });
  const done = (): void => {
    setDoing(null);
    void queries.invalidateQueries({ queryKey: ['calendar'] });
    void queries.invalidateQueries({ queryKey: ['ops'] });
  };
  const rows = comingFirst(data ?? [], today);
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Trading calendar">
      <div className="columns">
        <SessionNow />
        <section className="panel is-wide" aria-label="Holidays and half days">
          <div className="card-head">
            <h2>Holidays and half days</h2>
            <Action
              needs="ops:write"
              tone="main"
              onAct={() => setDoing({ what: 'enter', day: null })}
            >
              Enter a day…
            </Action>
          </div>
          <Guard scope="ops:read" error={error} loaded={data !== undefined}>
            {rows.length === 0 ? (
              <Empty>No day is entered: Monday to Friday all have the usual session.</Empty>
            ) : (
              <Days rows={rows} today={today} onAct={setDoing} />
            )}
          </Guard>
        </section>
      </div>
      {doing?.what === 'enter' && <EnterDay of={doing.day} today={today} onClose={done} />}
      {doing?.what === 'remove' && <RemoveDay of={doing.day} onClose={done} />}
    </div>
  );
}

function SessionNow(): ReactNode {
  const status = useOpsStatus();
  const session = status?.session;
  return (
    <section className="panel is-wide" aria-label="Session">
      <h2>Session</h2>
      <Guard scope="ops:read" error={null} loaded={session !== undefined}>
        {session?.open === true ? (
          <Mark shape="disc" tone="good">
            Open: orders are sent
          </Mark>
        ) : (
          <Mark shape="clock" tone="muted">
            Closed, opens <Time at={session?.opensAt ?? null} />
          </Mark>
        )}
      </Guard>
      <p className="hint">
        Other days have the usual session, Monday to Friday. Its hours are the setting
        TRADING_SESSION of the service, which its API does not show; with “always”, what is entered
        here has no effect.
      </p>
    </section>
  );
}

interface DaysProps {
  readonly rows: readonly CalendarDay[];
  readonly today: string;
  readonly onAct: (doing: Doing) => void;
}

function Days({ rows, today, onAct }: DaysProps): ReactNode {
  return (
    <table className="table is-roomy">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Name</th>
          <th scope="col">Session</th>
          <th scope="col">Entered by</th>
          <th scope="col">At</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((day) => {
          const over = day.date < today ? 'The date is over.' : null;
          return (
            <tr key={day.date} className={over === null ? '' : 'is-over'}>
              <td>
                <b>{day.date}</b> {weekdayOf(day.date)}
              </td>
              <td>
                <bdi>{day.name}</bdi>
              </td>
              <td>{day.kind === 'Holiday' ? 'none' : (day.session ?? NOTHING)}</td>
              <td>{day.changedBy.replace(/^key:/, '')}</td>
              <td>
                <Time at={day.changedAt} />
              </td>
              <td>
                {over === null && (
                  <div className="actions is-end">
                    <Action needs="ops:write" onAct={() => onAct({ what: 'enter', day })}>
                      Change…
                    </Action>
                    <Action needs="ops:write" onAct={() => onAct({ what: 'remove', day })}>
                      Remove…
                    </Action>
                  </div>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
