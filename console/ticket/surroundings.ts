import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Order, OrderTerms, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { useListing } from '../market/securities.js';
import { instantTyped } from '../parts/lagos-time.js';
import { lagosDate, useNow } from '../parts/times.js';
import { useHealth, useOpsStatus } from '../shell/desk-state.js';
import { useDepth, useQuote } from './quote-panel.js';
import { takenName } from './taken-name.js';
import type { Surroundings } from './warnings.js';

const WORKING = 'New,Posted,Open,Amended';
const TAKEN = 'Posted,Open,Amended,Filled,Cancelled,Expired';
/** What the service accepts from this person, for the account. */
export function useOrderTerms(accountNumber: string): OrderTerms | null {
  const session = useSession();
  const account = useSettled(accountNumber);
  const { data } = useQuery({
    queryKey: ['order-terms', account],
    enabled: may(session, 'orders:write'),
    staleTime: TERMS_MS,
    retry: false,
    placeholderData: (before: OrderTerms | undefined) => before,
    queryFn: () =>
      read<OrderTerms>('/v1/order-terms', account === '' ? {} : { accountNumber: account }),
  });
  return data ?? null;
}

/** The first moment of a day in Lagos. */
function firstMoment(day: string): string {
  return instantTyped(`${day} 00:00`) ?? '';
}

/** What a colleague has entered meanwhile counts, too. */
const REREAD_MS = 10_000;
const TODAY_MOST = 100;
const TERMS_MS = 60_000;
/** While somebody types an account, nobody is asked about each of its beginnings. */
const TYPING_MS = 400;

/** What surrounds an order of an account in a security: its market, the account's other orders, the desk. */
export function useSurroundings({
  security,
  accountNumber,
}: {
  readonly security: string;
  readonly accountNumber: string;
}): Surroundings {
  const session = useSession();
  const status = useOpsStatus() ?? null;
  const { health } = useHealth();
  const quote = useQuote(security);
  const depth = useDepth(security);
  const listing = useListing(security);
  const account = useSettled(accountNumber);
  const enabled = account.length > 3 && may(session, 'orders:read');
  const working = useQuery({
    queryKey: ['account', account, 'working', security],
    enabled: enabled && security !== '',
    refetchInterval: REREAD_MS,
    queryFn: () => find({ accountNumber: account, security, status: WORKING, limit: 50 }),
  });
  const day = lagosDate(useNow());
  const today = useQuery({
    queryKey: ['account', account, 'today', security, day],
    enabled: enabled && security !== '',
    refetchInterval: REREAD_MS,
    queryFn: () =>
      find({ accountNumber: account, security, createdFrom: firstMoment(day), limit: TODAY_MOST }),
  });
  const taken = useQuery({
    queryKey: ['account', account, 'taken'],
    enabled: enabled && !session.masksClients,
    queryFn: () => find({ accountNumber: account, status: TAKEN, limit: 20 }),
  });
  const isSettled = account === accountNumber;
  return {
    status,
    health,
    quote: quote.data?.data ?? null,
    depth: depth.data?.data ?? null,
    limits: useOrderTerms(accountNumber)?.limits ?? null,
    company: listing.kind === 'listed' ? listing.company : null,
    alike: isSettled ? (working.data?.data ?? []) : [],
    today: isSettled ? (today.data?.data ?? []) : [],
    knownName: isSettled ? takenName(taken.data?.data ?? []) : null,
  };
}

function find(query: Readonly<Record<string, string | number>>): Promise<Page<Order>> {
  return read<Page<Order>>('/v1/orders', query);
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
