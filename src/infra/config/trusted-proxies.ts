import { BlockList, isIP } from 'node:net';

/** An address, or a CIDR. /0 would let every caller choose its own address. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

const BITS_LEAST = { 4: 8, 6: 32 };
/** Private networks of IPv6. */
const PRIVATE = { first: 'fc00::', bits: 7 };
/** IPv4 addresses as IPv6 ones: a range of these stands for the IPv4 addresses in it. */
const MAPPED = { first: '::ffff:0:0', bits: 96 };

/** Broader than the networks that anybody has: two halves of the internet are as good as /0. Of {@link isAddressRange}. */
export function isBroadRange(range: string): boolean {
  const [address = '', given] = range.split('/');
  if (given === undefined) return false;
  const bits = Number(given);
  if (isIP(address) === 4) return bits < BITS_LEAST[4];
  const privately = new BlockList();
  privately.addSubnet(PRIVATE.first, PRIVATE.bits, 'ipv6');
  if (privately.check(address, 'ipv6')) return bits < PRIVATE.bits;
  const around = new BlockList();
  around.addSubnet(address, Math.min(bits, MAPPED.bits), 'ipv6');
  const isMapped = around.check(MAPPED.first, 'ipv6');
  return bits < (isMapped ? MAPPED.bits + BITS_LEAST[4] : BITS_LEAST[6]);
}
