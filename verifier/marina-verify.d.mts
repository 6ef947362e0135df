/** For the tests, which are in TypeScript. */
export interface Options {
  readonly export?: string;
  readonly checkpoints?: readonly string[];
  readonly proof?: readonly string[];
  readonly archive?: string;
  readonly key?: readonly string[];
  readonly 'allow-later'?: boolean;
}

export interface Result {
  readonly valid: boolean;
  readonly entries: number | null;
  readonly root: string | null;
  /** The last entry that a checkpoint covers. */
  readonly signedUpTo: number | null;
  readonly checkpoints: number;
  readonly proofs: number;
  /** Of an archive: whether its manifest is one that says that it is signed. */
  readonly manifest: 'signed' | 'not signed' | null;
  readonly proven: readonly {
    readonly sequence: number;
    readonly type: string;
    readonly actor: string;
    readonly at: string;
  }[];
  readonly keys: readonly string[];
  readonly firstBadSequence: number | null;
  readonly findings: readonly { readonly sequence: number | null; readonly what: string }[];
  readonly warnings: readonly string[];
}

export function check(options: Options): Promise<Result>;
export function entryHash(entry: object): Buffer;
export function isIncluded(claim: {
  readonly index: number;
  readonly size: number;
  readonly leaf: Buffer;
  readonly root: Buffer;
  readonly proof: readonly Buffer[];
}): boolean;
export function isConsistent(claim: {
  readonly older: number;
  readonly olderRoot: Buffer;
  readonly newer: number;
  readonly newerRoot: Buffer;
  readonly proof: readonly Buffer[];
}): boolean;
