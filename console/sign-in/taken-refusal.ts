import { refusalOf, type Refusal } from './refusals.js';

const PARAMETER = 'signInRefused';

/** What the address says, once: without it the address is what somebody asked for. */
function takeRefusal(): Refusal | null {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(PARAMETER);
  if (code === null) return null;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(null, '', address.pathname + address.search);
  return refusalOf(code);
}

/** Why somebody has come back from the identity provider without a session; null: nobody has. */
export const REFUSED = takeRefusal();
