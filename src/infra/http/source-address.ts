import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { isIP, isIPv4 } from 'node:net';

/**
 * The address of the caller, behind trusted proxies that of their client. A proxy that passes on what is no address
 * is taken for the caller itself.
 */
export function sourceAddress({ ip, socket }: FastifyRequest): string {
  return plain(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);
}

/** One caller has many addresses of IPv6, which count as the network of its site. */
export function networkOf(address: string): string {
  return rateLimit.normalizeIP(address);
}

/** A server that listens on IPv6 sees IPv4 addresses in this form. */
function plain(address: string): string {
  const inner = address.replace(/^::ffff:/i, '');
  return isIPv4(inner) ? inner : address;
}
