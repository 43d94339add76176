import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { decryptWithKey, encryptWithKey } from '../../platform/security/sealing';
import { Secrets, sha256 } from '../../platform/security/secrets';
import type { VerifiedPerson } from '../resolve-external-identity';

/**
 * How long a token is valid. If an account already has the person's email address, the person must
 * first sign in to that account with its password. The token is valid long enough for that.
 */
const tokenLasts = minutes(5);

const table = 'identity.sso_token';
const keyOf = (token: string) =>
  Buffer.from(hkdfSync('sha256', token, 'commonlab', 'sso-person', 32));

/**
 * Encrypts a person's profile under the token that will redeem it. The tables contain only hashes
 * of the code and of the token, so neither the tables nor a backup of them reveal the name or the
 * address.
 */
export const encryptProfile = (token: string, person: VerifiedPerson): Buffer =>
  encryptWithKey(keyOf(token), table, JSON.stringify(person));

/**
 * Decrypts a profile.
 * @returns undefined if the row was not encrypted under this token, such as rows of an older
 * version of the server (docs/decisions/saml.md)
 */
function openProfile(token: string, sealed: Buffer): VerifiedPerson | undefined {
  let text: string;
  try {
    text = decryptWithKey(keyOf(token), table, sealed).toString('utf8');
  } catch {
    return undefined;
  }
  const person = JSON.parse(text) as Omit<VerifiedPerson, 'proved_at'> & {
    proved_at?: string | null;
  };
  return { ...person, proved_at: person.proved_at ? new Date(person.proved_at) : null };
}

/**
 * The codes of finished sign-ons, and the tokens of the issuer `ssoready` for which the codes are
 * exchanged (docs/specification.md, 7). A token is derived from its code and the server's secret,
 * so the profile can be encrypted under the token when the code is issued. A code that leaks after
 * its use is worthless.
 */
@Injectable()
export class SsoTokens {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @returns a code that works once, within a minute */
  async issueCode(tx: Transaction, connectionId: string, person: VerifiedPerson): Promise<string> {
    const { token: code, hash } = this.secrets.newToken();
    await tx.query(
      `INSERT INTO identity.saml_code (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, $4)`,
      [
        hash,
        connectionId,
        encryptProfile(this.tokenOf(code), person),
        addMilliseconds(this.clock.now(), authenticationLimits.samlCodeSeconds * 1_000),
      ],
    );
    return code;
  }

  /**
   * Exchanges a code for its token. If two exchanges run at the same time, only one gets the token.
   * @returns undefined for an unknown, used or expired code, for a code whose profile cannot be
   * decrypted, and if the connection is disabled
   */
  async redeem(tx: Transaction, code: string): Promise<string | undefined> {
    const now = this.clock.now();
    // Locks the connection first, in the same order as the commands that disable it, so that the
    // two cannot deadlock.
    const [connection] = await tx.query<{ id: string }>(
      `SELECT c.id FROM identity.saml_connection c
       JOIN identity.saml_code s ON s.connection_id = c.id WHERE s.hash = $1
       AND c.enabled FOR KEY SHARE OF c`,
      [sha256(code)],
    );
    if (!connection) return undefined;
    const [row] = await tx.query<{ person: Buffer }>(
      `DELETE FROM identity.saml_code WHERE hash = $1 AND expires_at > $2 RETURNING person`,
      [sha256(code), now],
    );
    const token = this.tokenOf(code);
    if (!row || !openProfile(token, row.person)) return undefined;
    await tx.query(
      `INSERT INTO identity.sso_token (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, $4)`,
      [sha256(token), connection.id, row.person, addMilliseconds(now, tokenLasts)],
    );
    return token;
  }

  /**
   * Redeems a token in the caller's transaction. If that transaction is rolled back, the token
   * still works. This happens, for example, if the person must first sign in to an existing
   * account.
   * @returns undefined if the token is unknown, used or expired, if its profile cannot be
   *   decrypted, or if the connection was disabled or changed
   */
  async take(tx: Transaction, token: string): Promise<VerifiedPerson | undefined> {
    // Locks the connection first and until the transaction ends. A command that disables the
    // connection waits, and then also revokes the sign-in that this token led to.
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
    return row && openProfile(token, row.person);
  }

  private tokenOf(code: string): string {
    return this.secrets.mac('sso-token', code).toString('base64url');
  }
}
