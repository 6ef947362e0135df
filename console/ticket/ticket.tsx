import { Autocomplete, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Company, Market, Order, Page } from '../api/answers.js';
import { call, read } from '../api/call.js';
import { lacking, useSession } from '../api/session.js';
import { outcomeOfPost, sentenceOf } from '../order/outcome.js';
import { Action } from '../parts/action.js';
import { OutcomeLine } from '../parts/dialog.js';
import { refusedAs } from '../parts/refusal.js';
import type { Outcome } from '../parts/outcome.js';
import { naira, typedDecimal, valueOf } from '../parts/figures.js';
import { Forbidden } from '../parts/states.js';
import { useHealth, useOpsStatus } from '../shell/desk-state.js';
import { QuotePanel, useDepth, useQuote } from './quote-panel.js';
import { priceProblem, unitsProblem } from './terms.js';
import { DAY_ORDER } from '../../src/infra/exchange/schema/durations.js';
import { warningsOf, type Surroundings, type Ticketed, type Warning } from './warnings.js';

const WAIT_SECONDS = 10;

interface Typed extends Ticketed {
  readonly timeInForce: string;
}

/** The order ticket: what is typed, what surrounds it, what will be sent, and what became of it. */
export function Ticket(): ReactNode {
  const session = useSession();
  const search: Readonly<Record<string, string>> = useSearch({ strict: false });
  const [typed, setTyped] = useState<Typed>({
    side: search['side'] === 'SELL' ? 'SELL' : 'BUY',
    security: search['security'] ?? '',
    units: search['units'] ?? '',
    price: search['price'] ?? '',
    accountNumber: search['account'] ?? '',
    clientName: '',
    timeInForce: DAY_ORDER,
  });
  const posting = usePosting(typed, () => setTyped({ ...typed, units: '', price: '' }));
  const why = lacking(session, 'orders:write');
  if (why !== null) return <Forbidden>{why}</Forbidden>;
  return (
    <div className="ticket">
      <TicketForm typed={typed} setTyped={setTyped} posting={posting} />
      <div className="ticket-side">
        <QuotePanel symbol={typed.security} />
      </div>
    </div>
  );
}

interface Posting {
  readonly surroundings: Surroundings;
  readonly warnings: readonly Warning[];
  readonly seen: ReadonlySet<string>;
  readonly see: (id: string) => void;
  readonly outcome: Outcome | null;
  readonly orderId: string | null;
  readonly busy: boolean;
  readonly tried: boolean;
  readonly problems: Problems;
  readonly send: () => void;
  readonly again: () => void;
}

type Problems = Readonly<Partial<Record<keyof Typed, string>>>;

/** Cleans what people type: separators out, upper case where the exchange has it. */
export function termsOf(typed: Typed): Typed {
  return {
    ...typed,
    security: typed.security.trim().toUpperCase(),
    units: typedDecimal(typed.units),
    price: typedDecimal(typed.price),
    accountNumber: typed.accountNumber.trim(),
    clientName: typed.clientName.trim(),
  };
}

function problemsOf(terms: Typed): Problems {
  const problems: Partial<Record<keyof Typed, string>> = {};
  if (terms.security === '') problems.security = 'Choose a security.';
  const units = unitsProblem(terms.units);
  if (units !== null) problems.units = units;
  const price = priceProblem(terms.price);
  if (price !== null) problems.price = price;
  if (terms.accountNumber === '') problems.accountNumber = 'Enter the CDS account.';
  if (terms.clientName === '') problems.clientName = 'Enter the name on the account.';
  if (terms.timeInForce === '') problems.timeInForce = 'Enter a duration.';
  return problems;
}

