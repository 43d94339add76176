const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789';

/**
 * Makes a code of eight characters, A-Z and 2-9 (docs/api-conventions.md), from the first eight
 * bytes.
 */
export function encodeShortCode(bytes: Buffer): string {
  let n = bytes.readBigUInt64BE(0);
  let code = '';
  for (let i = 0; i < 8; i++) {
    code += alphabet[Number(n % 34n)];
    n /= 34n;
  }
  return code;
}
