import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Page, StatusWords, WordsVersion } from '../api/answers.js';
import { read } from '../api/call.js';
import { isOwnProposal, may, ownProposalWords, useSession } from '../api/session.js';
import { stream } from '../live/stream.js';
import { Action } from '../parts/action.js';
import { Guard } from '../parts/guard.js';
import { Empty } from '../parts/states.js';
import { Left, Time } from '../parts/times.js';
import { DecideWords } from './decide-words.js';
import { ProposeWords } from './propose-words.js';
import { changesOf, MEANING_WORDS } from './words.js';

type Doing =
  | { readonly what: 'propose'; readonly now: WordsVersion }
  | {
      readonly what: 'decide';
      readonly verdict: 'approve' | 'reject';
      readonly of: WordsVersion;
      readonly now: WordsVersion;
    };

/** What words of the exchange mean that its interface does not document; two people decide it. */
export function StatusWordsSettings(): ReactNode {
  const enabled = may(useSession(), 'recon:read');
  const queries = useQueryClient();
  // What somebody decides on stays as it was on opening, whatever others do meanwhile.
  const [doing, setDoing] = useState<Doing | null>(null);
  const words = useQuery({
    queryKey: ['words'],
    enabled,
    queryFn: () => read<StatusWords>('/v1/exchange/status-words'),
  });
  const versions = useQuery({
    queryKey: ['words', 'versions'],
    enabled,
    queryFn: () => read<Page<WordsVersion>>('/v1/exchange/status-words/versions', { limit: 50 }),
  });
  const again = (): void => void queries.invalidateQueries({ queryKey: ['words'] });
  const done = (): void => {
    setDoing(null);
    again();
  };
  useEffect(
    () =>
      stream.on(({ type }) => {
        if (type.startsWith('STATUS_WORDS_')) again();
      }),
    [queries],
  );
  const { data, error } = words;
  const pending = data?.pending ?? null;
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Status words">
      <div className="columns">
        <section className="panel" aria-label="In force">
          <h2>In force</h2>
          <Guard scope="recon:read" error={error} loaded={data !== undefined}>
            {data !== undefined && <InForce of={data.inForce} />}
          </Guard>
          <p className="hint">
            A word that is neither documented nor listed here moves no order and opens a break.
          </p>
          <div className="actions">
            <Action
              needs="recon:write"
              tone="main"
              blocked={pending === null ? null : 'A proposal already waits for a second person.'}
              onAct={() => data !== undefined && setDoing({ what: 'propose', now: data.inForce })}
            >
              Propose a change…
            </Action>
          </div>
        </section>
        {data !== undefined && pending !== null && (
          <Proposal of={pending} now={data.inForce} onDecide={setDoing} />
        )}
        <section className="panel is-wide" aria-label="Versions">
          <h2>All versions</h2>
          <Guard scope="recon:read" error={versions.error} loaded={versions.data !== undefined}>
            <Versions of={versions.data?.data ?? []} />
          </Guard>
        </section>
      </div>
      {doing?.what === 'propose' && <ProposeWords from={doing.now} onClose={done} />}
      {doing?.what === 'decide' && <DecideWords {...doing} onClose={done} />}
    </div>
  );
}

function InForce({ of }: { readonly of: WordsVersion }): ReactNode {
  return (
    <>
      <p className="hint">
        Version {of.version}
        {of.version === 0 ? ', from the settings file' : ''}
        {of.proposedBy === null ? '' : `, proposed by ${nameOf(of.proposedBy)}`}
        {of.decidedBy === null ? '' : `, approved by ${nameOf(of.decidedBy)}`}
      </p>
      {of.words.length === 0 ? (
        <p>No word beside those that the interface documents.</p>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Word of the exchange</th>
              <th scope="col">Means</th>
            </tr>
          </thead>
          <tbody>
            {of.words.map(({ word, meaning }) => (
              <tr key={word}>
                <td>
                  <b>
                    <bdi>{word}</bdi>
                  </b>
                </td>
                <td>
                  {meaning} <span className="hint">{MEANING_WORDS[meaning] ?? ''}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface ProposalProps {
  readonly of: WordsVersion;
  readonly now: WordsVersion;
  readonly onDecide: (doing: Doing) => void;
}

/** What waits for a second person, as changes of what is in force. */
function Proposal({ of, now, onDecide }: ProposalProps): ReactNode {
  const session = useSession();
  const decide = (verdict: 'approve' | 'reject'): void =>
    onDecide({ what: 'decide', verdict, of, now });
  const proposer = nameOf(of.proposedBy ?? '');
  const own = isOwnProposal(session, of) ? ownProposalWords(session) : null;
  return (
    <section className="panel" aria-label="Proposal">
      <h2>Proposed: version {of.version}</h2>
      <div className="evidence is-doubt">
        <ul>
          {changesOf(now.words, of.words).map((text) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
        <p className="said">
          <bdi>{of.reason}</bdi>
        </p>
        <p className="hint">
          {proposer} <Time at={of.proposedAt} />
          {of.expiresAt !== null && (
            <>
              {' · '}
              <Left until={of.expiresAt} />
            </>
          )}
        </p>
      </div>
      <div className="actions">
        <Action needs="recon:approve" tone="main" blocked={own} onAct={() => decide('approve')}>
          Approve…
        </Action>
        <Action needs="recon:approve" onAct={() => decide('reject')}>
          Reject…
        </Action>
      </div>
    </section>
  );
}

function Versions({ of }: { readonly of: readonly WordsVersion[] }): ReactNode {
  if (of.length === 0) return <Empty>Nobody has proposed anything yet.</Empty>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="is-right">
            Version
          </th>
          <th scope="col">State</th>
          <th scope="col">Words</th>
          <th scope="col">Why</th>
          <th scope="col">Proposed</th>
          <th scope="col">Decided</th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.version}>
            <td className="is-right">{one.version}</td>
            <td>{one.state}</td>
            <td>
              {one.words.length === 0
                ? 'none'
                : one.words.map(({ word, meaning }) => `${word} = ${meaning}`).join(', ')}
            </td>
            <td>
              <bdi>{one.reason}</bdi>
            </td>
            <td>
              {nameOf(one.proposedBy ?? '')} <Time at={one.proposedAt} />
            </td>
            <td>
              {one.decidedBy === null ? '' : nameOf(one.decidedBy)} <Time at={one.decidedAt} />{' '}
              <bdi>{one.decision}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function nameOf(actor: string): string {
  return actor.replace(/^(key|system):/, '');
}
