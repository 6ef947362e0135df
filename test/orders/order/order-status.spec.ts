import fc from '../../support/seeded-fast-check.js';
import {
  betterGrade,
  EVIDENCE_KINDS,
  GRADES,
  STATUS_TRANSITIONS,
  isClosed,
  isWorking,
  evidenceOfStatus,
  ORDER_STATUSES,
  transition,
  type EvidenceKind,
  type OrderStatus,
} from '../../../src/orders/order/order-status.js';

const anyStatus = fc.constantFrom(...ORDER_STATUSES);
const anyEvidence = fc.constantFrom(...EVIDENCE_KINDS);

/**
 * All evidence that is not believed, by status. A new status or a new kind of evidence fails here
 * until somebody has decided what it means.
 */
const NOT_BELIEVED: Readonly<Record<OrderStatus, readonly EvidenceKind[]>> = {
  New: ['editAccepted', 'cancelAccepted', 'dayEnded'],
  Posted: ['postRefused', 'withdrawn', 'lapsed'],
  Open: ['postRefused', 'withdrawn', 'lapsed'],
  Amended: ['postRefused', 'withdrawn', 'lapsed'],
  Filled: [
    'postRefused', 'editAccepted', 'cancelAccepted', 'withdrawn', 'lapsed', 'seenPosted', 'seenOpen',
    'seenAmended', 'seenCancelled',
  ], // prettier-ignore
  Cancelled: ['postRefused', 'editAccepted', 'withdrawn', 'lapsed'],
  Rejected: ['editAccepted', 'cancelAccepted', 'withdrawn', 'lapsed'],
  Expired: ['postRefused', 'editAccepted', 'cancelAccepted', 'withdrawn'],
};

/** All evidence that is believed but opens a break. */
const SURPRISING: Readonly<Record<OrderStatus, readonly EvidenceKind[]>> = {
  New: [],
  Posted: ['seenAmended'],
  Open: ['seenAmended'],
  Amended: [],
  Filled: [],
  Cancelled: [
    'postAccepted', 'seenPosted', 'seenOpen', 'seenAmended', 'seenFilled', 'tradedInPart', 'tradedInFull',
  ], // prettier-ignore
  Rejected: [
    'postAccepted', 'seenPosted', 'seenOpen', 'seenAmended', 'seenCancelled', 'seenFilled',
    'tradedInPart', 'tradedInFull',
  ], // prettier-ignore
  Expired: [
    'postAccepted', 'seenPosted', 'seenOpen', 'seenAmended', 'seenCancelled', 'seenFilled',
    'tradedInPart', 'tradedInFull',
  ], // prettier-ignore
};

/** Every transition into a status from another one, as "status evidence". */
function waysTo(wanted: OrderStatus): readonly string[] {
  return ORDER_STATUSES.filter((status) => status !== wanted).flatMap((status) =>
    EVIDENCE_KINDS.filter((evidence) => transition(status, evidence).status === wanted).map(
      (evidence) => `${status} ${evidence}`,
    ),
  );
}

