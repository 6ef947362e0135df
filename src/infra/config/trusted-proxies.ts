import { BlockList, isIP, SocketAddress } from 'node:net';

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

/** Private networks, and this machine. */
const LOCAL = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1'],
  `${PRIVATE.first}/${PRIVATE.bits}`,
];

/** Whether ranges have more public addresses altogether than the broadest one may have. None is broad by itself. */
export function areBroadTogether(ranges: readonly string[]): boolean {
  const local = LOCAL.map(networkOf);
  const counted: Network[] = [];
  // Two ranges are apart, or the one with fewer bits has all of the other.
  for (const network of ranges.map(networkOf).sort((a, b) => a.bits - b.bits)) {
    if ([...local, ...counted].some((outer) => isWithin(network, outer))) continue;
    counted.push(network);
  }
  return ([4, 6] as const).some((version) => {
    const sizes = counted.filter((one) => one.version === version).map(sizeOf);
    return (
      sizes.reduce((sum, size) => sum + size, 0n) > sizeOf({ version, bits: BITS_LEAST[version] })
    );
  });
}

interface Network {
  /** 4 for IPv4 addresses as IPv6 ones, too. */
  readonly version: 4 | 6;
  readonly bits: number;
  readonly first: SocketAddress;
  readonly addresses: BlockList;
}

function networkOf(range: string): Network {
  const [address = '', given] = range.split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const first = new SocketAddress({ address, family });
  const bits = Number(given ?? (family === 'ipv4' ? 32 : 128));
  const addresses = new BlockList();
  addresses.addSubnet(first, bits);
  if (family === 'ipv4') return { version: 4, bits, first, addresses };
  const mapped = new BlockList();
  mapped.addSubnet(MAPPED.first, MAPPED.bits, 'ipv6');
  if (!mapped.check(first)) return { version: 6, bits, first, addresses };
  return { version: 4, bits: bits - MAPPED.bits, first, addresses };
}

function isWithin(inner: Network, outer: Network): boolean {
  return inner.bits >= outer.bits && outer.addresses.check(inner.first);
}

function sizeOf({ version, bits }: Pick<Network, 'version' | 'bits'>): bigint {
  return 1n << BigInt((version === 4 ? 32 : 128) - bits);
}
