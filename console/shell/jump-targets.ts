import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Break, Company, Order, Page, Scope, Session } from '../api/answers.js';
import { CallError, read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { useCompanies } from '../market/securities.js';
import { grouped, money } from '../parts/figures.js';
import { withFigures } from '../parts/figures-in-text.js';
import { useClientsNamed } from '../parts/find-client.js';
import { spaced } from '../parts/severity.js';
import { SCREENS } from './screens.js';

/** A place of the console that one can jump to. */
export interface Target {
  readonly id: string;
  readonly what: 'Screen' | 'Day' | 'Client' | 'Order' | 'Break' | 'Security';
  readonly name: string;
  readonly hint: string;
  readonly go: () => void;
}

interface Place {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** From this length on, the desk is asked; the names of screens are found by any part. */
const ASKED_FROM = 3;
const FOUND_MOST = 12;
const SECURITIES_MOST = 5;
const ORDER_FIELDS = [
  'orderNumber',
  'accountNumber',
  'clientOrderId',
  'orderRef',
  'security',
] as const;

export interface Targets {
  readonly targets: readonly Target[];
  /** Something could not be asked, so that nothing found does not mean that there is nothing. */
  readonly failed: boolean;
}

/** What the text may mean: screens first, then a day, and what the desk and the exchange know by it. */
export function useTargets(text: string, onClose: () => void): Targets {
  const session = useSession();
  const navigate = useNavigate();
  const asked = text.length >= ASKED_FROM;
  const ask = (scope: Scope): boolean => asked && may(session, scope);
  const orders = useQuery({
    queryKey: ['jump', 'orders', text],
    enabled: ask('orders:read'),
    queryFn: () => findOrders(text),
  });
  const breaks = useQuery({
    queryKey: ['jump', 'breaks', text],
    enabled: ask('recon:read'),
    queryFn: () => findBreaks(text),
  });
  const companies = useCompanies();
  const named = useClientsNamed(asked ? text : null);
  const go = (place: Place) => () => {
    onClose();
    void navigate(place);
  };
  const targets = [
    ...screens(text, session).map(({ to, name }): Target => ({
      id: to, what: 'Screen', name, hint: '', go: go({ to }),
    })),
    ...(isDate(text) && may(session, 'recon:read')
      ? [{ id: text, what: 'Day' as const, name: text, hint: 'report and sign-off', go: go({ to: '/day', search: { date: text } }) }]
      : []),
    ...(named.clients ?? []).map(({ accountNumber, clientName }): Target => ({
      id: `client ${accountNumber}`, what: 'Client', name: clientName, hint: `${accountNumber} · their orders`,
      go: go({ to: '/orders', search: { accountNumber } }),
    })),
    ...(orders.data ?? []).map((order): Target => ({
      id: order.id,
      what: 'Order',
      name: order.orderNumber ?? order.clientOrderId,
      hint: `${order.side} ${grouped(order.units)} ${order.security} at ${money(order.price)} · ${order.status} · ${order.clientName}`,
      go: go({ to: '/orders', search: { order: order.id } }),
    })),
    ...(breaks.data ?? []).map((one): Target => ({
      id: one.id,
      what: 'Break',
      name: spaced(one.type),
      hint: `${one.closedAt === null ? spaced(one.status).toLowerCase() : 'closed'} · ${withFigures(one.detail)}`,
      go: go({ to: '/breaks', search: { break: one.id, ...(one.closedAt === null ? {} : { open: 'false' }) } }),
    })),
    ...(asked ? namedLike(companies.data?.data ?? [], text) : []).map(({ symbol, name }): Target => ({
      id: `security ${symbol ?? ''}`,
      what: 'Security',
      name: symbol ?? '',
      hint: name ?? '',
      go: go({ to: '/market', search: { security: symbol ?? '' } }),
    })),
  ]; // prettier-ignore
  return {
    targets,
    failed: orders.isError || breaks.isError || companies.isError || named.error !== null,
  };
}

function screens(text: string, session: Session): readonly (typeof SCREENS)[number][] {
  const needle = text.toLowerCase();
  return SCREENS.filter(
    ({ name, scope }) =>
      name.toLowerCase().includes(needle) && (scope === undefined || may(session, scope)),
  );
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

async function findOrders(text: string): Promise<readonly Order[]> {
  const byId = text.startsWith('ord_') ? one<Order>(`/v1/orders/${text}`) : [];
  // The beginning of an order number, too.
  const fields = /^\d{3,40}$/.test(text)
    ? [...ORDER_FIELDS, 'orderNumberStartsWith']
    : ORDER_FIELDS;
  const pages = fields.map((field) => page<Order>('/v1/orders', { [field]: text }));
  return distinct(await Promise.all([byId, ...pages]));
}

async function findBreaks(text: string): Promise<readonly Break[]> {
  const byId = text.startsWith('brk_') ? one<Break>(`/v1/breaks/${text}`) : [];
  const byOrder = text.startsWith('ord_') ? page<Break>('/v1/breaks', { orderId: text }) : [];
  const byNumber = /^\d+$/.test(text) ? page<Break>('/v1/breaks', { orderNumber: text }) : [];
  return distinct(await Promise.all([byId, byOrder, byNumber]));
}

function page<T>(path: string, filters: Readonly<Record<string, string>>): Promise<readonly T[]> {
  return read<Page<T>>(path, { ...filters, limit: 5 }).then(({ data }) => data, nothingIfRefused);
}

function one<T>(path: string): Promise<readonly T[]> {
  return read<T>(path).then((found) => [found], nothingIfRefused);
}

/** What a field does not allow, or a role may not search by, is not found by it. */
function nothingIfRefused(error: unknown): readonly never[] {
  if (error instanceof CallError && [400, 403, 404].includes(error.status)) return [];
  throw error;
}

function distinct<T extends { readonly id: string }>(
  lists: readonly (readonly T[])[],
): readonly T[] {
  return [...new Map(lists.flat().map((row) => [row.id, row])).values()].slice(0, FOUND_MOST);
}

function namedLike(companies: readonly Company[], text: string): readonly Company[] {
  const needle = text.toLowerCase();
  return companies
    .filter(({ symbol, name }) => symbol !== null && `${symbol} ${name ?? ''}`.toLowerCase().includes(needle))
    .slice(0, SECURITIES_MOST); // prettier-ignore
}