describe('The grid of statuses and evidence', () => {
  it('has one row for each status and one cell for each kind of evidence', () => {
    expect(Object.keys(STATUS_TRANSITIONS)).toEqual([...ORDER_STATUSES]);
    for (const row of Object.values(STATUS_TRANSITIONS))
      expect(row).toHaveLength(EVIDENCE_KINDS.length);
  });

  it.each(ORDER_STATUSES)(
    'does not believe the listed evidence of an order that is %s',
    (status) => {
      const found = EVIDENCE_KINDS.filter((evidence) => !transition(status, evidence).believed);
      expect(found).toEqual(NOT_BELIEVED[status]);
    },
  );

  it.each(ORDER_STATUSES)(
    'believes the listed evidence of an order that is %s, but opens a break',
    (status) => {
      const found = EVIDENCE_KINDS.filter((evidence) => {
        const { believed, surprising } = transition(status, evidence);
        return believed && surprising;
      });
      expect(found).toEqual(SURPRISING[status]);
    },
  );

  it('reaches every status from New', () => {
    const reached = new Set<OrderStatus>(['New']);
    for (const status of reached) {
      for (const evidence of EVIDENCE_KINDS) reached.add(transition(status, evidence).status);
    }
    expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  });

  it('never goes back to New', () => {
    fc.assert(
      fc.property(anyStatus, anyEvidence, (status, evidence) => {
        expect(transition(status, evidence).status === 'New').toBe(
          status === 'New' && !transition(status, evidence).believed,
        );
      }),
    );
  });

  it('leaves the status as it is, with a break, when evidence is not believed', () => {
    fc.assert(
      fc.property(anyStatus, anyEvidence, (status, evidence) => {
        const result = transition(status, evidence);
        if (result.believed) return;
        expect(result).toEqual({ status, believed: false, surprising: true });
      }),
    );
  });

  it('makes an order Rejected only by a confirmed refusal of its post', () => {
    const ways = waysTo('Rejected');
    expect(ways).toEqual(['New postRefused']);
  });

  it('makes an order Expired only by the end of its day', () => {
    expect([...waysTo('Expired')].sort()).toEqual([
      'Amended dayEnded',
      'New lapsed',
      'Open dayEnded',
      'Posted dayEnded',
    ]);
  });

  it('makes an order Filled only by executions, or by a record that leaves nothing pending', () => {
    const evidence = new Set(waysTo('Filled').map((way) => way.split(' ')[1]));
    expect([...evidence].sort()).toEqual(['seenFilled', 'tradedInFull']);
  });

  it('believes a trade in every status', () => {
    for (const status of ORDER_STATUSES) {
      expect(transition(status, 'tradedInPart').believed).toBe(true);
      expect(transition(status, 'tradedInFull')).toMatchObject({
        believed: true,
        status: 'Filled',
      });
    }
  });

  it('never moves a Filled order', () => {
    for (const evidence of EVIDENCE_KINDS)
      expect(transition('Filled', evidence).status).toBe('Filled');
  });

  it('reopens a closed order only with a break', () => {
    fc.assert(
      fc.property(anyStatus.filter(isClosed), anyEvidence, (status, evidence) => {
        const result = transition(status, evidence);
        expect(isClosed(result.status) || result.surprising).toBe(true);
      }),
    );
  });

  it('gives the same result when the same evidence comes again', () => {
    fc.assert(
      fc.property(anyStatus, anyEvidence, (status, evidence) => {
        const once = transition(status, evidence);
        expect(transition(once.status, evidence).status).toBe(once.status);
      }),
    );
  });

  it('ends in the same status in whatever order trades and records of them come', () => {
    const trades = [
      'tradedInPart',
      'seenOpen',
      'tradedInPart',
      'seenFilled',
      'tradedInFull',
    ] as const;
    fc.assert(
      fc.property(anyStatus, fc.shuffledSubarray([...trades], { minLength: 5 }), (first, order) => {
        const last = order.reduce<OrderStatus>(
          (held, next) => transition(held, next).status,
          first,
        );
        expect(last).toBe('Filled');
      }),
    );
  });

  it.each([
    ['New', 'postAccepted', 'Posted'],
    ['New', 'withdrawn', 'Cancelled'],
    ['New', 'lapsed', 'Expired'],
    ['New', 'tradedInPart', 'Open'],
    ['Posted', 'dayEnded', 'Expired'],
    ['Filled', 'dayEnded', 'Filled'],
    ['Posted', 'seenOpen', 'Open'],
    ['Posted', 'editAccepted', 'Amended'],
    ['Open', 'seenPosted', 'Open'],
    ['Open', 'cancelAccepted', 'Cancelled'],
    ['Open', 'tradedInPart', 'Open'],
    ['Amended', 'seenOpen', 'Amended'],
    ['Amended', 'seenFilled', 'Filled'],
    ['Cancelled', 'tradedInPart', 'Cancelled'],
    ['Cancelled', 'seenOpen', 'Open'],
    ['Cancelled', 'seenAmended', 'Amended'],
    ['Rejected', 'postAccepted', 'Posted'],
    ['Rejected', 'seenAmended', 'Amended'],
    ['Rejected', 'tradedInPart', 'Open'],
    ['Expired', 'seenAmended', 'Amended'],
    ['Expired', 'seenCancelled', 'Cancelled'],
  ] as const)('makes an order that is %s, with %s, %s', (status, evidence, next) => {
    expect(transition(status, evidence)).toMatchObject({ status: next, believed: true });
  });
});

describe('Working and closed', () => {
  it('divide the statuses: New is neither', () => {
    expect(ORDER_STATUSES.filter(isWorking)).toEqual(['Posted', 'Open', 'Amended']);
    expect(ORDER_STATUSES.filter(isClosed)).toEqual(['Filled', 'Cancelled', 'Rejected', 'Expired']);
  });
});

describe("The exchange's status words", () => {
  it.each([
    ['Posted', 'seenPosted'],
    ['Open', 'seenOpen'],
    ['Amended', 'seenAmended'],
    ['Cancelled', 'seenCancelled'],
    ['CANCELED', 'seenCancelled'],
    [' open ', 'seenOpen'],
    ['pOsTeD', 'seenPosted'],
  ])('"%s" means %s (D8)', (word, evidence) => {
    expect(evidenceOfStatus(word)).toBe(evidence);
  });

  it.each([
    '', 'Filled', 'Matched', 'Rejected', 'Expired', 'Working', 'Partially Filled', 'Open Order', 'Closed',
    'Pending Cancel', 'Not Cancelled', 'Done', 'hasOwnProperty', 'toString', 'constructor', '__proto__',
    ' Constructor ', 'valueOf',
  ])('"%s" is not documented and means nothing', (word) => {
    expect(evidenceOfStatus(word)).toBeNull();
  }); // prettier-ignore

  it('mean nothing in any other spelling', () => {
    const known = new Set(['posted', 'open', 'amended', 'cancelled', 'canceled']);
    const word = fc
      .string({ minLength: 1 })
      .filter((text) => !known.has(text.trim().toLowerCase()));
    fc.assert(
      fc.property(word, (text) => {
        expect(evidenceOfStatus(text)).toBeNull();
      }),
    );
  });
});

describe('Grades of evidence', () => {
  it("go from a trade, the best, to an operator's word", () => {
    expect(GRADES).toEqual([
      'Traded', 'Enquired', 'Acknowledged', 'Listed', 'Inferred', 'Calendar', 'Operator',
    ]); // prettier-ignore
  });

  it('are raised by better evidence of the same status, and not lowered by weaker', () => {
    GRADES.forEach((held, heldRank) => {
      GRADES.forEach((seen, seenRank) => {
        expect(betterGrade(held, seen)).toBe(heldRank < seenRank ? held : seen);
      });
    });
  });

  it('start with that of the first evidence', () => {
    for (const seen of GRADES) expect(betterGrade(null, seen)).toBe(seen);
  });
});
