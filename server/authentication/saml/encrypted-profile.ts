import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { VerifiedPerson } from '../resolve-external-identity';

const keyOf = (token: string) =>
  Buffer.from(hkdfSync('sha256', token, 'commonlab', 'sso-person', 32));

/**
 * A name and an address that wait in a table for a minute or five, encrypted (AES-256-GCM) under
 * the very token that asks for them. The table has only the token's hash, so neither it, nor a
 * backup of it, nor what the purge has not reached yet says who it was.
 */
export function encryptProfile(token: string, person: VerifiedPerson): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv);
  const hidden = Buffer.concat([cipher.update(JSON.stringify(person), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]);
}

/** @throws Error for a row that this token did not seal. */
export function decryptProfile(token: string, sealed: Buffer): VerifiedPerson {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), sealed.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAuthTag(sealed.subarray(12, 28));
  const person = JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'),
  ) as Omit<VerifiedPerson, 'proved_at'> & { proved_at?: string | null };
  return { ...person, proved_at: person.proved_at ? new Date(person.proved_at) : null };
}
