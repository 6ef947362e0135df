import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Order, Page, WholeBreak } from '../api/answers.js';
import { call, CallError, read } from '../api/call.js';
import { NumberEvidence } from '../candidates/number-evidence.js';
import { sentenceOf } from '../order/outcome.js';
import { Dialog, First, type SaidOf } from '../parts/dialog.js';
import { grouped, money, typedDecimal } from '../parts/figures.js';
import { withFigures } from '../parts/figures-in-text.js';
import type { Outcome } from '../parts/outcome.js';
import { spaced } from '../parts/severity.js';
import { priceProblem } from '../ticket/terms.js';
import { DAY_ORDER } from '../../src/infra/exchange/schema/durations.js';
import type { Chosen } from './candidate-list.js';
import {
  allTheSame,
  firstWords,
  offersFor,
  reasonCodesFor,
  reasonWords,
  takesTwo,
  type Offer,
} from './resolutions.js';
import { useBreakSettings } from './use-break-settings.js';
import { Reason } from '../parts/reason.js';

const TERMS = [
  ['accountNumber', 'CDS account'],
  ['clientName', 'Name on the account'],
  ['price', 'Limit ₦'],
  ['timeInForce', 'Time in force'],
] as const;

type More = Readonly<Record<string, string>>;

interface ResolveProps {
  readonly of: WholeBreak;
  /** Among the candidates; null: nothing yet. */
  readonly chosen?: Chosen | null;
  readonly onClose: () => void;
}

/** Resolves a break, or proposes it for a second person, with a code and a reason. Nothing is chosen beforehand. */
export function Resolve({ of, chosen = null, onClose }: ResolveProps): ReactNode {
  const [resolution, setResolution] = useState<string>(chosen?.resolution ?? '');
  const [reasonCode, setReasonCode] = useState('');
  const [text, setText] = useState('');
  const [accepts, setAccepts] = useState<'not asked' | 'asked' | 'yes'>('not asked');
  const [more, setMore] = useState<More>({
    timeInForce: DAY_ORDER,
    ...(chosen === null
      ? {}
      : { [chosen.resolution === 'link' ? 'orderId' : 'orderNumber']: chosen.value }),
  });
  const settings = useBreakSettings();
  const codes = reasonCodesFor(of.type, settings.data?.reasonCodes ?? []);
  const offer = offersFor(of.type).find((one) => one.resolution === resolution);
  const given = neededOf(offer?.needs, more);
  const first = firstWords(of);
  const problems = [
    ...(offer === undefined ? ['Choose what is right.'] : given.problems),
    ...(codes.length === 0 ? [settings.error?.message ?? 'The reasons are still being read.'] : []),
    ...(reasonCode === '' ? ['Choose a reason.'] : []),
    ...(text.trim() === '' ? ['Say why, for somebody who reads it in a year.'] : []),
  ];
  const two = takesTwo(of.severity, resolution);
  const changed = (next: More): void => {
    setMore(next);
    setAccepts('not asked');
  };
  const send = async (): Promise<Outcome> => {
    const differences = accepts === 'yes' ? { acceptDifferences: true } : {};
    const body = { resolution, reasonCode, text: text.trim(), ...given.fields, ...differences };
    const path = `/v1/breaks/${of.id}/resolve`;
    try {
      const { status } = await call<WholeBreak>('POST', path, { body, version: of.version });
      return outcomeOf(status);
    } catch (error) {
      if (error instanceof CallError && error.errors.some(isAboutDifferences)) setAccepts('asked');
      throw error;
    }
  };
  return (
    <Dialog
      title={`Resolve: ${spaced(of.type)}`}
      act={two || offer === undefined ? 'Propose' : 'Resolve'}
      blocked={first ?? (problems.length === 0 ? null : problems.join(' '))}
      onClose={onClose}
      run={send}
      fields={namesOf(offer?.needs)}
      about={JSON.stringify([resolution, given.fields])}
    >
      {(said) => (
        <>
          <About of={of} />
          <First>{first}</First>
          <Choice
            of={of}
            resolution={resolution}
            onChange={(next) => {
              setResolution(next);
              setAccepts('not asked');
            }}
          />
          <Needed of={of} offer={offer} more={more} onChange={changed} said={said} />
          {accepts !== 'not asked' && (
            <Checkbox
              label={allTheSame(resolution)}
              checked={accepts === 'yes'}
              onChange={(event) => setAccepts(event.currentTarget.checked ? 'yes' : 'asked')}
            />
          )}
          <NativeSelect
            label="Reason"
            description={codes.find(({ code }) => code === reasonCode)?.meaning}
            data={[
              { value: '', label: 'Choose…' },
              ...codes.map(({ code }) => ({ value: code, label: reasonWords(code) })),
            ]}
            value={reasonCode}
            onChange={(event) => setReasonCode(event.currentTarget.value)}
          />
          <Reason label="Why" value={text} onChange={setText} isFirst={chosen !== null} />
          <p className="hint">
            {two || offer === undefined
              ? 'It takes effect when another person approves it. You cannot approve it yourself.'
              : 'It takes effect at once.'}
          </p>
        </>
      )}
    </Dialog>
  );
}

const isAboutDifferences = ({ field }: { readonly field: string }): boolean =>
  field === 'acceptDifferences';

