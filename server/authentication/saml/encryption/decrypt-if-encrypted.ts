import { getVerifiedXml } from '@node-saml/node-saml/lib/xml';
import { certificateAsPem } from '../connections/certificates.rule';
import type { SamlResponse } from '../unverified-response';
import { SamlError } from '../saml-error';
import { decryptResponse, findEncryptedAssertion } from './encrypted-response';
import type { EncryptionKey } from './encryption-key';

/**
 * Whether the signature of the complete response was made with the key of one of these
 * certificates.
 */
function isSignedBy({ encoded, root }: SamlResponse, certificates: readonly string[]): boolean {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  try {
    return getVerifiedXml(text, root, certificates.map(certificateAsPem)) !== null;
  } catch {
    return false;
  }
}

/**
 * Decrypts a response; returns a response without encryption unchanged. A signature of the complete
 * response covers the encrypted form, and does not fit the decrypted form. So this function
 * verifies the signature before it decrypts the response. The decrypted response does not contain
 * the signature.
 * @throws SamlError
 */
export async function decryptIfEncrypted(
  given: SamlResponse,
  certificates: readonly string[],
  key: EncryptionKey,
): Promise<SamlResponse> {
  const encrypted = findEncryptedAssertion(given);
  if (!encrypted) return given;
  if (encrypted.isSigned && !isSignedBy(given, certificates))
    throw new SamlError('wrong_signature');
  return decryptResponse(encrypted, (await key.get()).privateKey);
}
