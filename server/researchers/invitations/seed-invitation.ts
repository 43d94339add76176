import { timeOrderedId } from '../../platform/db/ids';
import type { Secrets } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';
import { invitationCodeFromBytes, invitationHash } from './invitation-code';

const codeOf = (secrets: Secrets): string =>
  invitationCodeFromBytes(secrets.mac('invitation', 'demo'));

/**
 * Whether the demo's invitation exists. The seed creates it last. If it exists, the demo is
 * complete, and the seed creates nothing again: what visitors changed or deleted stays so.
 */
export async function isInvitationSeeded(tx: Transaction, secrets: Secrets): Promise<boolean> {
  const found = await tx.query(`SELECT 1 FROM identity.invitation WHERE code_hash = $1`, [
    invitationHash(secrets, codeOf(secrets)),
  ]);
  return found.length > 0;
}

/**
 * Creates the demo's invitation. Its code is derived from the server's secret, so that every start
 * can print the same code although only the hash is stored.
 */
export async function seedInvitation(tx: Transaction, secrets: Secrets): Promise<string> {
  const code = codeOf(secrets);
  await tx.query(
    `INSERT INTO identity.invitation (id, code_hash, max_uses, expires_at, created_by)
     VALUES ($1, $2, NULL, NULL, NULL) ON CONFLICT (code_hash) DO NOTHING`,
    [timeOrderedId(), invitationHash(secrets, code)],
  );
  return code;
}
