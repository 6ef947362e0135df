import { readFileSync } from 'node:fs';
import pg from 'pg';

const PASSWORD = 'a-password-of-the-tests';
const ROLES = { owner: 'marina_owner', app: 'marina_app', verifier: 'marina_verifier' } as const;

/** Addresses of the database for each role, after the script has been run in it as it is installed. */
export async function withRoles(superuser: string): Promise<Record<keyof typeof ROLES, string>> {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  try {
    await client.query(readFileSync('deploy/postgres/roles.sql', 'utf8'));
    for (const role of Object.values(ROLES))
      await client.query(`ALTER ROLE ${role} PASSWORD '${PASSWORD}'`);
  } finally {
    await client.end();
  }
  const as = (role: string): string => {
    const url = new URL(superuser);
    url.username = role;
    url.password = PASSWORD;
    return url.href;
  };
  return { owner: as(ROLES.owner), app: as(ROLES.app), verifier: as(ROLES.verifier) };
}
