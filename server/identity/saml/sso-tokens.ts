import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { sha256 } from '../../platform/secrets';
import type { Transaction } from '../../platform/unit-of-work';
import type { ProvenPerson } from '../recognise-identity';
import { unseal } from './sealed-person';

/** The tokens of issuer `ssoready` (SPEC 7): who an organization's sign-on vouched for, some minutes ago. */
@Injectable()
export class SsoTokens {
  constructor(private readonly clock: Clock) {}

  /**
   * Uses a token up, within the caller's transaction: where that is rolled back (an account has to be proven first, say), the token still works.
   * @returns undefined for an unknown, used or expired token, and once its connection is disabled or changed.
   */
  async take(tx: Transaction, token: string): Promise<ProvenPerson | undefined> {
    const [row] = await tx.query<{ person: Buffer }>(
      `DELETE FROM identity.sso_token t USING identity.saml_connection c
       WHERE t.hash = $1 AND t.expires_at > $2 AND c.id = t.connection_id AND c.enabled RETURNING t.person`,
      [sha256(token), this.clock.now()],
    );
    return row && unseal(token, row.person);
  }
}
