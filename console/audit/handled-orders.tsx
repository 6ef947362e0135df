import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { HandledOrder } from '../api/answers.js';
import { readAll } from '../api/call.js';
import type { Filters } from '../orders/filters.js';
import { grouped, money } from '../parts/figures.js';
import { FilterForm, type FieldKind } from '../parts/filter-form.js';
import { ChooseClient, isClientName } from '../parts/find-client.js';
import { isDay } from '../parts/lagos-time.js';
import { Side } from '../parts/mark.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Time, lagosDate, useNow } from '../parts/times.js';

const PATH = '/v1/audit/handled-orders';
const FIELDS = [
  ['accountNumber', 'Client or account'],
  ['firstDay', 'From the day'],
  ['lastDay', 'To the day'],
] as const;
const DAY: FieldKind = {
  placeholder: 'YYYY-MM-DD',
  read: (text) => (isDay(text) ? text : null),
  wrong: 'Type a day as YYYY-MM-DD',
};

/** Every order of a client between two days, and who has handled it. */
export function HandledOrders(): ReactNode {
  const today = lagosDate(useNow());
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const [named, setNamed] = useState<Filters | null>(null);
  const { accountNumber, firstDay = today, lastDay = today } = search;
  const { data, error, refetch } = useQuery({
    queryKey: ['handled-orders', accountNumber, firstDay, lastDay],
    enabled: accountNumber !== undefined,
    queryFn: () => readAll<HandledOrder>(PATH, { accountNumber, from: firstDay, to: lastDay }),
  });
  const show = (next: Filters): void => {
    const isName = isClientName(next['accountNumber'] ?? '');
    setNamed(isName ? next : null);
    if (!isName) void navigate({ to: '/audit', search: { view: 'handled', ...next } });
  };
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Who handled a client's orders">
      <FilterForm
        key={`${accountNumber ?? ''} ${firstDay} ${lastDay}`}
        fields={FIELDS}
        kinds={{ firstDay: DAY, lastDay: DAY }}
        filters={{ firstDay, lastDay, ...(accountNumber === undefined ? {} : { accountNumber }) }}
        show={show}
      />
      {named !== null && (
        <ChooseClient
          name={named['accountNumber'] ?? ''}
          onChoose={(account) => show({ ...named, accountNumber: account })}
        />
      )}
      {accountNumber === undefined && named === null && (
        <Empty>
          Name a client: each order between two days is shown with everybody who acted on it.
        </Empty>
      )}
      {error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {accountNumber !== undefined && error === null && data === undefined && <Loading />}
      {data?.length === 0 && <Empty>This account has no order on these days.</Empty>}
      {data !== undefined && data.length > 0 && (
        <>
          {data[0]?.clientName != null && (
            <p>
              Orders of <bdi>{data[0].clientName}</bdi>{' '}
              <span className="hint">{accountNumber}</span>
            </p>
          )}
          <Handled of={data} />
        </>
      )}
    </div>
  );
}

function Handled({ of }: { readonly of: readonly HandledOrder[] }): ReactNode {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Order</th>
          <th scope="col">Status</th>
          <th scope="col">Who handled it, and when</th>
        </tr>
      </thead>
      <tbody>
        {of.map((one) => (
          <tr key={one.orderId}>
            <td>{one.tradingDate}</td>
            <td>
              <Link to="/orders" search={{ order: one.orderId }}>
                {one.orderNumber !== null && <span className="hint">no. {one.orderNumber} </span>}
                <Side side={one.side} /> {grouped(one.units)} {one.security} at {money(one.price)}
              </Link>
            </td>
            <td>{one.status}</td>
            <td>
              <ul className="plain">
                {one.handlers.map((who) => (
                  <li key={`${who.actor} ${who.onBehalfOf ?? ''}`}>
                    <Link
                      to="/audit"
                      search={{
                        orderId: one.orderId,
                        actor: who.actor,
                        ...forWhom(who.onBehalfOf),
                      }}
                    >
                      {who.onBehalfOf ?? who.actor.replace(/^(key|system):/, '')}
                    </Link>{' '}
                    <span className="hint">
                      {who.entries === 1 ? '1 entry' : `${String(who.entries)} entries`},{' '}
                      <Time at={who.firstAt} />
                      <Last of={who} />
                    </span>
                  </li>
                ))}
                {one.lookedUpBy.map((who) => (
                  <li key={`asked ${who.actor} ${who.onBehalfOf ?? ''}`}>
                    {who.onBehalfOf ?? who.actor.replace(/^(key|system):/, '')}{' '}
                    <span className="hint">
                      asked the exchange for it or its account, <Time at={who.firstAt} />
                      <Last of={who} />
                    </span>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The last time, unless that reads like the first: times are shown to the second. */
function Last({ of: who }: { readonly of: HandledOrder['handlers'][number] }): ReactNode {
  if (who.lastAt.slice(0, 19) === who.firstAt.slice(0, 19)) return null;
  return (
    <>
      {' '}
      to <Time at={who.lastAt} />
    </>
  );
}

function forWhom(onBehalfOf: string | null): Record<string, string> {
  return onBehalfOf === null ? {} : { onBehalfOf };
}
