import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Action } from '../parts/action.js';
import { refusalOf } from '../parts/refusal.js';
import { Facts } from '../parts/facts.js';
import { NOTHING, grouped } from '../parts/figures.js';
import { Time } from '../parts/times.js';

interface Verdict {
  readonly valid: boolean;
  readonly entries: number;
  readonly firstBadSequence: number | null;
  readonly problems: readonly { readonly sequence: number | null; readonly what: string }[];
  readonly restores: readonly { readonly sequence: number }[];
  readonly checkpoint: {
    readonly sequence?: number;
    readonly at?: string;
    readonly contained: boolean;
  } | null;
}

/** A long trail takes minutes. */
const LIMIT_SECONDS = 1_800;

/** Checks the whole hash chain now, and says what the newest copy outside the database says. */
export function Verification(): ReactNode {
  const [state, setState] = useState<'closed' | 'running' | Verdict | { readonly error: string }>(
    'closed',
  );
  const verify = (): void => {
    setState('running');
    call<Verdict>('POST', '/v1/audit/verifications', { limitSeconds: LIMIT_SECONDS }).then(
      ({ data }) => setState(data),
      (error: unknown) => setState({ error: refusalOf(error) }),
    );
  };
  return (
    <>
      <Action needs="audit:read" onAct={verify}>
        Verify
      </Action>
      {state !== 'closed' && (
        <Modal opened onClose={() => setState('closed')} title="Verification of the trail">
          {state === 'running' && <p role="status">Reading every entry and its hash…</p>}
          {typeof state === 'object' && 'error' in state && (
            <p className="outcome is-bad">{state.error}</p>
          )}
          {typeof state === 'object' && 'valid' in state && <Result verdict={state} />}
          <div className="dialog-foot">
            <button type="button" className="button" onClick={() => setState('closed')}>
              Close
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}

function Result({ verdict }: { readonly verdict: Verdict }): ReactNode {
  const { valid, entries, firstBadSequence, problems, restores, checkpoint } = verdict;
  return (
    <div className="dialog">
      <p className={`outcome is-${valid ? 'good' : 'bad'}`} role="status">
        {valid
          ? `The chain holds: ${grouped(String(entries))} entries, none changed, none missing.`
          : firstBadSequence === null
            ? `The trail does not hold: ${problems[0]?.what ?? ''}.`
            : `The chain is broken at entry ${String(firstBadSequence)}.`}
      </p>
      <p className="hint">
        Each entry carries a hash of itself and of the one before it, so that a changed, added or
        missing entry breaks the chain from there on.
      </p>
      <Facts
        of={[
          [
            'Backups restored',
            restores.length === 0
              ? 'none'
              : `at entry ${restores.map(({ sequence }) => grouped(String(sequence))).join(', ')}: check that it was meant`,
          ],
          [
            'Copy outside the database',
            checkpoint === null
              ? 'none was written yet'
              : `of the chain up to entry ${grouped(String(checkpoint.sequence ?? ''))}`,
          ],
          ['Written', <Time key="t" at={checkpoint?.at ?? null} />],
          [
            'The chain agrees with it',
            checkpoint === null
              ? NOTHING
              : checkpoint.contained
                ? 'yes'
                : 'NO: the database was restored or changed',
          ],
        ]}
      />
      <p className="hint">
        The copy is kept in another place. If the database were replaced by an older or a changed
        one, it would no longer agree with the copy.
      </p>
    </div>
  );
}
