import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/http/errors';
import { sha256 } from '../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { lockEmail } from './email-lock';
import { endOtherRegistrations } from './end-other-registrations';

interface Waiting {
  id: string;
  has_password: boolean;
}

/** Answers with the id of the account. */
export class Activate extends Command<string> {
  /** @param callerId the account whose token came along, if any */
  constructor(
    readonly key: string,
    readonly callerId: string | null,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(Activate)
export class ActivateHandler implements ICommandHandler<Activate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Whoever reads the mails of an address decides which of its registrations counts: the one whose
   * key is used becomes ACTIVE, the others vanish. A key works once, for 24 hours. An account
   * without a password was made by an identity, perhaps a stranger's who named this address:
   * reading the mail does not show whose identity it is, so its own sign-in has to come along. That
   * may still be somebody else's browser, so the identity stays unproven.
   * @throws DomainError invalid_key; sign_in_first, and the key stays good
   */
  execute({ key, callerId, requestId }: Activate): Promise<string> {
    const keyHash = sha256(key);
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const [asked] = await tx.query<{ email: string }>(
          `SELECT a.email FROM identity.verification v JOIN identity.account a ON a.id = v.account_id WHERE v.key_hash = $1`,
          [keyHash],
        );
        if (!asked) throw new DomainError('invalid_key');
        // From here on no other key of this address and no registration is under way; what was true
        // above may not be any more.
        await lockEmail(tx, asked.email);
        const [account] = await tx.query<Waiting>(
          `SELECT a.id, a.password_hash IS NOT NULL AS has_password FROM identity.verification v
           JOIN identity.account a ON a.id = v.account_id
         WHERE v.key_hash = $1 AND v.expires_at > $3 AND a.status = 'NEW'
           AND NOT EXISTS (SELECT 1 FROM identity.account other WHERE other.email = $2 AND other.status = 'ACTIVE')
         FOR NO KEY UPDATE OF a`,
          [keyHash, asked.email, now],
        );
        if (!account) throw new DomainError('invalid_key');
        if (!account.has_password && account.id !== callerId)
          throw new DomainError(
            'sign_in_first',
            {},
            { providers: await this.providersOf(tx, account.id) },
          );
        await this.activate(tx, account.id, asked.email, now);
        return account.id;
      },
      { requestId },
    );
  }

  private async activate(tx: Transaction, id: string, email: string, now: Date): Promise<void> {
    await tx.query(`UPDATE identity.account SET status = 'ACTIVE', updated_at = $2 WHERE id = $1`, [
      id,
      now,
    ]);
    await tx.query(`DELETE FROM identity.verification WHERE account_id = $1`, [id]);
    await endOtherRegistrations(tx, { id, email });
    // What somebody else may have planted gets a mail of its own.
    const unproven = await tx.query<{ id: string }>(
      `SELECT id FROM identity.identity WHERE account_id = $1 AND unproven`,
      [id],
    );
    for (const identity of unproven)
      tx.record('identity.identity-linked', { account_id: id, identity_id: identity.id });
    tx.record('identity.account-activated', { account_id: id });
    await tx.audit('account-activated', { actor: id, subject: id }, now);
  }

  private async providersOf(tx: Transaction, accountId: string): Promise<string[]> {
    const rows = await tx.query<{ provider: string }>(
      `SELECT provider FROM identity.identity WHERE account_id = $1 ORDER BY created_at, id`,
      [accountId],
    );
    return rows.map(({ provider }) => provider);
  }
}
