import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/concurrency/clock';
import { sha256 } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { VerifiedPerson } from '../resolve-external-identity';
import { decryptProfile } from './encrypted-profile';

/**
 * The tokens of issuer `ssoready` (SPEC 7): who an organization's sign-on vouched for, some minutes
 * ago.
 */
@Injectable()
export class SsoTokens {
  constructor(private readonly clock: Clock) {}

  /**
   * Uses a token up, within the caller's transaction: where that is rolled back (an account has to
   * be proven first, say), the token still works.
   * @returns undefined for an unknown, used or expired token, and once its connection is disabled
   * or changed.
   */
  async take(tx: Transaction, token: string): Promise<VerifiedPerson | undefined> {
    // The connection first and until the end: whoever disables it meanwhile waits, and then finds
    // the sign-in that came of this.
    const [connection] = await tx.query(
      `SELECT c.id FROM identity.saml_connection c
       JOIN identity.sso_token t ON t.connection_id = c.id WHERE t.hash = $1
       AND c.enabled FOR KEY SHARE OF c`,
      [sha256(token)],
    );
    if (!connection) return undefined;
    const [row] = await tx.query<{ person: Buffer }>(
      `DELETE FROM identity.sso_token WHERE hash = $1 AND expires_at > $2 RETURNING person`,
      [sha256(token), this.clock.now()],
    );
    return row && decryptProfile(token, row.person);
  }
}
