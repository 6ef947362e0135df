import { Autocomplete, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { lacking, useSession } from '../api/session.js';
import { useCompanies } from '../market/securities.js';
import { isHalted } from '../market/listing.js';
import { SecurityStatus } from '../market/security-status.js';
import { sentenceOf } from '../order/outcome.js';
import { Action } from '../parts/action.js';
import { OutcomeLine } from '../parts/dialog.js';
import { naira, valueOf } from '../parts/figures.js';
import { Side } from '../parts/mark.js';
import { Forbidden } from '../parts/states.js';
import { isForOverlay } from '../shell/keys.js';
import { keepDraft, isFilledIn, openDraft, type Draft } from './draft.js';
import { usePosting, type Posting } from './posting.js';
import { Preview } from './preview.js';
import { QuotePanel } from './quote-panel.js';
import { useOrderTerms } from './surroundings.js';
import type { Typed } from './ticket-terms.js';
import { awayFromLast } from './warnings.js';

/** The order ticket: what is typed, what surrounds it, what will be sent, and what became of it. */
export function Ticket(): ReactNode {
  const session = useSession();
  const search: Readonly<Record<string, string>> = useSearch({ strict: false });
  const [draft, setDraft] = useState(() => openDraft(search));
  const keep = (next: Draft): void => {
    keepDraft(next);
    setDraft(next);
  };
  const { typed } = draft;
  const setTyped = (next: Typed): void => keep({ ...draft, typed: next });
  const posting = usePosting(draft, keep);
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

interface FormProps {
  readonly typed: Typed;
  readonly setTyped: (typed: Typed) => void;
  readonly posting: Posting;
}

function TicketForm({ typed, setTyped, posting }: FormProps): ReactNode {
  const { phase } = posting;
  const navigate = useNavigate();
  // What is typed stays while other screens are looked at, and goes with the page.
  useBlocker({
    shouldBlockFn: () => false,
    enableBeforeUnload: () => phase !== 'sent' && isFilledIn(typed),
  });
  useTicketKeys((event) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (phase === 'confirming') posting.send();
      else posting.review();
    } else if (event.key === 'Escape') {
      if (phase === 'confirming') posting.change();
      else if (phase !== 'sending') void navigate({ to: '/orders' });
    }
  });
  return (
    <form
      className="ticket-form"
      aria-label="Order ticket"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        posting.review();
      }}
    >
      <h1>New order</h1>
      <fieldset disabled={phase !== 'typing'}>
        <Fields typed={typed} setTyped={setTyped} posting={posting} />
        <WillBeSent posting={posting} />
      </fieldset>
      <OutcomeLine outcome={posting.outcome} />
      <Buttons posting={posting} />
    </form>
  );
}

/** Enter and Esc are the ticket's wherever the focus is, but not while a dialog or a list of suggestions is open. */
function useTicketKeys(press: (event: KeyboardEvent) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!isForOverlay()) latest.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function Fields({ typed, setTyped, posting }: FormProps): ReactNode {
  const { problems, tried } = posting;
  const said = (field: keyof Typed): string | null => {
    // A figure that is no figure is said at once; what is still empty is not.
    const isWrong = (field === 'units' || field === 'price') && typed[field] !== '';
    return tried || isWrong ? (problems[field] ?? null) : null;
  };
  const set = (change: Partial<Typed>): void => setTyped({ ...typed, ...change });
  return (
    <>
      <SegmentedControl
        aria-label="Side"
        className={`side is-${typed.side.toLowerCase()}`}
        fullWidth
        data={(['BUY', 'SELL'] as const).map((side) => ({
          value: side,
          label: <Side side={side} />,
        }))}
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
      <ClientFields
        key={posting.clientOrderId}
        typed={typed}
        set={set}
        said={said}
        posting={posting}
      />
      <NativeSelect
        label="Time in force"
        data={[...(useOrderTerms(typed.accountNumber)?.timesInForce ?? [typed.timeInForce])]}
        value={typed.timeInForce}
        error={said('timeInForce')}
        onChange={(event) => set({ timeInForce: event.currentTarget.value })}
      />
    </>
  );
}

interface ClientProps {
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
  readonly said: (field: keyof Typed) => string | null;
  readonly posting: Posting;
}

