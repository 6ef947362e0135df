import { QUESTION_IDS, QUESTIONS } from '../../../../src/infra/exchange/settings/questions.js';
import { readSettings } from '../../../../src/infra/exchange/settings/settings-file.js';

const FILE = {
  version: 1,
  takenAt: '2026-11-20T11:00:00.000Z',
  exchange: 'https://test.example',
  answers: {},
};

function read(changes: Record<string, unknown>) {
  return readSettings(JSON.stringify({ ...FILE, ...changes }));
}

function problemsOf(changes: Record<string, unknown>): readonly string[] {
  const seen = read(changes);
  return 'problems' in seen ? seen.problems : [];
}

describe('a settings file', () => {
  it('without answers settles nothing', () => {
    expect(read({})).toEqual({
      settings: {
        takenFrom: 'https://test.example',
        takenAt: '2026-11-20T11:00:00.000Z',
        editUnits: 'unknown',
        editKeepsOrderNumber: 'unknown',
        basePrice: 'unknown',
        statusWords: new Map(),
        duplicateMessage: null,
        knowsDuplicates: false,
        duplicateProof: null,
      },
    });
  });

  it('settles what Marina acts on', () => {
    const words = { 'Partially Filled': 'Open', ' X ': 'Cancelled' };
    const answers = {
      editUnits: { value: 'total' },
      editKeepsOrderNumber: { value: 'yes' },
      basePrice: { value: 'current-limit' },
      statusWords: { value: 'mapped', detail: { words } },
      duplicateReply: { value: 'alike', detail: { message: 'No' } },
    };
    expect(read({ answers })).toMatchObject({
      settings: {
        editUnits: 'total',
        editKeepsOrderNumber: 'yes',
        basePrice: 'current-limit',
        statusWords: new Map([
          ['partially filled', 'Open'],
          ['x', 'Cancelled'],
        ]),
        duplicateMessage: 'No',
      },
    });
  });

  it.each([
    [{ value: 'distinct', detail: { message: 'Twice' } }, true],
    [{ value: 'distinct' }, false],
    [{ value: 'alike', detail: { message: 'No' } }, false],
    [{ value: 'accepted' }, true],
    [{ value: 'unknown' }, false],
  ])('tells of a duplicate: %j', (duplicateReply, knowsDuplicates) => {
    expect(read({ answers: { duplicateReply } })).toMatchObject({ settings: { knowsDuplicates } });
  });

  it.each([
    [{}, 'Twice'],
    [{ duplicateReply: { value: 'alike', detail: { message: 'Twice' } } }, null],
    [{ refusedPostBurnsRef: { value: 'yes' } }, null],
    [{ refusedPostBurnsRef: { value: 'unknown' } }, null],
    [{ duplicateMakesOrder: { value: 'yes' } }, null],
    [{ duplicateMakesOrder: { value: 'unknown' } }, null],
  ])('tells whether the refusal of a duplicate proves an order: %j', (changes, duplicateProof) => {
    const answers = {
      duplicateReply: { value: 'distinct', detail: { message: 'Twice' } },
      refusedPostBurnsRef: { value: 'no' },
      duplicateMakesOrder: { value: 'no' },
      ...changes,
    };
    expect(read({ answers })).toMatchObject({ settings: { duplicateProof } });
  });

  it('may answer every question with each of its values and with unknown', () => {
    for (const id of QUESTION_IDS) {
      for (const value of [...QUESTIONS[id].values, 'unknown']) {
        expect(problemsOf({ answers: { [id]: { value } } })).toEqual([]);
      }
    }
  });

  it.each<[Record<string, unknown>, string]>([
    [{ version: 2 }, 'has version 2'],
    [{ version: '1' }, 'has version 1'],
    [{ takenAt: 'yesterday' }, 'takenAt'],
    [{ exchange: '' }, 'has no exchange address'],
    [{ answers: [] }, 'has no answers'],
    [{ answers: { editUnit: { value: 'total' } } }, '"editUnit", which is not a known question'],
    [{ answers: { editUnits: { value: 'both' } } }, 'editUnits with "both"'],
    [{ answers: { editUnits: 'total' } }, 'editUnits with undefined'],
    [{ answers: { toString: { value: 'x' } } }, 'which is not a known question'],
    [{ answers: { statusWords: { value: 'mapped', detail: { words: { X: 'Expired' } } } } }, '"X"'],
    [{ answers: { statusWords: { value: 'mapped', detail: { words: [] } } } }, 'not an object'],
    [{ answers: { duplicateReply: { value: 'distinct', detail: { message: 1 } } } }, 'not a text'],
  ])('is not used with %j', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['', '[]', 'null', '{'])('is not used when it is %j', (text) => {
    expect(readSettings(text)).toEqual({ problems: ['is not a JSON object'] });
  });
});
