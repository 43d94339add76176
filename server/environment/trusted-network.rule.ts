import { isIP } from 'node:net';

/**
 * A value of Fastify's trustProxy: an address, a network, or one of the names for private ranges.
 */
export function isTrustedNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  if (bits === undefined)
    return ['loopback', 'linklocal', 'uniquelocal'].includes(value) || isIP(value) > 0;
  return (
    more.length === 0 &&
    isIP(address) > 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (isIP(address) === 4 ? 32 : 128)
  );
}
