import { isSignedBy, publicKeyOfSeed, signWithEd25519 } from './ed25519';

/** RFC 8032, 7.1, TEST 2: the signed message is the byte 0x72. */
const seed = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex');
const publicKey = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c';
const signature =
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
  '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';

describe('An Ed25519 key from a derived seed', () => {
  it('gives the public key and the signature of the example in RFC 8032', () => {
    expect(publicKeyOfSeed(seed).toString('hex')).toBe(publicKey);
    expect(signWithEd25519(seed, 'r').toString('hex')).toBe(signature);
  });

  it('verifies the text that was signed, under its own key, and nothing else', () => {
    const signed = Buffer.from(signature, 'hex');
    const key = publicKeyOfSeed(seed);
    expect(isSignedBy(key, 'r', signed)).toBe(true);
    expect(isSignedBy(key, 's', signed)).toBe(false);
    expect(isSignedBy(publicKeyOfSeed(Buffer.alloc(32, 1)), 'r', signed)).toBe(false);
    expect(isSignedBy(key, 'r', signed.subarray(1))).toBe(false);
  });
});
