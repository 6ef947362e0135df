import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The levels of the requirements of OWASP ASVS 5.0.0: one digit for each requirement of a section, in order. Both
 * levels that the document covers must be there; level 3 keeps the numbers right.
 */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123',
  '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23',
  '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333',
  '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222',
  '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222',
  '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223',
  '6.7': '33', '6.8': '2222',
  '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22',
  '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23',
  '9.1': '111', '9.2': '1222',
  '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22',
  '10.7': '222',
  '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33',
  '12.1': '12233', '12.2': '11', '12.3': '22223',
  '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233',
  '14.1': '22', '14.2': '12223333', '14.3': '122',
  '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333',
  '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223',
  '17.1': '23', '17.2': '22223333', '17.3': '22',
}; // prettier-ignore
const COVERED: ReadonlyMap<string, number> = new Map(
  Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, at) =>
      level === '3' ? [] : [[`${section}.${at + 1}`, Number(level)] as const],
    ),
  ),
);
const VERDICTS = ['pass', 'partly', 'n/a', 'open'];
const SEVERITIES = ['high', 'medium', 'low'];
const ID = /^(\d+\.\d+)\.(\d+)(?:–(\d+))?$/;

const document = readFileSync('docs/security.md', 'utf8');

/** The cells of the tables with so many columns, without their heads. */
function rowsOf(columns: number): readonly (readonly string[])[] {
  return document
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === columns && /^\d/.test(cells[0] ?? ''));
}

/** `1.2.6–8, 1.4.1` names four requirements. */
function idsIn(cell: string): readonly string[] {
  return cell.split(', ').flatMap((part) => {
    const [, section = '?', first = '0', last = first] = ID.exec(part) ?? [];
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, at) => `${section}.${Number(first) + at}`);
  });
}

const table = rowsOf(5).map(([ids = '', levels = '', what = '', verdict = '', proof = '']) => ({
  ids: idsIn(ids),
  levels,
  what,
  verdict,
  proof,
}));
const verdicts = table.flatMap(({ ids, verdict }) => ids.map((id) => [id, verdict] as const));
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:src|test|docs|\.github)\/[^`]+|[\w.-]+\.(?:md|js|json))`/g)].map(
    ([, path = '']) => path,
  );

describe('The table of security requirements', () => {
  it('has every requirement of levels 1 and 2 once, and no other', () => {
    expect(verdicts.map(([id]) => id).sort()).toEqual([...COVERED.keys()].sort());
  });

  it('has the level of each, a verdict, and words about both', () => {
    for (const { ids, levels, what, verdict, proof } of table) {
      const wanted = [...new Set(ids.map((id) => COVERED.get(id)))].sort();
      expect({ ids, levels }).toEqual({ ids, levels: wanted.join(', ') });
      expect(VERDICTS).toContain(verdict);
      expect(what.length * proof.length).toBeGreaterThan(0);
    }
  });

  it('names only files that there are', () => {
    const named = pathsIn(document);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has a test or a document for whatever it calls passed', () => {
    const passed = table.filter(({ verdict }) => verdict === 'pass');
    const proven = ({ proof }: { proof: string }): boolean =>
      pathsIn(proof).some((path) => /^test\/.*spec\.ts$|\.md$/.test(path));
    expect(passed.filter((row) => !proven(row)).map(({ ids }) => ids)).toEqual([]);
  });
});

describe('The summary of the security requirements', () => {
  it('counts what the table has', () => {
    const counted = [...document.matchAll(/^\| (\S+) +\| +(\d+) +\| +(\d+) +\| +(\d+) +\|$/gm)];
    expect(counted.map(([, verdict]) => verdict)).toEqual([...VERDICTS, 'together']);
    for (const [, verdict = '', first, second, all] of counted) {
      const found = verdicts
        .filter(([, given]) => given === verdict || verdict === 'together')
        .map(([id]) => COVERED.get(id));
      const of = (level: number): number => found.filter((one) => one === level).length;
      expect([verdict, Number(first), Number(second), Number(all)]).toEqual([
        verdict,
        of(1),
        of(2),
        found.length,
      ]);
    }
  });

  it('lists everything open and partly done, with a severity and what would close it', () => {
    const rows = document
      .slice(0, document.indexOf('\n## The table'))
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter(([, ids = '']) => /^\d/.test(ids));
    const listed = rows.flatMap(([, ids = '', verdict = '']) =>
      idsIn(ids).map((id) => [id, verdict] as const),
    );
    const missing = verdicts.filter(([, verdict]) => verdict === 'open' || verdict === 'partly');
    expect(new Map(listed)).toEqual(new Map(missing));
    expect(listed).toHaveLength(missing.length);
    for (const [, , , severity = '', closedBy = ''] of rows) {
      expect(SEVERITIES).toContain(severity);
      expect(closedBy).not.toBe('');
    }
  });
});

describe('The source', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]s$/.test(file))
    .map((file) => [file, readFileSync(join('src', file), 'utf8')] as const);
  const having = (pattern: RegExp): readonly string[] =>
    files.filter(([, text]) => pattern.test(text)).map(([file]) => file);

  it('runs no text as code', () => {
    expect(files.length).toBeGreaterThan(200);
    expect(having(/\beval\(|\bnew Function\(|'node:vm'|\.runIn\w*Context\(/)).toEqual([]);
  });

  it('hashes with SHA-256 alone, and encrypts and signs nothing itself', () => {
    expect(having(/createH(?:ash|mac)\('sha256'/).length).toBeGreaterThan(5);
    expect(having(/createH(?:ash|mac)\((?!'sha256')/)).toEqual([]);
    expect(having(/\b(?:create(?:Cipher|Decipher|Sign|Verify)|scrypt|pbkdf2)\w*\(/)).toEqual([]);
  });
});
