import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/clock';
import { DomainError } from '../platform/errors';
import { sha256 } from '../platform/secrets';
import { UnitOfWork } from '../platform/unit-of-work';
import { lockAddress } from './address-lock';
import { endOtherRegistrations } from './end-other-registrations';

/** Answers with the id of the account. */
export class Activate extends Command<string> {
  constructor(readonly key: string, readonly requestId: string) {
    super();
  }
}

@CommandHandler(Activate)
export class ActivateHandler implements ICommandHandler<Activate> {
  constructor(private readonly work: UnitOfWork, private readonly clock: Clock) {}

  /**
   * Whoever reads the mails of an address decides which of its registrations counts: the one whose key is used becomes
   * ACTIVE, the others vanish. A key works once, for 24 hours. An identity that came with the registration stays unproven: reading the
   * mail shows that somebody pressed the button, not whose identity it is.
   * @throws DomainError invalid_key
   */
  execute({ key, requestId }: Activate): Promise<string> {
    const keyHash = sha256(key);
    return this.work.run(async (tx) => {
      const now = this.clock.now();
      const [asked] = await tx.query<{ email: string }>(
        `SELECT a.email FROM identity.verification v JOIN identity.account a ON a.id = v.account_id WHERE v.key_hash = $1`, [keyHash]);
      if (!asked) throw new DomainError('invalid_key');
      // From here on no other key of this address and no registration is under way; what was true above may not be any more.
      await lockAddress(tx, asked.email);
      const [account] = await tx.query<{ id: string }>(
        `UPDATE identity.account a SET status = 'ACTIVE', updated_at = $3
         FROM identity.verification v
         WHERE v.key_hash = $1 AND v.expires_at > $3 AND a.id = v.account_id AND a.status = 'NEW'
           AND NOT EXISTS (SELECT 1 FROM identity.account other WHERE other.email = $2 AND other.status = 'ACTIVE')
         RETURNING a.id`,
        [keyHash, asked.email, now],
      );
      if (!account) throw new DomainError('invalid_key');
      await tx.query(`DELETE FROM identity.verification WHERE account_id = $1`, [account.id]);
      await endOtherRegistrations(tx, { id: account.id, email: asked.email });
      // What somebody else may have planted gets a mail of its own.
      const unproven = await tx.query<{ id: string }>(`SELECT id FROM identity.identity WHERE account_id = $1 AND unproven`, [account.id]);
      for (const { id } of unproven) tx.record('identity.identity-linked', { account_id: account.id, identity_id: id });
      tx.record('identity.account-activated', { account_id: account.id });
      await tx.audit('account-activated', { actor: account.id, subject: account.id }, now);
      return account.id;
    }, { requestId });
  }
}
