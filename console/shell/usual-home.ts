import { latestSession, may } from '../api/session.js';
import type { ScreenPath } from './screens.js';

/** The first screen where nobody has chosen one: whoever settles what is open starts with what needs somebody. */
export function usualHome(): ScreenPath {
  const session = latestSession();
  return session !== null && may(session, 'recon:write') ? '/overview' : '/orders';
}