function usePosting(typed: Typed, clear: () => void): Posting {
  const terms = termsOf(typed);
  const surroundings = useSurroundings(terms);
  const problems = problemsOf(terms);
  const complete = Object.keys(problems).length === 0;
  const warnings = complete ? warningsOf(terms, surroundings) : [];
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [orderId, setOrderId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  // The same id until an order has it: a ticket that is sent again never becomes two orders.
  const [clientOrderId, setClientOrderId] = useState(newClientOrderId);

  const send = (): void => {
    setTried(true);
    if (busy || orderId !== null || !complete) return;
    const unseen = warnings.filter(({ text }) => !seen.has(text));
    if (unseen.length > 0) {
      setOutcome({ tone: 'bad', text: 'Acknowledge the warnings first.' });
      return;
    }
    setBusy(true);
    setOutcome({ tone: 'info', text: 'Sending. Waiting for the exchange…' });
    const body = { ...terms, clientOrderId };
    call<Order>('POST', '/v1/orders', { body, waitSeconds: WAIT_SECONDS })
      .then(
        ({ data }) => {
          setOrderId(data.id);
          setOutcome(outcomeOfPost(data));
        },
        (error: unknown) => setOutcome(refusedAs(error)),
      )
      .finally(() => setBusy(false));
  };
  return {
    surroundings, warnings, seen, outcome, orderId, busy, tried, problems, send,
    see: (text) => {
      const next = new Set(seen);
      if (!next.delete(text)) next.add(text);
      setSeen(next);
    },
    again: () => {
      setOrderId(null);
      setOutcome(null);
      setTried(false);
      setSeen(new Set());
      setClientOrderId(newClientOrderId());
      clear();
    },
  }; // prettier-ignore
}

function newClientOrderId(): string {
  return `console-${crypto.randomUUID()}`;
}

function useSurroundings(terms: Typed): Surroundings {
  const status = useOpsStatus() ?? null;
  const { health } = useHealth();
  const quote = useQuote(terms.security);
  const depth = useDepth(terms.security);
  const account = terms.accountNumber;
  const { data } = useQuery({
    queryKey: ['account', account],
    enabled: account.length > 3,
    queryFn: () => read<Page<Order>>('/v1/orders', { accountNumber: account, limit: 50 }),
  });
  const orders = data?.data ?? [];
  const working = new Set(['New', 'Posted', 'Open', 'Amended']);
  return {
    status, health,
    quote: quote.data?.data ?? null,
    depth: depth.data?.data ?? null,
    alike: orders.filter((order) => order.security === terms.security && working.has(order.status)),
    knownName: orders[0]?.clientName ?? null,
  }; // prettier-ignore
}

interface FormProps {
  readonly typed: Typed;
  readonly setTyped: (typed: Typed) => void;
  readonly posting: Posting;
}

function TicketForm({ typed, setTyped, posting }: FormProps): ReactNode {
  const { tried, problems, surroundings } = posting;
  const navigate = useNavigate();
  const terms = termsOf(typed);
  const said = (field: keyof Typed): string | null => (tried ? (problems[field] ?? null) : null);
  const set = (change: Partial<Typed>): void => setTyped({ ...typed, ...change });
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) posting.send();
    if (event.key === 'Escape') void navigate({ to: '/orders' });
  };
  const done = posting.orderId !== null;
  return (
    <form
      className="ticket-form"
      aria-label="Order ticket"
      onKeyDown={keys}
      onSubmit={(event) => event.preventDefault()}
    >
      <h1>New order</h1>
      <fieldset disabled={done}>
        <SegmentedControl
          aria-label="Side"
          className={`side is-${typed.side.toLowerCase()}`}
          fullWidth
          data={['BUY', 'SELL']}
          value={typed.side}
          onChange={(side) => set({ side: side === 'SELL' ? 'SELL' : 'BUY' })}
        />
        <SecurityField
          value={typed.security}
          error={said('security')}
          onChange={(security) => set({ security })}
        />
        <div className="fields">
          <TextInput
            label="Units"
            inputMode="numeric"
            value={typed.units}
            error={said('units')}
            onChange={(event) => set({ units: event.currentTarget.value })}
          />
          <TextInput
            label="Limit ₦"
            inputMode="decimal"
            value={typed.price}
            error={said('price')}
            onChange={(event) => set({ price: event.currentTarget.value })}
          />
        </div>
        <div className="fields">
          <TextInput
            label="CDS account"
            value={typed.accountNumber}
            error={said('accountNumber')}
            onChange={(event) => set({ accountNumber: event.currentTarget.value })}
            onBlur={() => {
              if (typed.clientName === '' && surroundings.knownName !== null)
                set({ clientName: surroundings.knownName });
            }}
          />
          <TextInput
            label="Name on the account"
            value={typed.clientName}
            error={said('clientName')}
            maxLength={120}
            onFocus={() => {
              if (typed.clientName === '' && surroundings.knownName !== null)
                set({ clientName: surroundings.knownName });
            }}
            onChange={(event) => set({ clientName: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Time in force"
          value={typed.timeInForce}
          error={said('timeInForce')}
          onChange={(event) => set({ timeInForce: event.currentTarget.value })}
        />
        <Preview terms={terms} posting={posting} />
      </fieldset>
      <OutcomeLine outcome={posting.outcome} />
      <SendButtons terms={terms} posting={posting} />
    </form>
  );
}

/** What will be sent, and what should be seen before. */
function Preview({
  terms,
  posting,
}: {
  readonly terms: Typed;
  readonly posting: Posting;
}): ReactNode {
  const complete = Object.keys(posting.problems).length === 0;
  if (!complete)
    return <p className="preview hint">Fill in the ticket to see what will be sent.</p>;
  return (
    <div className="preview" role="group" aria-label="What will be sent">
      <p className="preview-line">{sentenceOf(terms)}</p>
      <p className="hint">
        for <bdi>{terms.clientName}</bdi>, account {terms.accountNumber}, {terms.timeInForce}
      </p>
      {posting.warnings.map(({ id, text }) => (
        <div key={id} className="warning">
          <Checkbox
            checked={posting.seen.has(text)}
            onChange={() => posting.see(text)}
            label={
              <>
                {text} <b>I have seen this.</b>
              </>
            }
          />
        </div>
      ))}
      {posting.warnings.length === 0 && <p className="tone-good">No warnings.</p>}
    </div>
  );
}

function SendButtons({
  terms,
  posting,
}: {
  readonly terms: Typed;
  readonly posting: Posting;
}): ReactNode {
  const navigate = useNavigate();
  const { orderId, problems } = posting;
  if (orderId !== null) {
    return (
      <div className="actions">
        <Action
          tone="main"
          onAct={() => void navigate({ to: '/orders', search: { order: orderId } })}
        >
          Open the order
        </Action>
        <Action onAct={posting.again}>Another order</Action>
      </div>
    );
  }
  const complete = Object.keys(problems).length === 0;
  const value = complete ? naira(valueOf(terms.units, terms.price)) : '';
  return (
    <div className="actions">
      <Action
        needs="orders:write"
        tone="main"
        blocked={posting.busy ? 'It is being sent.' : null}
        onAct={posting.send}
        shortcut="Ctrl Enter"
      >
        {complete ? `${terms.side} ${terms.security} for ${value}` : `${terms.side}…`}
      </Action>
      <Action onAct={() => void navigate({ to: '/orders' })}>Back to the orders</Action>
    </div>
  );
}

function SecurityField({
  value,
  error,
  onChange,
}: {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { data } = useQuery({
    queryKey: ['companies'],
    staleTime: 300_000,
    queryFn: () => read<Market<readonly Company[]>>('/v1/market/companies', { limit: 200 }),
  });
  const symbols = [...new Set((data?.data ?? []).flatMap(({ symbol }) => symbol ?? []))];
  const company = data?.data.find(({ symbol }) => symbol === value.trim().toUpperCase());
  return (
    <Autocomplete
      label="Security"
      description={company === undefined ? 'Symbol, as the exchange lists it' : company.name}
      data={symbols}
      limit={12}
      value={value}
      error={error}
      onChange={onChange}
      openOnFocus={false}
      autoFocus
    />
  );
}
