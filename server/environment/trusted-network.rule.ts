import { isIP } from 'node:net';

/**
 * Whether a value is valid for the option trustProxy of Fastify: an address, a network, or a name
 * such as `loopback`.
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
