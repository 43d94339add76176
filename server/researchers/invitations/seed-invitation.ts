import { timeOrderedId } from '../../platform/db/ids';
import type { Secrets } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';
import { codeOfBytes, invitationHash } from './invitation-code';

/**
 * The demo's invitation. Its code is derived from the server's secret, so that every start can
 * print the same code although only the hash is stored.
 */
export async function seedInvitation(tx: Transaction, secrets: Secrets): Promise<string> {
  const code = codeOfBytes(secrets.mac('invitation', 'demo'));
  await tx.query(
    `INSERT INTO identity.invitation (id, code_hash, max_uses, expires_at, created_by)
     VALUES ($1, $2, NULL, NULL, NULL) ON CONFLICT (code_hash) DO NOTHING`,
    [timeOrderedId(), invitationHash(secrets, code)],
  );
  return code;
}
