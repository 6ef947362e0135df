import { NativeSelect, Radio } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiKey, OrderLimits } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog, type SaidOf } from '../parts/dialog.js';
import { typedDecimal } from '../parts/figures.js';
import { TextField } from '../parts/text-field.js';
import { isValid } from './callers.js';

type Typed = Readonly<Record<LimitName, string>>;

const NAMES = ['orderValue', 'orderUnits', 'priceBand'] as const;
type LimitName = (typeof NAMES)[number];

const LABELS: Readonly<Record<LimitName, string>> = {
  orderValue: 'Most ₦ of one order',
  orderUnits: 'Most units of one order',
  priceBand: 'Most % away from the last price',
};

interface SetProps {
  /** Null: of a key or an account that is chosen here. */
  readonly of: OrderLimits | null;
  readonly keys: readonly ApiKey[];
  readonly known: readonly OrderLimits[];
  readonly onClose: () => void;
}

export function SetLimits({ of, keys, known, onClose }: SetProps): ReactNode {
  const offered = keys.filter(isValid);
  const [kind, setKind] = useState<'keys' | 'accounts'>(of?.keyId == null ? 'accounts' : 'keys');
  const [account, setAccount] = useState(of?.accountNumber ?? '');
  const [keyId, setKeyId] = useState(of?.keyId ?? offered[0]?.id ?? '');
  const [typed, setTyped] = useState<Typed>({
    orderValue: of?.orderValue ?? '',
    orderUnits: of?.orderUnits ?? '',
    priceBand: of?.priceBand ?? '',
  });
  const owner = kind === 'keys' ? keyId : account.trim();
  const replaces =
    of === null &&
    known.some(
      (one) => one.keyId === owner || one.accountNumber?.toUpperCase() === owner.toUpperCase(),
    );
  const limits = limitsIn(typed);
  const blocked =
    owner === ''
      ? `Give the ${kind === 'keys' ? 'key' : 'account'}.`
      : Object.values(limits).every((limit) => limit === null)
        ? 'Give one limit at least; Remove takes all away.'
        : null;
  return (
    <Dialog
      title={of === null ? 'Limit a key or an account' : 'Change the limits'}
      act="Set these limits"
      blocked={blocked}
      fields={['owner', ...NAMES]}
      onClose={onClose}
      run={async () => {
        const path = `/v1/order-limits/${kind}/${encodeURIComponent(owner)}`;
        await call('PUT', path, { body: limits });
        return { tone: 'good', text: 'Set: they hold for every order and edit from now on.' };
      }}
    >
      {(said) => (
        <>
          {of === null && (
            <Radio.Group
              label="Of"
              value={kind}
              onChange={(value) => setKind(value === 'keys' ? 'keys' : 'accounts')}
            >
              <div className="choices is-row">
                <Radio value="accounts" label="An account" />
                <Radio value="keys" label="A key" />
              </div>
            </Radio.Group>
          )}
          {kind === 'accounts' ? (
            <TextField
              label="Account"
              maxLength={40}
              value={account}
              onChange={of === null ? setAccount : () => undefined}
              error={said('owner')}
              isFirst={of === null}
            />
          ) : (
            <NativeSelect
              label="Key"
              value={keyId}
              disabled={of !== null}
              data={keysOf(keys, keyId).map(({ id, name }) => ({
                value: id,
                label: `${name} (${id.slice(-6)})`,
              }))}
              error={said('owner')}
              onChange={(event) => setKeyId(event.currentTarget.value)}
            />
          )}
          <LimitFields typed={typed} onChange={setTyped} said={said} isFirst={of !== null} />
          {replaces && (
            <p className="outcome is-doubt">It has limits already; these replace all of them.</p>
          )}
          <p className="hint">
            An empty field is no limit of its own. What is queued is not checked again.
          </p>
        </>
      )}
    </Dialog>
  );
}

/** Those that can still be used, and the one that is shown. */
function keysOf(keys: readonly ApiKey[], shown: string): readonly ApiKey[] {
  return keys.filter((key) => isValid(key) || key.id === shown);
}

interface FieldsProps {
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  readonly said: SaidOf;
  readonly isFirst: boolean;
}

function LimitFields({ typed, onChange, said, isFirst }: FieldsProps): ReactNode {
  return NAMES.map((name, at) => (
    <TextField
      key={name}
      label={LABELS[name]}
      isDecimal
      value={typed[name]}
      onChange={(text) => onChange({ ...typed, [name]: text })}
      error={said(name)}
      isFirst={isFirst && at === 0}
    />
  ));
}

function limitsIn(typed: Typed): Readonly<Record<LimitName, string | null>> {
  const limit = (name: LimitName): string | null => {
    const text = typedDecimal(typed[name]);
    return text === '' ? null : text;
  };
  return {
    orderValue: limit('orderValue'),
    orderUnits: limit('orderUnits'),
    priceBand: limit('priceBand'),
  };
}

interface RemoveProps {
  readonly of: OrderLimits;
  readonly name: string;
  readonly onClose: () => void;
}

export function RemoveLimits({ of, name, onClose }: RemoveProps): ReactNode {
  return (
    <Dialog
      title={`Remove the limits of ${name}`}
      act={`Remove the limits of ${name}`}
      danger
      onClose={onClose}
      run={async () => {
        const owner =
          of.keyId === null
            ? `accounts/${encodeURIComponent(of.accountNumber ?? '')}`
            : `keys/${of.keyId}`;
        await call('DELETE', `/v1/order-limits/${owner}`);
        return { tone: 'good', text: 'Removed: only the other limits hold.' };
      }}
    >
      <p>From now on only the limits of the firm and of the other side hold for its orders.</p>
    </Dialog>
  );
}
