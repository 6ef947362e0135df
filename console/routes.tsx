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
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way
      throw redirect({ to: '/orders' });
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
    component: lazyRouteComponent(() => import('./ticket/ticket.js'), 'Ticket'),
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
