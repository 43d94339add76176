import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/**
 * The DER prefixes that precede the 32 bytes of a private and of a public key (RFC 8410, 10.3 and
 * 10.1).
 */
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicHead = Buffer.from('302a300506032b6570032100', 'hex');

const privateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privateHead, seed]), format: 'der', type: 'pkcs8' });

/**
 * Signs the UTF-8 bytes of a text with Ed25519 (RFC 8032).
 * @param seed the private key, 32 bytes
 * @returns the signature, 64 bytes
 */
export const signWithEd25519 = (seed: Buffer, text: string): Buffer =>
  sign(null, Buffer.from(text), privateKey(seed));

/** Computes the public key, 32 bytes, of a private key (seed). */
export const publicKeyOfSeed = (seed: Buffer): Buffer =>
  createPublicKey(privateKey(seed))
    .export({ format: 'der', type: 'spki' })
    .subarray(publicHead.length);

/** Whether the signature of the text was made with the private key of this public key. */
export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const key = createPublicKey({
    key: Buffer.concat([publicHead, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, signature);
}
