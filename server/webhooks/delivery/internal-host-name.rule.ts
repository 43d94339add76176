/**
 * Matches host names that everywhere mean this computer or its own network (RFC 6761, RFC 6762, RFC
 * 8375, and `internal`, which ICANN has reserved). `isInternalHostName` also refuses names without
 * a dot, which do not exist in the public DNS.
 */
const inner = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

export function isInternalHostName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || inner.test(name);
}
