import { constants, createDecipheriv, privateDecrypt, type KeyObject } from 'node:crypto';
import { SamlError } from '../saml-error';
import { attributeOf, childrenOf, samlNamespaces } from '../xml';

/**
 * Encrypted bytes in XML. `method`: the element EncryptionMethod (XML Encryption 1.1, 3.2), which
 * names the algorithm; `value`: the encrypted bytes.
 */
export interface Ciphertext {
  method: Element;
  value: Buffer;
}

export const contentCiphers = {
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': { name: 'aes-256-gcm', keyBytes: 32 },
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': { name: 'aes-128-gcm', keyBytes: 16 },
} as const;
export const keyTransportAlgorithms = {
  older: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  newer: 'http://www.w3.org/2009/xmlenc11#rsa-oaep',
} as const;
export const oaepHashes = {
  sha1: {
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
    mask: 'http://www.w3.org/2009/xmlenc11#mgf1sha1',
  },
  sha256: {
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    mask: 'http://www.w3.org/2009/xmlenc11#mgf1sha256',
  },
} as const;
const nonceBytes = 12;
const tagBytes = 16;

const refused = (algorithm: string) => new SamlError('unknown_encryption', algorithm.slice(0, 300));
const algorithmOf = (element: Element) => attributeOf(element, 'Algorithm') ?? '';

/**
 * Returns the hash function of RSA-OAEP: SHA-1 or SHA-256. Refuses a key whose label and mask use
 * different hash functions, because Node supports only one function for both. Refuses a key with a
 * label, because no provider uses labels.
 * @throws SamlError unknown_encryption
 */
function oaepHash(method: Element): keyof typeof oaepHashes {
  const transport = algorithmOf(method);
  const inside = childrenOf(method);
  const [digest, ...digests] = inside.filter(
    (e) => e.namespaceURI === samlNamespaces.signature && e.localName === 'DigestMethod',
  );
  const [mask, ...masks] = inside.filter(
    (e) => e.namespaceURI === samlNamespaces.encryption11 && e.localName === 'MGF',
  );
  const read = [digest, mask].filter((e) => e !== undefined).length;
  const isKnown =
    transport === keyTransportAlgorithms.newer ||
    (transport === keyTransportAlgorithms.older && mask === undefined);
  if (!isKnown || digests.length > 0 || masks.length > 0 || inside.length > read)
    throw refused(transport);
  const of = {
    digest: digest ? algorithmOf(digest) : oaepHashes.sha1.digest,
    mask: mask ? algorithmOf(mask) : oaepHashes.sha1.mask,
  };
  for (const hash of ['sha1', 'sha256'] as const)
    if (oaepHashes[hash].digest === of.digest && oaepHashes[hash].mask === of.mask) return hash;
  throw refused(`${transport} ${of.digest} ${of.mask}`);
}

/**
 * Decrypts content whose key is encrypted as well: AES-GCM for the content, and RSA-OAEP for the
 * key. CBC and PKCS #1 v1.5 are refused: their decryption fails in different ways, from which an
 * attacker could learn the content. After the algorithms were checked, every failure gives the same
 * error.
 * @throws SamlError unknown_encryption, undecryptable_assertion
 */
export function decipher(key: Ciphertext, content: Ciphertext, privateKey: KeyObject): string {
  const hash = oaepHash(key.method);
  const algorithm = algorithmOf(content.method);
  const cipher = (contentCiphers as Partial<Record<string, { name: string; keyBytes: number }>>)[
    algorithm
  ];
  if (!cipher) throw refused(algorithm);
  try {
    const secret = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash },
      key.value,
    );
    const { value } = content;
    if (secret.length !== cipher.keyBytes || value.length <= nonceBytes + tagBytes)
      throw new Error('lengths');
    const open = createDecipheriv(
      cipher.name as 'aes-256-gcm',
      secret,
      value.subarray(0, nonceBytes),
      { authTagLength: tagBytes },
    ).setAuthTag(value.subarray(-tagBytes));
    const plain = Buffer.concat([open.update(value.subarray(nonceBytes, -tagBytes)), open.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new SamlError('undecryptable_assertion');
  }
}
