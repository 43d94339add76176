import {
  constants,
  createCipheriv,
  publicEncrypt,
  randomBytes,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';

const xenc = 'http://www.w3.org/2001/04/xmlenc#';
const xenc11 = 'http://www.w3.org/2009/xmlenc11#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const ciphers = {
  'aes-128-gcm': { key: 16, nonce: 12, algorithm: `${xenc11}aes128-gcm` },
  'aes-256-gcm': { key: 32, nonce: 12, algorithm: `${xenc11}aes256-gcm` },
  'aes-256-cbc': { key: 32, nonce: 16, algorithm: `${xenc}aes256-cbc` },
} as const;
const methods = {
  'rsa-1_5': `<xenc:EncryptionMethod Algorithm="${xenc}rsa-1_5"/>`,
  sha1: `<xenc:EncryptionMethod Algorithm="${xenc}rsa-oaep-mgf1p"/>`,
  sha256:
    `<xenc:EncryptionMethod Algorithm="${xenc11}rsa-oaep">` +
    `<ds:DigestMethod xmlns:ds="${dsig}" Algorithm="${xenc}sha256"/>` +
    `<xenc11:MGF xmlns:xenc11="${xenc11}" Algorithm="${xenc11}mgf1sha256"/></xenc:EncryptionMethod>`,
  mixed:
    `<xenc:EncryptionMethod Algorithm="${xenc11}rsa-oaep">` +
    `<ds:DigestMethod xmlns:ds="${dsig}" Algorithm="${xenc}sha256"/></xenc:EncryptionMethod>`,
} as const;

export interface EncryptionOptions {
  cipher?: keyof typeof ciphers;
  transport?: keyof typeof methods;
  /** Puts the encrypted key beside the encrypted data instead of within it. */
  beside?: boolean;
  /** Changes the ciphertext, to test that it is refused. */
  spoil?: (value: Buffer) => Buffer;
}

/** Reads the public key for encryption from a service provider's metadata. */
export const encryptionKeyIn = (metadata: string): KeyObject => {
  const [, certificate = ''] =
    /use="encryption".*?<ds:X509Certificate>([^<]+)</s.exec(metadata) ?? [];
  return new X509Certificate(Buffer.from(certificate, 'base64')).publicKey;
};

/**
 * Encrypts an element as an identity provider does (XML Encryption 1.1), also with methods that no
 * honest provider would choose.
 */
export function encryptedElement(
  plain: string,
  publicKey: KeyObject,
  {
    cipher = 'aes-128-gcm',
    transport = 'sha1',
    beside = false,
    spoil = (value) => value,
  }: EncryptionOptions = {},
): string {
  const { key: keyBytes, nonce: nonceBytes, algorithm } = ciphers[cipher];
  const [secret, nonce] = [randomBytes(keyBytes), randomBytes(nonceBytes)];
  const sealing = createCipheriv(cipher as 'aes-128-gcm', secret, nonce);
  const body = Buffer.concat([nonce, sealing.update(plain), sealing.final()]);
  const value = spoil(cipher.endsWith('gcm') ? Buffer.concat([body, sealing.getAuthTag()]) : body);
  const wrapped = publicEncrypt(
    transport === 'rsa-1_5'
      ? { key: publicKey, padding: constants.RSA_PKCS1_PADDING }
      : {
          key: publicKey,
          padding: constants.RSA_PKCS1_OAEP_PADDING,
          oaepHash: transport === 'sha1' ? 'sha1' : 'sha256',
        },
    secret,
  );
  const cipherData = (data: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${data.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const key = `<xenc:EncryptedKey xmlns:xenc="${xenc}">${methods[transport]}${cipherData(wrapped)}</xenc:EncryptedKey>`;
  const info = `<ds:KeyInfo xmlns:ds="${dsig}">${beside ? '' : key}</ds:KeyInfo>`;
  return (
    `<xenc:EncryptedData xmlns:xenc="${xenc}" Type="${xenc}Element">` +
    `<xenc:EncryptionMethod Algorithm="${algorithm}"/>${info}${cipherData(value)}` +
    `</xenc:EncryptedData>${beside ? key : ''}`
  );
}
export const encryptedAssertion = (...of: Parameters<typeof encryptedElement>): string =>
  `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">` +
  `${encryptedElement(...of)}</saml:EncryptedAssertion>`;
