import { join } from 'node:path';
import type { BundledExchange } from './bundled-exchange.js';
import { SYSTEM } from './infra/audit/actor.js';
import { ApiKeys } from './infra/auth/api-keys/api-keys.js';
import { Persons } from './infra/auth/persons/persons.js';
import { ROLE_NAMES, type Role } from './infra/auth/role.js';
import { Clock } from './infra/runtime/clock.js';
import type { Config } from './infra/config/config.js';
import { Random } from './infra/runtime/ids.js';
import { secretFile } from './infra/auth/secrets.js';
import type { Service } from './service.js';

/** Prints what a person at the terminal needs: addresses, a newly created key, and commands to try. */
export async function printWelcome(
  service: Service,
  config: Config,
  exchange: BundledExchange | null,
): Promise<void> {
  const lines = ['', `  Marina is listening at ${service.address}`];
  lines.push(`  Console           ${service.address}/console`);
  lines.push(`  API description   ${service.address}/docs`);
  if (exchange !== null) lines.push(...(await demo(service, config, exchange)));
  else if (service.firstKey !== null && config.adminKey === null) {
    lines.push('', `  The first API key, shown only now: ${service.firstKey.secret}`);
  }
  process.stderr.write(`${lines.join('\n')}\n\n`);
}

/** The demo key is kept in a file, so that it can be shown at every start. */
async function demo(
  service: Service,
  config: Config,
  exchange: BundledExchange,
): Promise<string[]> {
  const keys = service.app.get(ApiKeys);
  const key = secretFile(join(config.dataFolder, 'demo-api-key'), service.app.get(Random));
  await keys.ensure({ name: 'demo', scopes: ['admin'] }, key, SYSTEM);
  const { side, security, units, price } = exchange.suggestion;
  const id = `demo-${service.app.get(Clock).now()}`;
  const body = JSON.stringify({
    clientOrderId: id, side, security, units, price, timeInForce: config.timesInForce[0],
    accountNumber: 'C0012345', clientName: 'Ada Obi',
  }); // prettier-ignore
  const auth = `-H 'authorization: Bearer ${key}'`;
  const { address } = service;
  return [
    `  Exchange          ${exchange.url} (bundled simulator)`,
    `  API key           ${key}`,
    '',
    '  Sign in to the console with one of these keys:',
    ...(await signIns(service, config)),
    '',
    '  TEST MODE: the exchange is simulated, nothing leaves this machine.',
    '',
    '  Post an order, read its history, and watch live events:',
    '',
    `  curl -s ${address}/v1/orders ${auth} -H 'content-type: application/json' -H 'prefer: wait=5' -d '${body}'`,
    '',
    `  curl -s "${address}/v1/audit/events?limit=200&accountNumber=C0012345" ${auth}`,
    '',
    `  curl -sN ${address}/v1/stream ${auth} -H 'last-event-id: 0'`,
  ];
}

/** One person of each role, so that a second person can be tried. */
const PEOPLE: Readonly<Record<Role, string>> = {
  dealer: 'Ada',
  operations: 'Bola',
  'operations-lead': 'Chika',
  compliance: 'Dayo',
  administrator: 'Efe',
  viewer: 'Femi',
};

async function signIns(service: Service, config: Config): Promise<string[]> {
  const lines: string[] = [];
  const { app } = service;
  for (const role of ROLE_NAMES) {
    const file = join(config.dataFolder, `demo-key-${role}`);
    const key = secretFile(file, app.get(Random));
    const person = await app.get(Persons).ensure({ name: PEOPLE[role], roles: [role] }, SYSTEM);
    await app.get(ApiKeys).ensure({ personId: person.id }, key, SYSTEM);
    lines.push(`  ${role.padEnd(16)}  ${key}  (${person.name})`);
  }
  return lines;
}
