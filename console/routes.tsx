import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Orders } from './orders/orders.js';
import { textsOf } from './orders/filters.js';
import { Empty, Failed, Loading } from './parts/states.js';
import { hasChosenHome, preferences } from './parts/own-preferences.js';
import { patiently } from './shell/patiently.js';
import { usualHome } from './shell/usual-home.js';
import { homeOf } from './shell/screens.js';
import { Shell } from './shell/shell.js';

/** One route a screen. Filters are texts in the URL, so that a view is a link. */
const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Empty>There is no such screen.</Empty>,
});

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- the router's way
      throw redirect({ to: hasChosenHome() ? homeOf(preferences.home) : usualHome() });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/orders',
    component: Orders,
    validateSearch: textsOf,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ticket',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./ticket/ticket.js')),
      'Ticket',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/overview',
    component: lazyRouteComponent(
      patiently(() => import('./overview/overview.js')),
      'Overview',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/not-proven',
    component: lazyRouteComponent(
      patiently(() => import('./not-proven/not-proven.js')),
      'NotProven',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/breaks',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./breaks/breaks.js')),
      'Breaks',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/approvals',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./approvals/approvals.js')),
      'Approvals',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/day',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./day/trading-day.js')),
      'TradingDay',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./audit/audit.js')),
      'Audit',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/best-execution',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./best-execution/best-execution.js')),
      'BestExecution',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/market',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./market/market.js')),
      'Market',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./runs/runs.js')),
      'Runs',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/calls',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./calls/calls.js')),
      'Calls',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    validateSearch: textsOf,
    component: lazyRouteComponent(
      patiently(() => import('./settings/settings.js')),
      'Settings',
    ),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
