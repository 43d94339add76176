import { isIP } from 'node:net';

/** An entry of `WEBHOOK_ALLOW`: a host name or a network, and the allowed port. */
export interface AllowedWebhookDestination {
  host: string | null;
  network: { address: string; bits: number } | null;
  /** The allowed port; null for the default ports of HTTP and HTTPS. */
  port: number | 'any' | null;
}

const portOf = (text: string | undefined): number | 'any' | null =>
  text === undefined ? null : text === '*' ? 'any' : Number(text);

function networkOf(text: string): AllowedWebhookDestination['network'] | 'wrong' {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0) return text.includes('/') ? 'wrong' : null;
  const most = family === 4 ? 32 : 128;
  if (bits === undefined) return { address, bits: most };
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
    ? { address, bits: Number(bits) }
    : 'wrong';
}

/**
 * Parses an entry such as `lab.example`, `lab.example:8080`, `10.0.0.0/8`, `10.0.0.5:*` or
 * `[fd00::1]:8080`.
 * @returns null for any other text
 */
export function parseWebhookDestination(given: string): AllowedWebhookDestination | null {
  const text = given.trim().toLowerCase();
  // After an IPv6 address, a port is possible only if the address is in brackets.
  const [, bracketed, plain, asked] =
    (isIP(text.split('/')[0] ?? '') === 6
      ? [text, undefined, text, undefined]
      : /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}|\*))?$/.exec(text)) ?? [];
  const name = bracketed ?? plain;
  const port = portOf(asked);
  if (name === undefined || (typeof port === 'number' && (port < 1 || port > 65_535))) return null;
  const network = networkOf(name);
  if (network === 'wrong') return null;
  if (network) return { host: null, network, port };
  return bracketed === undefined && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)
    ? { host: name, network: null, port }
    : null;
}
