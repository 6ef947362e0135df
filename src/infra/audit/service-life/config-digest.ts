import { sqlitePath, type Config } from '../../config/config.js';
import type { Json } from '../audit-chain.js';
import { digestOf } from '../digest.js';

/**
 * Tells whether two starts had the same settings. `docs/audit-format.md` says what is digested: no secret, and of
 * addresses that may have one in them only the part that cannot, because a digest of little else would give it away.
 */
export function configDigest(config: Config): string {
  const { databaseUrl, exchangeKeys, exchangeSettings, checkpointSinks, oidc, traces } = config;
  return digestOf(
    plain({
      ...config,
      adminKey: null,
      keyPepper: null,
      databaseUrl: sqlitePath(databaseUrl) ?? serverOf(databaseUrl),
      exchangeKeys: exchangeKeys.map(({ scopes }) => scopes),
      exchangeSettings: exchangeSettings && {
        ...exchangeSettings,
        statusWords: Object.fromEntries(exchangeSettings.statusWords),
      },
      checkpointSinks: checkpointSinks.map((sink) =>
        sink.includes('://') ? originOf(sink) : sink,
      ),
      oidc: oidc && { ...oidc, clientSecret: null },
      traces: traces && { ...traces, url: originOf(traces.url), headers: null },
    }),
  );
}

/** Without the account, and without the options, which can hold a password. */
function serverOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'postgres';
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

function originOf(address: string): string {
  return new URL(address).origin;
}

function plain(settings: object): Json {
  return JSON.parse(JSON.stringify(settings)) as Json;
}
