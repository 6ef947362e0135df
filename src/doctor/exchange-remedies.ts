/** What to do about an exchange that did not answer, by what the call failed with. The first that fits counts. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED|CERT_REJECTED|CERT_SIGNATURE_|INVALID_CA)/,
    'Its certificate is from an authority that Node.js does not trust. If that is right, let NODE_EXTRA_CA_CERTS name the certificate of the authority; else something between answers in its place.',
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
    'Its certificate is for another host: let EXCHANGE_BASE_URL name one that it names.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    'Its certificate is not valid now: set the clock of this machine, or have the exchange renew it.',
  ],
  [
    /^(ERR_SSL_|ERR_TLS_|EPROTO|UND_ERR_SOCKET)/,
    'It does not speak what EXCHANGE_BASE_URL begins with: check http or https, the port, and proxies between.',
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)/,
    'The host of EXCHANGE_BASE_URL has no address: correct it, or look at the name service of this machine.',
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/,
    'Nothing listens there, or a firewall refuses: check host and port of EXCHANGE_BASE_URL, and the rules for what leaves this machine.',
  ],
];

const OTHERWISE =
  'Check EXCHANGE_BASE_URL, the network, and whether the exchange works; of a slow one also EXCHANGE_TIMEOUT_MS.';

export function remedyForFailure(failure: string): string {
  return REMEDIES.find(([pattern]) => pattern.test(failure))?.[1] ?? OTHERWISE;
}
