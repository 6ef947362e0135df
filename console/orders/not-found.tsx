import type { ReactNode } from 'react';
import type { Company } from '../api/answers.js';
import { listingIn, securitiesLike } from '../market/listing.js';
import { useCompanies } from '../market/securities.js';
import { ChooseClient, isClientName, useClientsNamed } from '../parts/find-client.js';
import { Empty } from '../parts/states.js';
import { without, type Filters } from './filters.js';

const SECURITIES_MOST = 8;

interface NotFoundProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
}

/** No order meets the filters. What was typed as a security may be a part of its name, or the name of a client. */
export function NotFound({ search, show }: NotFoundProps): ReactNode {
  const named = search['security'] ?? '';
  const { data } = useCompanies();
  const isListed = data !== undefined && listingIn(data, named).kind === 'listed';
  const securities = isListed ? [] : securitiesLike(data?.data ?? [], named);
  const asClient = !isListed && isClientName(named);
  const { clients, hasMore } = useClientsNamed(asClient ? named : null);
  const hasClients = clients !== null && (clients.length > 0 || hasMore);
  const others = without(search, ['security']);
  return (
    <>
      <ChooseSecurity of={securities} onChoose={(security) => show({ ...others, security })} />
      {asClient && (hasClients || securities.length === 0) && (
        <ChooseClient
          key={named}
          name={named}
          onChoose={(accountNumber) => show({ ...others, accountNumber })}
        />
      )}
      <Empty onClear={() => show({})}>
        {emptyWords(named, isListed || named === '', hasClients || securities.length > 0)}
      </Empty>
    </>
  );
}

/** What it is that has no orders: it claims nothing of what can still be chosen. */
function emptyWords(named: string, isFilter: boolean, hasChoice: boolean): string {
  if (isFilter) return 'No order meets these filters.';
  return hasChoice
    ? `“${named}” is not the symbol of a security. Choose above what you mean.`
    : `No order of a security “${named}” meets these filters.`;
}

interface ChooseProps {
  readonly of: readonly Company[];
  readonly onChoose: (symbol: string) => void;
}

function ChooseSecurity({ of: securities, onChoose }: ChooseProps): ReactNode {
  if (securities.length === 0) return null;
  return (
    <p className="client-choice" role="status">
      <span className="hint">Which security?</span>
      {securities.slice(0, SECURITIES_MOST).map(({ symbol, name }) => (
        <button
          key={symbol}
          type="button"
          className="button"
          onClick={() => symbol !== null && onChoose(symbol)}
        >
          {symbol} <span className="hint">{name}</span>
        </button>
      ))}
      {securities.length > SECURITIES_MOST && <span className="hint">and more</span>}
    </p>
  );
}
