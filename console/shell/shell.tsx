import { useMantineColorScheme, useComputedColorScheme, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Page } from '../api/answers.js';
import { ASKED, poll } from '../api/call.js';
import { lacking, may, signOut, useSession } from '../api/session.js';
import { stream } from '../live/stream.js';
import { Mark } from '../parts/mark.js';
import { Age, lagosClock, useNow } from '../parts/times.js';
import { KeyList } from './key-list.js';
import { useHealth, useOpsStatus } from './desk-state.js';
import { Jump } from './jump.js';
import { SCREENS } from './screens.js';
import { useDeskKeys } from './use-desk-keys.js';

/** The frame of every screen: where you are, what state the market, the exchange and the desk are in. */
export function Shell(): ReactNode {
  const session = useSession();
  const [jumping, setJumping] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => stream.start(), []);
  // What was missed meanwhile is read again; what costs calls of the exchange only when somebody asks for it.
  useEffect(
    () =>
      stream.onBack(() => {
        void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ASKED });
      }),
    [queries],
  );
  useDeskKeys({
    onJump: () => setJumping(true),
    onKeys: () => setShowsKeys(true),
    onGo: (to) => void navigate({ to }),
    onNewOrder: may(session, 'orders:write') ? () => void navigate({ to: '/ticket' }) : null,
  });
  return (
    <div className="shell">
      <a className="skip" href="#screen">
        Skip to the screen
      </a>
      <header className="topbar">
        <span className={`environment is-${session.environment}`}>
          {session.environment.toUpperCase()}
        </span>
        <Link to="/orders" className="brand">
          Marina
        </Link>
        <Navigation />
        <div className="topbar-end">
          <ExchangeHealth />
          <LagosClock />
          <button type="button" className="button" onClick={() => setJumping(true)}>
            Jump <kbd>Ctrl K</kbd>
          </button>
          <Account onKeys={() => setShowsKeys(true)} />
        </div>
      </header>
      <main id="screen" className="screen" tabIndex={-1}>
        <Outlet />
      </main>
      <Banners />
      {jumping && <Jump onClose={() => setJumping(false)} />}
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

function Navigation(): ReactNode {
  const session = useSession();
  const counts = useCounts();
  return (
    <nav aria-label="Screens" className="navigation">
      {SCREENS.map(({ to, name, scope, count }) => {
        const why = scope === undefined ? null : lacking(session, scope);
        if (why !== null) {
          return (
            <span key={to} className="nav is-off" title={why} aria-disabled="true" role="link">
              {name}
            </span>
          );
        }
        const number = count === undefined ? null : counts[count];
        return (
          <Link key={to} to={to} className="nav" activeProps={{ className: 'is-here' }}>
            {name}
            {number !== null && number !== undefined && number !== '0' && (
              <b
                className={
                  count === 'approvals' ? '' : `tone-${count === 'breaks' ? 'bad' : 'doubt'}`
                }
              >
                {number}
              </b>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

type Counts = Readonly<Record<'unproven' | 'breaks' | 'approvals', string | null>>;
const COUNTED_MOST = 99;

/** Counts beside the screens; read again when the stream tells of a change. */
function useCounts(): Counts {
  const session = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const off = stream.on(({ type }) => {
      if (!/^(BREAK_|APPROVAL_)|_UNKNOWN$|DOUBT|STATUS_CHANGED|ACKNOWLEDGED|REFUSED/.test(type))
        return;
      timer ??= setTimeout(() => {
        timer = null;
        void queries.invalidateQueries({ queryKey: ['count'] });
      }, 1_000);
    });
    return () => {
      off();
      if (timer !== null) clearTimeout(timer);
    };
  }, [queries]);
  const unproven = useCount('/v1/orders', { certain: 'false' }, may(session, 'orders:read'));
  const breaks = useCount('/v1/breaks', { open: 'true' }, may(session, 'recon:read'));
  const approvals = useCount('/v1/approvals', { state: 'Pending' }, may(session, 'recon:read'));
  return { unproven, breaks, approvals };
}

function useCount(
  path: string,
  query: Readonly<Record<string, string>>,
  enabled: boolean,
): string | null {
  const { data } = useQuery({
    queryKey: ['count', path, query],
    enabled,
    refetchInterval: 30_000,
    queryFn: () => poll<Page<unknown>>(path, { ...query, limit: COUNTED_MOST }),
  });
  if (data === undefined) return null;
  return `${String(data.data.length)}${data.page.hasMore ? '+' : ''}`;
}

function ExchangeHealth(): ReactNode {
  const status = useOpsStatus();
  const { health, failedAt } = useHealth();
  const answers = status?.exchange.answers ?? health?.exchange?.answers ?? null;
  const slots = status?.keys.reduce((sum, key) => sum + key.slots, 0) ?? 0;
  const held = status?.keys.reduce((sum, key) => sum + key.held, 0) ?? 0;
  const problems = health?.problems.join(' · ') ?? '';
  return (
    <span className="health" title={problems === '' ? undefined : problems}>
      {failedAt !== null || answers === null ? (
        <Mark shape="triangle" tone="doubt">
          Exchange not known
        </Mark>
      ) : answers ? (
        <Mark shape="disc" tone={health?.status === 'degraded' ? 'doubt' : 'good'}>
          {health?.status === 'degraded' ? 'Exchange limited' : 'Exchange'}
        </Mark>
      ) : (
        <Mark shape="cross" tone="bad">
          Exchange silent
        </Mark>
      )}
      {status !== undefined && slots > 0 && (
        <span className="budget" title="Calls of the last minute, and how many the exchange allows">
          <meter min={0} max={slots} value={held} aria-label="Calls of the last minute" />
          {held}/{slots}
          <span className="hint session">calls</span>
        </span>
      )}
    </span>
  );
}

/** Until when orders are sent; where the session never closes there is no such time. */
function sessionText(closesAt: string | null): string {
  return closesAt === null
    ? 'Session open'
    : `Open until ${lagosClock(Date.parse(closesAt)).slice(0, 5)}`;
}

function LagosClock(): ReactNode {
  const now = useNow();
  const status = useOpsStatus();
  const session = status?.session;
  return (
    <span className="clock" title="Time in Lagos">
      {session !== undefined && (
        <span className="hint session">
          {session.open
            ? sessionText(session.closesAt)
            : session.opensAt === null
              ? 'Session closed'
              : `Opens ${lagosClock(Date.parse(session.opensAt)).slice(0, 5)}`}
        </span>
      )}
      {lagosClock(now)} <span className="hint">Lagos</span>
    </span>
  );
}

function Account({ onKeys }: { readonly onKeys: () => void }): ReactNode {
  const { person, firm } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const leave = (everywhere: boolean): void => {
    stream.stop();
    void signOut(everywhere).finally(() => window.location.assign('/console/'));
  };
  return (
    <Menu position="bottom-end" width={240} shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="button account">
          {person.name}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.roles.length === 0 ? 'No person: a key of a system' : person.roles.join(', ')} ·{' '}
          {firm}
        </Menu.Label>
        <Menu.Item onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
          {scheme === 'dark' ? 'Light' : 'Dark'} colours
        </Menu.Item>
        <Menu.Item onClick={onKeys}>All keys (?)</Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank">
          API description
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => leave(false)}>Sign out</Menu.Item>
        <Menu.Item onClick={() => leave(true)}>Sign out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Below the screen, so that nothing moves under the pointer when one comes. What everybody has to know before they act: old data, a pause, an exchange that is silent. */
function Banners(): ReactNode {
  const state = useSyncExternalStore(stream.watch, () => stream.state);
  const status = useOpsStatus();
  const { health, failedAt, answeredAt } = useHealth();
  // The stream of a service that hangs seems to be live.
  const liveUntil = state === 'live' ? answeredAt : stream.liveUntil;
  const paused = status?.paused ?? null;
  return (
    <div aria-live="polite">
      {(state === 'broken' || failedAt !== null) && (
        <p className="banner is-doubt">
          <Mark shape="triangle" tone="doubt">
            Not live
          </Mark>
          Marina does not answer. What you see is from{' '}
          <Age since={new Date(liveUntil).toISOString()} /> ago; it goes on by itself.
        </p>
      )}
      {paused !== null && (
        <p className="banner is-doubt">
          <Mark shape="triangle" tone="doubt">
            Paused
          </Mark>
          Posts and edits are held since <Age since={paused.since} />, by {paused.by}:{' '}
          {paused.reason}. Cancels still go.
        </p>
      )}
      {paused === null && health?.status === 'paused' && (
        <p className="banner is-doubt">
          <Mark shape="triangle" tone="doubt">
            Held
          </Mark>
          {health.problems.join(' · ')}
        </p>
      )}
      {status?.exchange.answers === false && (
        <p className="banner is-bad">
          <Mark shape="cross" tone="bad">
            Exchange silent
          </Mark>
          The exchange has not answered for <Age since={status.exchange.silentSince} />. Orders are
          kept and sent when it is back.
        </p>
      )}
    </div>
  );
}
