/** Which bytes of a file a caller asks for, both inclusive. `whole`: the answer is 200, not 206. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  readonly whole: boolean;
}

/**
 * One range of bytes with a beginning (RFC 9110, section 14.1.2), which is what goes on with a download that broke off.
 * Others are answered with the whole file, as a server may; so is a range of a file that is no longer the same
 * (`If-Range`). Null: the file ends before it.
 */
export function byteRange(
  range: string | undefined,
  ifRange: string | undefined,
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): ByteRange | null {
  const whole = { start: 0, end: Math.max(0, bytes - 1), whole: true };
  const [, from, to] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? [];
  if (from === undefined || (ifRange !== undefined && ifRange.trim() !== etag)) return whole;
  const start = Number(from);
  const end = to === '' || to === undefined ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < start) return whole;
  return start >= bytes ? null : { start, end, whole: false };
}