/** Account and name. A name that nobody typed for this order goes when its account is changed. */
function ClientFields({ typed, set, said, posting }: ClientProps): ReactNode {
  const known = posting.surroundings.knownName;
  const [byHand, setByHand] = useState<string | null>(null);
  const [isInAccount, setIsInAccount] = useState(false);
  useEffect(() => {
    if (known !== null && typed.clientName === '' && !isInAccount) set({ clientName: known });
  }, [known, isInAccount]);
  return (
    <div className="fields">
      <TextInput
        label="CDS account"
        value={typed.accountNumber}
        error={said('accountNumber')}
        onFocus={() => setIsInAccount(true)}
        onBlur={() => setIsInAccount(false)}
        onChange={({ currentTarget: { value } }) =>
          set({
            accountNumber: value,
            clientName: typed.clientName === byHand ? typed.clientName : '',
          })
        }
      />
      <TextInput
        label="Name on the account"
        value={typed.clientName}
        error={said('clientName')}
        onChange={({ currentTarget: { value } }) => {
          setByHand(value);
          set({ clientName: value });
        }}
      />
    </div>
  );
}

function WillBeSent({ posting }: { readonly posting: Posting }): ReactNode {
  const { terms, isComplete, warnings, seen, surroundings } = posting;
  if (!isComplete) {
    const { security, price } = posting.problems;
    // A price that is far away is said before the rest is typed.
    const away =
      security === undefined && price === undefined
        ? awayFromLast(terms, surroundings.quote)
        : null;
    return (
      <div className="preview">
        <p className="hint">Fill in the ticket to see what will be sent.</p>
        {away !== null && (
          <p className={away.isGrave === true ? 'warning is-grave' : 'warning'} role="status">
            {away.text}
          </p>
        )}
      </div>
    );
  }
  return (
    <Preview
      sentence={sentenceOf(terms)}
      warnings={warnings}
      seen={seen}
      lastPrice={surroundings.quote?.lastPrice ?? null}
    >
      for <bdi>{terms.clientName}</bdi>, account {terms.accountNumber}, {terms.timeInForce}
    </Preview>
  );
}

/** First the review, then the order itself, then what to do next. */
function Buttons({ posting }: { readonly posting: Posting }): ReactNode {
  const navigate = useNavigate();
  const { terms, phase, orderId, isComplete } = posting;
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
  const tone = terms.side === 'BUY' ? 'buy' : 'sell';
  if (phase === 'typing') {
    const value = isComplete ? ` for ${naira(valueOf(terms.units, terms.price))}` : '';
    return (
      <div className="actions">
        <Action
          needs="orders:write"
          tone={tone}
          type="submit"
          onAct={() => undefined}
          shortcut="Enter"
          isFirst={posting.tried}
        >
          Review {terms.side} {terms.security}
          {value}
        </Action>
        <Action onAct={() => void navigate({ to: '/orders' })}>Back to the orders</Action>
        <Action
          onAct={posting.clear}
          blocked={
            posting.mayBeStored ? 'It may have been stored: send the same again first.' : null
          }
        >
          Clear
        </Action>
      </div>
    );
  }
  return (
    <div className="confirm" role="group" aria-label="Confirm the order">
      <p className="preview-line">Send it? {sentenceOf(terms)}</p>
      <div className="actions">
        <Action
          onAct={posting.change}
          blocked={phase === 'sending' ? 'It is being sent.' : null}
          isFirst
          shortcut="Esc"
        >
          Change it
        </Action>
        <Action
          needs="orders:write"
          tone={tone}
          blocked={phase === 'sending' ? 'It is being sent.' : null}
          onAct={posting.send}
          shortcut="Ctrl Enter"
        >
          Send: {terms.side} {terms.security} for {naira(valueOf(terms.units, terms.price))}
        </Action>
      </div>
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
  const { data } = useCompanies();
  const symbols = [...new Set((data?.data ?? []).flatMap(({ symbol }) => symbol ?? []))];
  const company = data?.data.find(({ symbol }) => symbol === value.trim().toUpperCase());
  return (
    <Autocomplete
      label="Security"
      description={
        company === undefined ? (
          'Symbol, as the exchange lists it'
        ) : (
          <>
            {company.name} {isHalted(company.status) && <SecurityStatus status={company.status} />}
          </>
        )
      }
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
