import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call, read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import type { Filters } from '../orders/filters.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { NOTHING, grouped, money } from '../parts/figures.js';
import { Mark, Side } from '../parts/mark.js';
import { Failed, Forbidden, Loading } from '../parts/states.js';
import { Time, lagosDate, useNow } from '../parts/times.js';
import { subtract } from '../../src/infra/decimal.js';
import type { Day } from '../api/answers.js';
import { DayField } from '../parts/day-field.js';
import { isDay, longDay } from '../parts/lagos-time.js';
import { Print } from '../parts/print.js';
import { useOpsStatus } from '../shell/desk-state.js';
import { checklistOf, counted, dayBeside, isIdle, isZero, whyNotSigned } from './day-of.js';
import { Reason } from '../parts/reason.js';
import { StillOpen } from './still-open.js';

/** End of day: what is still open, our totals beside the exchange's, and two signatures. */
export function TradingDay(): ReactNode {
  const session = useSession();
  const now = useNow();
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const date = search['date'] ?? lagosDate(now);
  const why = lacking(session, 'recon:read');
  const { data, error, refetch } = useQuery({
    queryKey: ['day', date],
    enabled: why === null,
    refetchInterval: 15_000,
    queryFn: () => read<Day>(`/v1/trading-days/${date}`),
  });
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  const go = (next: string): void => void navigate({ to: '/day', search: { date: next } });
  return (
    <div className="list">
      <div className="toolbar">
        <h1>End of day</h1>
        <Action onAct={() => go(dayBeside(date, -1))}>‹ Before</Action>
        <DayField label="Trading day" value={date} onChange={go} />
        <Action onAct={() => go(dayBeside(date, 1))}>After ›</Action>
        <span className="hint">{isDay(date) ? longDay(date) : ''}</span>
        <span className="toolbar-end">
          <Print path={`/v1/trading-days/${date}/report?format=html`}>Print the report</Print>
          <a className="button is-link" href={`/v1/trading-days/${date}/report?format=csv`}>
            CSV
          </a>
        </span>
      </div>
      <div className="page" tabIndex={0} role="region" aria-label={`Trading day ${date}`}>
        {error !== null && data === undefined && (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        {error === null && data === undefined && <Loading />}
        {data !== undefined && <DayDetail day={data} />}
      </div>
    </div>
  );
}

const SAYS: Readonly<Record<Day['status'], readonly [string, 'good' | 'doubt' | 'accent']>> = {
  Unsettled: ['Not closed', 'doubt'],
  Ready: ['Ready to be signed', 'accent'],
  SignedOnce: ['Signed once', 'accent'],
  Closed: ['Closed', 'good'],
  Reopened: ['Reopened: it has changed since it was closed', 'doubt'],
};

function DayDetail({ day }: { readonly day: Day }): ReactNode {
  const now = useNow();
  const checks = checklistOf(day, now);
  const [text, tone] = SAYS[day.status];
  if (isIdle(day)) {
    return (
      <p className="verdict">
        {longDay(day.tradingDate)} has no session and no orders: there is nothing to close.
      </p>
    );
  }
  return (
    <>
      <p className={`verdict tone-${tone}`}>
        {text}, {checks.filter(({ state }) => state !== 'done').length} of {checks.length} steps
        open
      </p>
      <Hours day={day} />
      <div className="columns">
        <section className="panel" aria-label="Checklist">
          <h2>Checklist</h2>
          <ul className="plain">
            {checks.map((check) => (
              <li key={check.text}>
                <Mark
                  shape={
                    check.state === 'done' ? 'tick' : check.state === 'open' ? 'cross' : 'ring'
                  }
                  tone={check.state === 'done' ? 'good' : check.state === 'open' ? 'bad' : 'muted'}
                >
                  {check.text}
                </Mark>
              </li>
            ))}
          </ul>
        </section>
        <Totals day={day} />
        <Signatures day={day} />
        <StillOpen day={day} />
      </div>
      <Lines day={day} />
    </>
  );
}

/** Whether it is not today, so that a time alone would seem to be of that day. */
function isOther({ tradingDate }: Day): boolean {
  return tradingDate !== lagosDate(Date.now());
}

function Hours({ day }: { readonly day: Day }): ReactNode {
  const { closesAt, closableFrom } = day;
  const isDated = isOther(day);
  const status = useOpsStatus();
  const isEndless = status?.session.open === true && status.session.closesAt === null;
  return (
    <p className="hint hours">
      {closesAt === null ? (
        'This day has no session.'
      ) : (
        <>
          {isEndless
            ? 'The session never closes here (a test setting), weekends too; the day ends at '
            : 'The session ends at '}
          <Time at={closesAt} isDated={isDated} />.
        </>
      )}
      {closableFrom !== null && (
        <>
          {' '}
          The day can be signed from <Time at={closableFrom} isDated={isDated} /> on, once nothing
          in it is open, by two people with the right to sign (operations lead).
        </>
      )}
    </p>
  );
}

function Totals({ day }: { readonly day: Day }): ReactNode {
  const { ours, exchange } = day.report.facts.totals;
  const rows = [
    [
      'Executions',
      String(ours.executions),
      exchange === null ? null : String(exchange.executions),
      grouped,
    ],
    ['Units', ours.units, exchange?.units ?? null, grouped],
    ['Value ₦', ours.value, exchange?.value ?? null, money],
  ] as const;
  return (
    <section className="panel" aria-label="Totals">
      <h2>Totals</h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">What</span>
            </th>
            <th scope="col" className="is-right">
              Ours
            </th>
            <th scope="col" className="is-right">
              Exchange
            </th>
            <th scope="col" className="is-right">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, mine, theirs, shown]) => {
            const difference = theirs === null ? null : subtract(theirs, mine);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="is-right">{shown(mine)}</td>
                <td className="is-right">{theirs === null ? NOTHING : shown(theirs)}</td>
                <td className={`is-right ${toneOf(difference)}`}>
                  <b>{difference === null ? NOTHING : shown(difference)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="hint">
        {day.readAt === null
          ? "The exchange's figures are read after the close."
          : 'The exchange first gave these figures at '}
        {day.readAt !== null && <Time at={day.readAt} isDated={isOther(day)} />}
      </p>
    </section>
  );
}

/** Nothing is good or bad that was not compared. */
function toneOf(difference: string | null): string {
  if (difference === null) return '';
  return difference === '0' ? 'tone-good' : 'tone-bad';
}

function Signatures({ day }: { readonly day: Day }): ReactNode {
  const session = useSession();
  const queries = useQueryClient();
  const [signing, setSigning] = useState(false);
  const mine = day.signOffs.some(
    ({ signedBy }) => signedBy.replace(/^key:/, '') === session.person.name,
  );
  const now = useNow();
  const blocked = session.masksClients
    ? 'Clients are masked for you, so you cannot read the report that you would sign.'
    : (whyNotSigned(day, now) ??
      (mine ? 'You have signed it yourself: another operations lead has to sign now.' : null));
  return (
    <section className="panel" aria-label="Signatures">
      <h2>Signatures</h2>
      <ul className="plain">
        {day.signOffs.map((one) => (
          <li key={one.signedBy}>
            <Mark shape="tick" tone="good">
              {one.signedBy.replace(/^key:/, '')}
            </Mark>{' '}
            <Time at={one.signedAt} isDated={isOther(day)} />{' '}
            {one.text !== null && <bdi>{one.text}</bdi>}
          </li>
        ))}
        {day.signOffs.length === 0 && <li className="hint">Nobody has signed this report yet.</li>}
      </ul>
      {day.certificate !== null && (
        <p className="hint">
          Certificate {day.certificate.revision} of{' '}
          <Time at={day.certificate.closedAt} isDated={isOther(day)} />
          {!session.masksClients && (
            <>
              : <code>{day.certificate.hash.slice(0, 16)}…</code>
            </>
          )}
        </p>
      )}
      {blocked !== null && day.status !== 'Closed' && <p className="hint">{blocked}</p>}
      <div className="actions">
        <Action needs="recon:approve" tone="main" blocked={blocked} onAct={() => setSigning(true)}>
          {day.signOffs.length === 0 ? 'Sign as the first…' : 'Sign as the second…'}
        </Action>
      </div>
      {signing && (
        <Sign
          day={day}
          onClose={() => {
            setSigning(false);
            void queries.invalidateQueries({ queryKey: ['day', day.tradingDate] });
          }}
        />
      )}
    </section>
  );
}

function Sign({ day, onClose }: { readonly day: Day; readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  return (
    <Dialog
      title={`Sign the report of ${day.tradingDate}`}
      act={`Sign ${day.tradingDate}`}
      onClose={onClose}
      run={async () => {
        const body = {
          reportHash: day.reportHash,
          ...(text.trim() === '' ? {} : { text: text.trim() }),
        };
        const { data } = await call<Day>('POST', `/v1/trading-days/${day.tradingDate}/sign-offs`, {
          body,
        });
        return data.status === 'Closed'
          ? { tone: 'good', text: 'Signed. The day is closed, and its certificate never changes.' }
          : {
              tone: 'info',
              text: 'Signed. Another operations lead has to sign before the day is closed.',
            };
      }}
    >
      <p>
        You sign the report that you see, <code>{day.reportHash.slice(0, 16)}…</code>. If it changes
        before you do, the signature is refused.
      </p>
      <Reason label="Comment (optional)" value={text} onChange={setText} />
    </Dialog>
  );
}

const LINES_MOST = 300;

/** Only what differs, first; then the rest. */
function Lines({ day }: { readonly day: Day }): ReactNode {
  const { lines } = day.report.facts;
  if (lines.length === 0) return null;
  const differs = (line: (typeof lines)[number]): boolean =>
    line.difference !== null && !isZero(line.difference);
  const sorted = [...lines.filter(differs), ...lines.filter((line) => !differs(line))];
  return (
    <section className="panel lines" aria-label="Lines">
      <h2>
        By account and security{' '}
        <span className="hint">
          {day.report.facts.totals.exchange === null
            ? "not compared yet: the exchange's trades are read after the close"
            : counted(lines.filter(differs).length, 'line differs', 'lines differ')}
        </span>
      </h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Security</th>
            <th scope="col">Side</th>
            <th scope="col" className="is-right">
              Orders
            </th>
            <th scope="col" className="is-right">
              Our units
            </th>
            <th scope="col" className="is-right">
              Our value ₦
            </th>
            <th scope="col" className="is-right">
              Exchange value ₦
            </th>
            <th scope="col" className="is-right">
              Difference ₦
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, LINES_MOST).map((line) => (
            <tr key={`${line.accountNumber} ${line.security} ${line.side}`}>
              <td>{line.accountNumber}</td>
              <td>{line.security}</td>
              <td>
                <Side side={line.side} />
              </td>
              <td className="is-right">{line.orders}</td>
              <td className="is-right">{grouped(line.ours.units)}</td>
              <td className="is-right">{money(line.ours.value)}</td>
              <td className="is-right">{money(line.exchange?.value)}</td>
              <td className={`is-right ${differs(line) ? 'tone-bad' : ''}`}>
                {money(line.difference?.value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > LINES_MOST && (
        <p className="hint">
          The first {LINES_MOST} of {sorted.length}; the CSV has all.
        </p>
      )}
    </section>
  );
}
