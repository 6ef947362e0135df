import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WholeBreak } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog, First } from '../parts/dialog.js';
import { typedDecimal } from '../parts/figures.js';
import type { Outcome } from '../parts/outcome.js';
import { spaced } from '../parts/severity.js';
import { priceProblem } from '../ticket/terms.js';
import { DAY_ORDER } from '../../src/infra/exchange/schema/durations.js';
import type { Chosen } from './candidate-list.js';
import { firstWords, offersFor, reasonCodesFor, takesTwo } from './resolutions.js';
import { useBreakSettings } from './use-break-settings.js';
import { Reason } from '../parts/reason.js';

const TERMS = [
  ['accountNumber', 'CDS account'],
  ['clientName', 'Name on the account'],
  ['price', 'Limit ₦'],
  ['timeInForce', 'Time in force'],
] as const;

/** Resolves a break, or proposes it for a second person, with a code and a reason. */
export function Resolve({
  of,
  chosen = null,
  onClose,
}: {
  readonly of: WholeBreak;
  /** Among the candidates; null: nothing yet. */
  readonly chosen?: Chosen | null;
  readonly onClose: () => void;
}): ReactNode {
  const offers = offersFor(of.type);
  const settings = useBreakSettings();
  const codes = reasonCodesFor(of.type, settings.data?.reasonCodes ?? []);
  const [resolution, setResolution] = useState(
    chosen?.resolution ?? offers[0]?.resolution ?? 'close',
  );
  const [chosenCode, setReasonCode] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [more, setMore] = useState<Readonly<Record<string, string>>>({
    timeInForce: DAY_ORDER,
    ...(chosen === null
      ? {}
      : { [chosen.resolution === 'link' ? 'orderId' : 'orderNumber']: chosen.value }),
  });
  const needs = offers.find((offer) => offer.resolution === resolution)?.needs;
  const reason = codes.find(({ code }) => code === chosenCode) ?? codes[0];
  const two = takesTwo(of.severity, resolution);
  const given = neededOf(needs, more);
  const first = firstWords(of);
  const unread =
    reason === undefined
      ? (settings.error?.message ?? 'The reason codes are still being read.')
      : null;
  const unexplained = text.trim() === '' ? 'Say why, for somebody who reads it in a year.' : null;
  const blocked = first ?? unread ?? unexplained ?? given.problem;
  const field = (name: string, label: string): ReactNode => (
    <TextInput
      key={name}
      label={label}
      value={more[name] ?? ''}
      onChange={(event) => setMore({ ...more, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Dialog
      title={`Resolve: ${spaced(of.type)}`}
      act={two ? `Propose: ${resolution}` : `Resolve: ${resolution}`}
      blocked={blocked}
      onClose={onClose}
      run={async () => {
        const body = { resolution, reasonCode: reason?.code, text: text.trim(), ...given.fields };
        const { status } = await call<WholeBreak>('POST', `/v1/breaks/${of.id}/resolve`, {
          body,
          version: of.version,
        });
        return outcomeOf(status);
      }}
    >
      <p className="hint">{of.detail}</p>
      <First>{first}</First>
      <Radio.Group label="What is right" value={resolution} onChange={setResolution}>
        {offers.map((offer) => (
          <Radio
            key={offer.resolution}
            value={offer.resolution}
            label={offer.words}
            size="xs"
            mt={6}
          />
        ))}
      </Radio.Group>
      {needs === 'orderNumber' && field('orderNumber', "The exchange's order number")}
      {needs === 'orderId' && field('orderId', 'Id of our order (ord_…)')}
      {needs === 'terms' && TERMS.map(([name, label]) => field(name, label))}
      <NativeSelect
        label="Reason code"
        description={reason?.meaning}
        data={codes.map(({ code }) => ({ value: code, label: spaced(code) }))}
        value={reason?.code ?? ''}
        onChange={(event) => setReasonCode(event.currentTarget.value)}
      />
      <Reason label="Why" value={text} onChange={setText} />
      <p className="hint">
        {two
          ? 'It takes effect when another person approves it. You cannot approve it yourself.'
          : 'It takes effect at once.'}
      </p>
    </Dialog>
  );
}

function outcomeOf(status: number): Outcome {
  return status === 202
    ? { tone: 'info', text: 'Proposed. Another person has to approve it before anything changes.' }
    : { tone: 'good', text: 'Resolved.' };
}

function neededOf(
  needs: string | undefined,
  more: Readonly<Record<string, string>>,
): { readonly fields: Readonly<Record<string, string>>; readonly problem: string | null } {
  if (needs === undefined) return { fields: {}, problem: null };
  const names: readonly string[] = needs === 'terms' ? TERMS.map(([name]) => name) : [needs];
  const fields = Object.fromEntries(names.map((name) => [name, (more[name] ?? '').trim()]));
  const missing = names.find((name) => fields[name] === '');
  if (missing !== undefined) return { fields, problem: 'Fill in what this resolution needs.' };
  if (needs !== 'terms') return { fields, problem: null };
  const price = typedDecimal(fields['price'] ?? '');
  return { fields: { ...fields, price }, problem: priceProblem(price) };
}
