/**
 * Host names that resolve to the local computer or network everywhere (RFC 6761, RFC 6762, RFC 8375, and `internal`,
 * which ICANN has reserved).
 */
const inner = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/** Whether an IPv4 address is not globally reachable (RFC 6890), by its first two numbers. */
const isInner4 = (a: number, b: number): boolean =>
  a === 0 ||
  a === 10 ||
  a === 127 ||
  (a === 100 && b >= 64 && b < 128) ||
  (a === 169 && b === 254) ||
  (a === 172 && b >= 16 && b < 32) ||
  (a === 192 && b === 168);

/** IPv6 addresses that are unspecified, loopback, unique local or link-local. */
const inner6 = /^(::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;
/** An IPv4 address within an IPv6 address, as browsers write it: `::ffff:7f00:1`. */
const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):[0-9a-f]{1,4}$/;

/**
 * Whether a host is the requesting computer itself or in its local network. For a request of a
 * participant's browser, that is the participant's network.
 * @param host as URL writes it: `127.0.0.1` for `0x7f.1`, IPv6 in brackets
 */
export function isLocalNetworkHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  if (name.startsWith('[')) {
    const address = name.slice(1, -1);
    const four = Number.parseInt(mapped.exec(address)?.[1] ?? '', 16);
    return inner6.test(address) || (four >= 0 && isInner4(four >> 8, four & 255));
  }
  const [, a, b] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(name) ?? [];
  if (a !== undefined) return isInner4(Number(a), Number(b));
  return !name.includes('.') || inner.test(name);
}
