import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, later, minutes } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { encryptProfile, decryptProfile } from './encrypted-profile';

/** Long enough to sign in with a password first, where the address has an account already. */
const tokenLasts = minutes(5);

/** Answers with a token of issuer `ssoready`. */
export class RedeemCode extends Command<string> {
  constructor(
    readonly code: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RedeemCode)
export class RedeemCodeHandler implements ICommandHandler<RedeemCode> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * A code works once, for a minute; of two at once, one gets the token.
   * @throws DomainError invalid_code
   */
  execute({ code, requestId }: RedeemCode): Promise<string> {
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        // The connection first, as whoever disables it does: neither waits for the other in turn.
        const [connection] = await tx.query<{ id: string }>(
          `SELECT c.id FROM identity.saml_connection c
           JOIN identity.saml_code s ON s.connection_id = c.id WHERE s.hash = $1
           AND c.enabled FOR KEY SHARE OF c`,
          [sha256(code)],
        );
        if (!connection) throw new DomainError('invalid_code');
        const [row] = await tx.query<{ person: Buffer }>(
          `DELETE FROM identity.saml_code WHERE hash = $1 AND expires_at > $2 RETURNING person`,
          [sha256(code), now],
        );
        if (!row) throw new DomainError('invalid_code');
        const { token, hash } = this.secrets.newToken();
        await tx.query(
          `INSERT INTO identity.sso_token (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, $4)`,
          [
            hash,
            connection.id,
            encryptProfile(token, decryptProfile(code, row.person)),
            later(now, tokenLasts),
          ],
        );
        return token;
      },
      { requestId },
    );
  }
}
