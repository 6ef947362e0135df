import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { administration, backups, type Given } from '../support/administration/guide.js';
import { COMMANDS, STOOD_IN } from '../support/administration/stand-ins.js';

const FOLDER = 'test/e2e/administration';
const GUIDES = { administration, backups };

/** Commands of the guides that no test runs, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'docker run --rm --read-only --volume /data --publish 127.0.0.1:3000:3000 marina:0.1.0':
    'needs a container engine; the service against the simulator has tests of its own',
  "docker compose exec postgres psql --username=marina --command='\\password'":
    'asks for passwords at a terminal; ALTER ROLE is run',
  'docker compose exec marina cat /app/sbom.cdx.json':
    'needs the image; the bill is made as there by a test of its own',
  'marina restore FILE': 'needs a cluster; the restore with Compose is run',
  'systemctl status marina': 'shows what systemd has; it changes nothing',
  'kubectl get pods': 'shows what a cluster has; it changes nothing',
};

/** The test that replaces each secret of the guide's table. */
const REPLACED: Readonly<Record<string, string>> = {
  'exchange key': 'sees the new exchange key working beside the old one, and removes that',
  'API key of a person or system': 'rotates an API key and the signing key by the command line',
  '`MARINA_ADMIN_KEY`': 'rotates MARINA_ADMIN_KEY like any other key',
  '`MARINA_KEY_PEPPER`': 'cannot replace the pepper: the service refuses to start',
  'signing key of checkpoints': 'rotates the signing key, which is mounted read-only',
  'database password': 'replaces the password of the database',
  '`OIDC_CLIENT_SECRET`': 'cannot sign in with a client secret that the provider has ended',
  'identity of encrypted backups': 'replaces the identity of encrypted backups',
  'TLS certificate': 'puts the proxy before it that ends TLS',
};

const TAKEN =
  /\b(administration|backups)\s*\.(block|command)\(\s*'([^']*)'(?:,\s*(?:(\d+)|'([^']*)'))?,?\s*\)/g;

/** The texts that the tests take from the guides to run them, found as the tests find them. */
const tests = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), 'utf8'));
const taken = tests.flatMap((source) =>
  [...source.matchAll(TAKEN)].map(([, name = '', kind, heading = '', block = '1', start = '']) => {
    const guide = GUIDES[name as keyof typeof GUIDES];
    return kind === 'block' ? guide.block(heading, Number(block)) : guide.command(heading, start);
  }),
);
const given = [...administration.given, ...backups.given];

const plain = (text: string): string => text.replaceAll('npx ', '');
/** Blocks by themselves; a command also where it is a part of another one that is run. */
const isRun = ({ block, text }: Given): boolean =>
  block === null
    ? taken.some((one) => plain(one).includes(plain(text)))
    : taken.some((one) => one === text);

describe("The administrators' guides", () => {
  it('have every block of commands run by a test as it is written, or named here with the reason', () => {
    const blocks = given.filter(({ block }) => block !== null);
    expect(blocks.length).toBeGreaterThan(15);
    const left = blocks.filter((one) => !isRun(one) && !(one.text in NOT_RUN));
    expect(left).toEqual([]);
  });

  it('have every command within a sentence run, or named here with the reason', () => {
    const commands = given.filter(({ block }) => block === null);
    expect(commands.length).toBeGreaterThan(15);
    const left = commands.filter((one) => !isRun(one) && !(one.text in NOT_RUN));
    expect(left).toEqual([]);
  });

  it('give each command that is named here, which no test runs', () => {
    for (const text of Object.keys(NOT_RUN)) {
      const named = given.filter((one) => one.text === text);
      expect([text, named.map(isRun)]).toEqual([text, [false]]);
    }
  });

  it('have each secret replaced by a test', () => {
    const rows = administration.section('Replace secrets').matchAll(/^\| (?!-)(.*?) +\|/gm);
    const secrets = [...rows].map(([, secret]) => secret).filter((one) => one !== 'Secret');
    expect(secrets.sort()).toEqual(Object.keys(REPLACED).sort());
    const sources = tests.join('');
    expect(Object.values(REPLACED).filter((title) => !sources.includes(title))).toEqual([]);
  });

  it('are run with the commands of the machine, but for those that have a reason', () => {
    const names = [...COMMANDS.matchAll(/^([a-z]\w*)\(\)/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(STOOD_IN).sort());
  });
});
