import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM. The value can be decrypted only for the same `row`.
 * @returns nonce, ciphertext and tag
 */
export function encryptWithKey(key: Buffer, row: string, plain: string | Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts what `encryptWithKey` returned.
 * @throws Error if the value was encrypted under another key or for another row, or was changed
 */
export function decryptWithKey(key: Buffer, row: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(row))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

export const encryptedValuePrefix = (version: number): string => `v${version}:`;