/** Which order it is about, so that nobody decides on another one. */
function About({ of }: { readonly of: WholeBreak }): ReactNode {
  const { data: order } = useQuery({
    queryKey: ['order', of.orderId],
    enabled: of.orderId !== null,
    queryFn: () => read<Order>(`/v1/orders/${of.orderId ?? ''}`),
  });
  return (
    <div className="evidence">
      {order !== undefined && (
        <p>
          <b>{sentenceOf(order)}</b>, for <bdi>{order.clientName}</bdi>, our reference{' '}
          {order.orderRef}
        </p>
      )}
      <p className={order === undefined ? '' : 'hint'}>{withFigures(of.detail)}</p>
    </div>
  );
}

interface ChoiceProps {
  readonly of: WholeBreak;
  readonly resolution: string;
  readonly onChange: (resolution: string) => void;
}

function Choice({ of, resolution, onChange }: ChoiceProps): ReactNode {
  return (
    <Radio.Group label="What is right" value={resolution} onChange={onChange}>
      {offersFor(of.type).map((offer) => (
        <Radio
          key={offer.resolution}
          value={offer.resolution}
          label={offer.words}
          size="xs"
          mt={6}
        />
      ))}
    </Radio.Group>
  );
}

interface NeededProps {
  readonly of: WholeBreak;
  readonly offer: Offer | undefined;
  readonly more: More;
  readonly onChange: (more: More) => void;
  readonly said: SaidOf;
}

/** What a resolution needs besides a reason, with what is known of it. */
function Needed({ of, offer, more, onChange, said }: NeededProps): ReactNode {
  const field = (name: string, label: string, hint?: string): ReactNode => (
    <TextInput
      key={name}
      label={label}
      {...(hint === undefined ? {} : { description: hint })}
      value={more[name] ?? ''}
      error={said(name)}
      onChange={(event) => onChange({ ...more, [name]: event.currentTarget.value })}
    />
  );
  if (offer?.needs === 'orderNumber') {
    const named = of.candidates.length === 0 ? undefined : `Named by the search: ${of.candidates.join(', ')}`; // prettier-ignore
    return (
      <>
        {field('orderNumber', "The exchange's order number", named)}
        <NumberEvidence orderNumber={more['orderNumber'] ?? ''} />
      </>
    );
  }
  if (offer?.needs === 'orderId') {
    return (
      <>
        <OurOrder of={of} value={more['orderId'] ?? ''} error={said('orderId')} onChange={(id) => onChange({ ...more, orderId: id })} />
        {of.orderNumber !== null && <NumberEvidence orderNumber={of.orderNumber} />}
      </>
    ); // prettier-ignore
  }
  return offer?.needs === 'terms' ? TERMS.map(([name, label]) => field(name, label)) : null;
}

interface OurOrderProps {
  readonly of: WholeBreak;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (id: string) => void;
}

/** Our orders that are not proven, those first that the searches have named. */
function OurOrder({ of, value, error, onChange }: OurOrderProps): ReactNode {
  const { data } = useQuery({
    queryKey: ['orders', 'unproven'],
    queryFn: () => read<Page<Order>>('/v1/orders', { certain: false, limit: 200 }),
  });
  const named = (order: Order): number => (of.mayBeOf.includes(order.id) ? 0 : 1);
  const orders = (data?.data ?? []).toSorted((a, b) => named(a) - named(b));
  const labels = orders.map((one) => ({
    value: one.id,
    label: `${one.side} ${grouped(one.units)} ${one.security} at ${money(one.price)}, ${one.clientOrderId}${named(one) === 0 ? ' (named by its search)' : ''}`,
  }));
  const isKnown = value === '' || orders.some(({ id }) => id === value);
  return (
    <NativeSelect
      label="Our order"
      data={[
        { value: '', label: data?.data.length === 0 ? 'No order of ours is unproven now' : 'Choose…' },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...labels,
      ]}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ); // prettier-ignore
}

function outcomeOf(status: number): Outcome {
  return status === 202
    ? { tone: 'info', text: 'Proposed. Another person has to approve it before anything changes.' }
    : { tone: 'good', text: 'Resolved.' };
}

const MISSING: Readonly<Record<string, string>> = {
  orderNumber: "Give the exchange's order number.",
  orderId: 'Choose our order.',
  accountNumber: 'Give the CDS account.',
  clientName: 'Give the name on the account.',
  price: 'Give the limit.',
  timeInForce: 'Give the time in force.',
};

function namesOf(needs: string | undefined): readonly string[] {
  if (needs === undefined) return [];
  return needs === 'terms' ? TERMS.map(([name]) => name) : [needs];
}

function neededOf(
  needs: string | undefined,
  more: More,
): { readonly fields: More; readonly problems: readonly string[] } {
  if (needs === undefined) return { fields: {}, problems: [] };
  const names = namesOf(needs);
  const fields = Object.fromEntries(names.map((name) => [name, (more[name] ?? '').trim()]));
  const missing = names.filter((name) => fields[name] === '');
  const problems = missing.map((name) => MISSING[name] ?? `Give ${name}.`);
  if (needs !== 'terms' || missing.includes('price')) return { fields, problems };
  const price = typedDecimal(fields['price'] ?? '');
  const flaw = priceProblem(price);
  return { fields: { ...fields, price }, problems: flaw === null ? problems : [...problems, flaw] };
}
