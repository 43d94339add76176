import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/http/errors';
import { sha256 } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import {
  activateAccount,
  activeAccountOf,
  lockAccount,
} from '../../access/accounts/accounts.store';
import { lockEmail } from '../../accounts/email-lock';
import {
  accountOfVerification,
  deleteVerifications,
  emailOfVerification,
} from '../../accounts/verifications.store';
import { providersOf, unprovenIdentitiesOf } from '../../authentication/identities.store';
import { endOtherRegistrations } from './end-other-registrations';

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
        const email = await emailOfVerification(tx, keyHash);
        if (email === undefined) throw new DomainError('invalid_key');
        // From here on no other key of this address and no registration is under way; what was true
        // above may not be any more.
        await lockEmail(tx, email);
        const waitingId = await accountOfVerification(tx, keyHash, now);
        const account = waitingId === undefined ? undefined : await lockAccount(tx, waitingId);
        if (account?.status !== 'NEW' || (await activeAccountOf(tx, email)) !== undefined)
          throw new DomainError('invalid_key');
        if (!account.has_password && account.id !== callerId)
          throw new DomainError(
            'sign_in_first',
            {},
            { providers: await providersOf(tx, account.id) },
          );
        await this.activate(tx, account.id, email, now);
        return account.id;
      },
      { requestId },
    );
  }

  private async activate(tx: Transaction, id: string, email: string, now: Date): Promise<void> {
    await activateAccount(tx, { id, email }, now);
    await deleteVerifications(tx, id);
    await endOtherRegistrations(tx, { id, email });
    // What somebody else may have planted gets a mail of its own.
    for (const identityId of await unprovenIdentitiesOf(tx, id))
      tx.record('identity.identity-linked', { account_id: id, identity_id: identityId });
    tx.record('identity.account-activated', { account_id: id });
    await tx.audit('account-activated', { actor: id, subject: id }, now);
  }
}
