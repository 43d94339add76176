import { hkdfSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { authenticationLimits } from '../../../contracts/authentication/limits';
import { Clock, later, minutes } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { openUnder, sealUnder } from '../../platform/security/sealing';
import { Secrets, sha256 } from '../../platform/security/secrets';
import type { VerifiedPerson } from '../resolve-external-identity';

/** Long enough to sign in with a password first, where the address has an account already. */
const tokenLasts = minutes(5);

const table = 'identity.sso_token';
const keyOf = (token: string) =>
  Buffer.from(hkdfSync('sha256', token, 'commonlab', 'sso-person', 32));

/**
 * Encrypts a profile under the token that will redeem it. The tables contain only hashes of code and token, so
 * neither they nor a backup of them reveal the name or the address.
 */
export const sealProfile = (token: string, person: VerifiedPerson): Buffer =>
  sealUnder(keyOf(token), table, JSON.stringify(person));

/**
 * @returns undefined for a row that was not encrypted under this token, such as rows that an older version left
 * behind when the server was updated (docs/decisions/saml.md)
 */
function openProfile(token: string, sealed: Buffer): VerifiedPerson | undefined {
  let text: string;
  try {
    text = openUnder(keyOf(token), table, sealed).toString('utf8');
  } catch {
    return undefined;
  }
  const person = JSON.parse(text) as Omit<VerifiedPerson, 'proved_at'> & {
    proved_at?: string | null;
  };
  return { ...person, proved_at: person.proved_at ? new Date(person.proved_at) : null };
}

/**
 * The codes of finished sign-ons, and the tokens of issuer `ssoready` that they are exchanged for
 * (docs/specification.md 7). The token is derived from the code and the server's secret: the profile is encrypted
 * once, under the token, and a code that leaks after its use is worthless.
 */
@Injectable()
export class SsoTokens {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** @returns a code that works once, for a minute */
  async issueCode(tx: Transaction, connectionId: string, person: VerifiedPerson): Promise<string> {
    const { token: code, hash } = this.secrets.newToken();
    await tx.query(
      `INSERT INTO identity.saml_code (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, $4)`,
      [
        hash,
        connectionId,
        sealProfile(this.tokenOf(code), person),
        later(this.clock.now(), authenticationLimits.samlCodeSeconds * 1_000),
      ],
    );
    return code;
  }

  /**
   * Exchanges a code for its token. If two exchanges run at the same time, one gets the token.
   * @returns undefined for an unknown, used or expired code, for one whose profile cannot be opened,
   * and once its connection is disabled
   */
  async redeem(tx: Transaction, code: string): Promise<string | undefined> {
    const now = this.clock.now();
    // Locks the connection first, in the order of the commands that disable it: no deadlock.
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
      [sha256(token), connection.id, row.person, later(now, tokenLasts)],
    );
    return token;
  }

  /**
   * Redeems a token within the caller's transaction: if that is rolled back (for example because the person must
   * first prove their account), the token still works.
   * @returns undefined for an unknown, used or expired token, for one whose profile cannot be opened, and once its
   * connection is disabled or changed
   */
  async take(tx: Transaction, token: string): Promise<VerifiedPerson | undefined> {
    // Locks the connection first and until the end: a command that disables it waits, and then also revokes the
    // sign-in that this token led to.
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
