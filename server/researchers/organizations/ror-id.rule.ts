const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Whether the last two digits of an identifier of the Research Organization Registry are the right
 * checksum. The six characters before these digits encode a number (Crockford's base 32). The
 * registry computes the checksum of this number by ISO 7064 MOD 97-10.
 */
export function hasRorChecksum(rorId: string): boolean {
  const [, digits, check] =
    /^https:\/\/ror\.org\/0([0-9a-hj-km-np-tv-z]{6})([0-9]{2})$/.exec(rorId) ?? [];
  if (digits === undefined || check === undefined) return false;
  const number = [...digits].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0);
  return 98 - ((number * 100) % 97) === Number(check);
}
