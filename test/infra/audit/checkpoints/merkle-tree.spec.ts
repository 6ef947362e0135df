import { createHash } from 'node:crypto';
import {
  CompactRange,
  consistencyRanges,
  hashOfPeaks,
  inclusionRanges,
  isConsistent,
  peaksOf,
  rootOfInclusion,
  type LeafRange,
} from '../../../../src/infra/audit/checkpoints/merkle-tree.js';

/** The vectors that implementations of Certificate Transparency share. */
const INPUTS = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const LEAVES = INPUTS.map((input) =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.of(0), Buffer.from(input, 'hex')]))
    .digest(),
);

/** The definition of RFC 6962, 2.1, word for word. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return first;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  const parts = [Buffer.of(1), rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k))];
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

const ofRange = ({ start, end }: LeafRange): string =>
  rootOf(LEAVES.slice(start, end)).toString('hex');

describe('The Merkle tree', () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))(
    'of %d leaves has the root that the vectors of RFC 6962 have',
    (size, root) => {
      const tree = new CompactRange();
      for (const leaf of LEAVES.slice(0, size)) tree.append(leaf);
      expect(tree.root().toString('hex')).toBe(root);
      const peaks = peaksOf({ start: 0, end: size }).map(({ height, index }) =>
        rootOf(LEAVES.slice(index * 2 ** height, (index + 1) * 2 ** height)),
      );
      expect(hashOfPeaks(peaks).toString('hex')).toBe(root);
    },
  );

  it('proves that a leaf is in it as the vectors do', () => {
    expect(inclusionRanges(0, 1)).toEqual([]);
    expect(inclusionRanges(0, 8).map(ofRange)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(inclusionRanges(5, 8).map(ofRange)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(inclusionRanges(2, 3).map(ofRange)).toEqual([
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    ]);
  });

  it('proves that it begins with an older one as the vectors do', () => {
    expect(consistencyRanges(1, 1)).toEqual([]);
    expect(consistencyRanges(1, 8).map(ofRange)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
    expect(consistencyRanges(6, 8).map(ofRange)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect(consistencyRanges(2, 5).map(ofRange)).toEqual([
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ]);
  });

  const ranges = (of: readonly LeafRange[]): Buffer[] =>
    of.map(({ start, end }) => rootOf(LEAVES.slice(start, end)));
  /** A proof with one hash changed, for each of its hashes. */
  const changed = (proof: readonly Buffer[]): readonly Buffer[][] =>
    proof.map((_, at) => proof.map((hash, place) => (place === at ? Buffer.alloc(32) : hash)));

  it('is led to by the proof of each leaf, and by no other', () => {
    for (let size = 1; size <= LEAVES.length; size += 1)
      for (const [position, leaf] of LEAVES.slice(0, size).entries()) {
        const proof = ranges(inclusionRanges(position, size));
        const root = rootOf(LEAVES.slice(0, size));
        expect(rootOfInclusion({ leaf, position }, size, proof)).toEqual(root);
        const others = [...changed(proof), proof.slice(1)].filter(() => proof.length > 0);
        for (const other of others)
          expect(rootOfInclusion({ leaf, position }, size, other)).not.toEqual(root);
      }
  });

  it('begins with each older one by its proof, and by no other', () => {
    const of = (size: number) => ({ size, root: rootOf(LEAVES.slice(0, size)) });
    for (let newer = 1; newer <= LEAVES.length; newer += 1)
      for (let older = 1; older <= newer; older += 1) {
        const proof = ranges(consistencyRanges(older, newer));
        expect(isConsistent(of(older), of(newer), proof)).toBe(true);
        for (const other of changed(proof))
          expect(isConsistent(of(older), of(newer), other)).toBe(false);
        const forged = { size: older, root: Buffer.alloc(32) };
        expect(isConsistent(forged, of(newer), proof)).toBe(false);
        expect(isConsistent(of(older), { ...forged, size: newer }, proof)).toBe(false);
      }
  });

  it('tells of its perfect subtrees as they become whole', () => {
    const formed: string[] = [];
    const tree = new CompactRange(({ height, hash }) => {
      if (height === 1) formed.push(hash.toString('hex'));
    });
    for (const leaf of LEAVES) tree.append(leaf);
    expect(formed).toEqual(
      [0, 2, 4, 6].map((start) => rootOf(LEAVES.slice(start, start + 2)).toString('hex')),
    );
  });
});
