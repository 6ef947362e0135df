/** Why there is no connection to PostgreSQL, in words that name the setting, and what to do about it. */
export interface ConnectionReason {
  readonly says: string;
  readonly remedy: string;
}

/** By the code of the error, before its message. */
const REASONS: readonly (readonly [RegExp, ConnectionReason])[] = [
  [
    /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED|CERT_REJECTED|CERT_SIGNATURE_|INVALID_CA)/,
    {
      says: 'its certificate is not from an authority that is trusted (sslrootcert in DATABASE_URL)',
      remedy:
        'Let sslrootcert in DATABASE_URL name the certificate of the authority that has signed that of the server.',
    },
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
    {
      says: 'its certificate is for another host than that in DATABASE_URL',
      remedy: 'Let DATABASE_URL name a host that the certificate names, or get one for this host.',
    },
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    {
      says: 'its certificate is not valid now',
      remedy: 'Renew the certificate of the server, or set the clock of this machine.',
    },
  ],
  [
    /server does not support SSL/,
    {
      says: 'it does not offer the TLS that sslmode in DATABASE_URL asks for',
      remedy: 'Switch on ssl in postgresql.conf, with a certificate and its key.',
    },
  ],
  [
    /^(ERR_SSL_|ERR_TLS_|EPROTO)|establishing an SSL connection/,
    {
      says: 'it does not agree on TLS',
      remedy: 'Check sslmode, sslcert and sslkey in DATABASE_URL, and the TLS of the server.',
    },
  ],
  [
    /^28/,
    {
      says: 'it does not let the user in DATABASE_URL in',
      remedy: 'Check user and password in DATABASE_URL, and pg_hba.conf of the server.',
    },
  ],
  [
    /^3D000/,
    {
      says: 'it does not have the database in DATABASE_URL',
      remedy: 'Make the database, or correct its name in DATABASE_URL.',
    },
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN)/,
    {
      says: 'the host in DATABASE_URL has no address',
      remedy: 'Correct the host in DATABASE_URL, or look at the name service of this machine.',
    },
  ],
];

/** Null: what the error says is all that is known. */
export function connectionReason(code: string, message: string): ConnectionReason | null {
  const text = `${code} ${message}`;
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
