import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import {
  activateAccount,
  activeAccountId,
  lockAccountRow,
  lockEmail,
  type SignInAccount,
} from '../../access/accounts/accounts.store';
import {
  accountOfVerification,
  markVerificationsUsed,
  emailOfVerification,
  registrationsOfBrowser,
} from '../../accounts/verifications.store';
import {
  completeSignIn,
  requireIssuedToken,
  type IssuedToken,
} from '../../authentication/complete-sign-in';
import { linkedProvidersOf, unverifiedIdentitiesOf } from '../../authentication/identities.store';
import { deleteOtherRegistrations } from './external-sign-in-steps';

/**
 * The result of an activation. `entered`: the token that signs the browser in, if this browser also
 * made the registration; otherwise null.
 */
export interface ActivationResult {
  account_id: string;
  entered: IssuedToken | null;
}

export class ActivateAccount extends Command<ActivationResult> {
  /**
   * @param callerId the account of the request's token, if any
   * @param browser the secret that the browser stored when it registered the account, and the name
   * of the device
   */
  constructor(
    readonly key: string,
    readonly callerId: string | null,
    readonly browser: { secret: string | undefined; device: string | null },
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ActivateAccount)
export class ActivateAccountHandler implements ICommandHandler<ActivateAccount> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Activates the account whose verification mail contained the key, and deletes the other
   * registrations of the address. A key works once, within 24 hours.
   * - The key proves that its holder reads the mails of the address; a server that scans mails has
   *   the key, too. The secret proves that this browser made the registration. A request with both
   *   signs the browser in.
   * - If key and secret belong to different registrations of the address, a stranger made one of
   *   the two registrations. The server cannot know which, so it activates neither
   *   (docs/decisions/accounts-and-registration.md).
   * - An account without a password was created by a sign-in with an external identity. The
   *   person with this identity may have entered a stranger's address. So the caller must also be
   *   signed in to the account. Even then, the identity stays unverified: an attacker may have
   *   signed this browser in to an account with the attacker's own identity.
   * @throws DomainError invalid_key; already_confirmed, if the key was used before and its 24 hours
   * are not over; sign_in_first and other_registration, after which the key stays valid
   */
  execute({ key, callerId, browser, requestId }: ActivateAccount): Promise<ActivationResult> {
    const keyHash = sha256(key);
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const email = await emailOfVerification(tx, keyHash);
        if (email === undefined) throw new DomainError('invalid_key');
        // Reads the registration again under the lock, because the values that were read above may
        // be out of date. From here on, no other activation or registration for this address can
        // run.
        await lockEmail(tx, email);
        const asked = await accountOfVerification(tx, keyHash, now);
        const account = asked && (await lockAccountRow(tx, asked.account_id));
        if (asked?.used && account?.status === 'ACTIVE') throw new DomainError('already_confirmed');
        if (account?.status !== 'NEW' || (await activeAccountId(tx, email)) !== undefined)
          throw new DomainError('invalid_key');
        const own =
          browser.secret === undefined
            ? []
            : await registrationsOfBrowser(tx, email, sha256(browser.secret), now);
        const isOwn = own.includes(account.id);
        if (own.length > 0 && !isOwn) throw new DomainError('other_registration');
        if (!account.has_password && account.id !== callerId)
          throw new DomainError(
            'sign_in_first',
            {},
            { providers: await linkedProvidersOf(tx, account.id) },
          );
        await this.activate(tx, account.id, email, now);
        const enters = isOwn && account.has_password && !account.disabled_at;
        return {
          account_id: account.id,
          entered: enters ? await this.enter(tx, account, browser.device, now) : null,
        };
      },
      { requestId },
    );
  }

  private async enter(
    tx: Transaction,
    account: SignInAccount,
    device: string | null,
    now: Date,
  ): Promise<IssuedToken> {
    const way = { method: 'verification' as const, remembered: false, device };
    return requireIssuedToken(await completeSignIn(tx, this.secrets, account, way, now));
  }

  private async activate(tx: Transaction, id: string, email: string, now: Date): Promise<void> {
    await activateAccount(tx, { id, email }, now);
    await markVerificationsUsed(tx, id);
    await deleteOtherRegistrations(tx, { id, email });
    // The holder gets a mail about each linked identity, since a stranger may have linked it.
    for (const identityId of await unverifiedIdentitiesOf(tx, id))
      tx.record('identity.identity-linked', { account_id: id, identity_id: identityId });
    tx.record('identity.account-activated', { account_id: id });
    await tx.audit('account-activated', { actor: id, subject: id }, now);
  }
}
