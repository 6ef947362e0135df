import { csvRows } from '../../src/infra/csv.js';

describe('A row of CSV', () => {
  it('has every cell in quotes, also a number and an empty one, and ends with CRLF', () => {
    expect(csvRows([['C0012345', 1_000, '', null, undefined], ['x']])).toBe(
      '"C0012345","1000","","",""\r\n"x"\r\n',
    );
  });

  it('keeps commas, line ends and quotes inside a cell', () => {
    expect(csvRows([['Obi, Ada', 'said "buy"', 'one\r\ntwo', 'three\nfour']])).toBe(
      '"Obi, Ada","said ""buy""","one\r\ntwo","three\nfour"\r\n',
    );
  });

  it.each(['=1+1', '+1', '@SUM(A1)', '\t=1', '\r=1', '-1+cmd', '-', '＝1', '＋1', '－1', '＠A1'])(
    'has an apostrophe before %j, which a spreadsheet would run',
    (text) => {
      expect(csvRows([[text]])).toBe(`"'${text}"\r\n`);
    },
  );

  it.each(['-75140.5', '-1', -1, '10.5', 'a=1', 'ada@x.ng'])('leaves %j as it is', (cell) => {
    expect(csvRows([[cell]])).toBe(`"${cell}"\r\n`);
  });

  it('is nothing where there are no rows', () => {
    expect(csvRows([])).toBe('');
  });
});
