import './trusted-types.js';
import './look/mantine.css';
import './look/font.css';
import './look/tokens.css';
import './look/desk.css';
import './look/parts.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { ASKED, mayPass } from './api/call.js';
import { Entrance } from './shell/entrance.js';
import { theme } from './look/theme.js';

/** The page may add styles of its own only with the nonce that the service gave it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

const AGAIN_MS = 5_000;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that takes itself for offline must ask and fail: else old data would look like new.
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && mayPass(error),
      // What could not be read comes by itself when it can be, except what costs a call of the exchange.
      refetchInterval: ({ state, queryKey }) =>
        mayPass(state.error) && queryKey[0] !== ASKED ? AGAIN_MS : false,
    },
  },
});

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <Entrance />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
