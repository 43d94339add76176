import { parse, stringify } from 'uuid';
import { areEqualBytes } from '../../platform/security/same-bytes';
import type { Secrets } from '../../platform/security/secrets';

const idBytes = 16;
const proofBytes = 16;
const purpose = 'classroom-invitation';

/**
 * Makes the code in the link of an invitation, in base64url. The code consists of the invitation's
 * id and a keyed hash of the id, so the table contains no secret. A repeated mail has the same code
 * as long as the version of the key does not change.
 */
export const invitationCodeOf = (secrets: Pick<Secrets, 'linkKey'>, id: string): string =>
  Buffer.concat([parse(id), proofOf(secrets.linkKey(purpose, id))]).toString('base64url');

/**
 * @returns the id of the invitation; null for a code that was made with none of the key versions in
 *   use
 */
export function readInvitationCode(
  secrets: Pick<Secrets, 'linkKeys'>,
  given: string,
): string | null {
  if (!/^[\w-]{43}$/.test(given)) return null;
  const bytes = Buffer.from(given, 'base64url');
  const [idPart, proof] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
  const id = idOf(idPart);
  if (id === null) return null;
  return secrets.linkKeys(purpose, id).some((key) => areEqualBytes(proof, proofOf(key)))
    ? id
    : null;
}

const proofOf = (key: string): Buffer => Buffer.from(key, 'base64url').subarray(0, proofBytes);

/** Null for bytes that are not a UUID (RFC 9562). */
function idOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
