import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { sqlitePath } from '../../../src/infra/config/config.js';
import { SqliteDriver } from '../../../src/infra/database/sqlite-driver.js';
import { readyDatabase, temporaryFolder } from '../../support/databases/databases.js';

const ERASE = '\u001b[2K\u202e';
const SHOWN = String.raw`\u{1b}[2K\u{202e}`;

describe('The command line, of a database with names that a terminal would obey', () => {
  let env: Record<string, string>;
  let path: string;

  beforeEach(async () => {
    const url = await readyDatabase('sqlite');
    path = sqlitePath(url) ?? '';
    env = { DATABASE_URL: url, MARINA_CHECKPOINT_DIR: temporaryFolder() };
  });

  const change = (sql: string): void => {
    const owner = new SqliteDriver(path);
    owner.exec(sql);
    owner.close();
  };

  const marina = (...args: readonly string[]): string => {
    const command = [resolve('dist/cli.js'), ...args];
    try {
      return execFileSync(process.execPath, command, {
        env,
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 300_000,
      });
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      return stdout + stderr;
    }
  };

  it('shows the name of a trigger by its characters', () => {
    change(
      `CREATE TRIGGER "${ERASE}" AFTER INSERT ON orders BEGIN DELETE FROM orders WHERE 0; END`,
    );
    const output = marina('audit', 'verify');
    expect(output).toContain('the audit chain is BROKEN');
    expect(output).toContain(SHOWN);
    expect(output).not.toContain(ERASE);
  });

  it('shows the name of a migration in an error by its characters, too', () => {
    change(`INSERT INTO migrations (timestamp, name) VALUES (9999999999999, '${ERASE}')`);
    const output = marina('backup', '--out', temporaryFolder());
    expect(output).toContain(SHOWN);
    expect(output).not.toContain(ERASE);
  });
});
