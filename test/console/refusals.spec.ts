import { REFUSALS } from '../../console/sign-in/refusals.js';
import { SIGN_IN_REFUSALS } from '../../src/infra/auth/oidc/sign-in-refusal.js';

describe('Why somebody comes back from the identity provider without a session', () => {
  it('has a sentence in the console for each reason of the service, and no other', () => {
    expect(Object.keys(REFUSALS).sort()).toEqual([...SIGN_IN_REFUSALS].sort());
  });
});
