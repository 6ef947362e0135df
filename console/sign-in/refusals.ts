/** Why the service has sent somebody back from the identity provider without a session: it says a code, and no text. */
export interface Refusal {
  readonly tone: 'bad' | 'doubt' | 'info';
  readonly text: string;
}

const ASK = 'Ask an administrator.';

export const REFUSALS: Readonly<Record<string, Refusal>> = {
  'not-begun': {
    tone: 'doubt',
    text: 'This sign-in took too long, was finished before, or began in another browser. Sign in again.',
  },
  'provider-refused': {
    tone: 'doubt',
    text: 'The sign-in was cancelled or refused there. Nothing was opened here.',
  },
  'provider-unavailable': {
    tone: 'doubt',
    text: 'The sign-in service does not answer. Sign in with your key, or try again in a moment.',
  },
  'answer-invalid': {
    tone: 'bad',
    text: `The answer of the sign-in service could not be verified, so nothing was opened. ${ASK}`,
  },
  'email-unverified': {
    tone: 'bad',
    text: `Your account has no verified e-mail address, so nobody can tell who you are here. ${ASK}`,
  },
  'person-unknown': {
    tone: 'bad',
    text: `Your account is known there, but nobody here has its e-mail address. ${ASK}`,
  },
  'person-ambiguous': {
    tone: 'bad',
    text: `Several people here have the e-mail address of your account. ${ASK}`,
  },
  'person-disabled': {
    tone: 'bad',
    text: `You are disabled here, so you cannot sign in. ${ASK}`,
  },
  'person-changed': {
    tone: 'doubt',
    text: 'You were changed here while you signed in. Sign in again.',
  },
  'account-differs': {
    tone: 'bad',
    text: `You have signed in here with another account before. Use that one, or ask an administrator to unlink it.`,
  },
  'too-many': {
    tone: 'doubt',
    text: 'Too many sign-ins within a minute. Try again in a minute.',
  },
};

const OTHER: Refusal = { tone: 'bad', text: `The sign-in was refused. ${ASK}` };

export function refusalOf(code: string): Refusal {
  return Object.hasOwn(REFUSALS, code) ? (REFUSALS[code] ?? OTHER) : OTHER;
}
