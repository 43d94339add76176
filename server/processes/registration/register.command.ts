import { accountsRateLimits } from '../../accounts/accounts.rate-limits';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { SignUp, User } from '../../../contracts/accounts/accounts';
import type { Language } from '../../../contracts/base/languages';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { timeOrderedId } from '../../platform/db/ids';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets, sha256 } from '../../platform/security/secrets';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { recordTermsAcceptance } from '../../operator/terms.store';
import { redeemInvitation } from '../../researchers/invitations/invitation-code';
import { activeAccountId, insertAccount, lockEmail } from '../../access/accounts/accounts.store';
import { consumeMailQuota } from '../../accounts/outbound-mail-quota';
import { createVerification } from '../../accounts/verifications.store';
import { Passwords } from '../../authentication/password/passwords';

type Registration = z.output<typeof SignUp>;

export class Register extends Command<User> {
  constructor(
    readonly registration: Registration,
    readonly language: Language,
    readonly ip: string,
    readonly requestId: string,
    readonly hasLeft?: () => boolean,
  ) {
    super();
  }
}

@CommandHandler(Register)
export class RegisterHandler implements ICommandHandler<Register> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a NEW account and requests its verification mail. If the address already has an ACTIVE
   * account, the response does not reveal that: the server does the same work, and rolls it back.
   * The owner of the ACTIVE account then gets another mail (docs/specification.md).
   * @throws DomainError invalid_invitation, too_many_requests, validation_failed (terms_version)
   */
  async execute({ registration, language, ip, requestId, hasLeft }: Register): Promise<User> {
    const network = clientNetworkOf(ip);
    await this.limit.consume(accountsRateLimits.registration, network);
    const passwordHash = await this.passwords.hash(
      { network, account: null, ...(hasLeft && { hasLeft }) },
      registration.password,
    );
    const may = await consumeMailQuota(this.limit, 'registration', {
      email: registration.email,
      network,
    });
    return this.unitOfWork.run(
      async (tx) => {
        const { email } = registration;
        await lockEmail(tx, email);
        const knownId = await activeAccountId(tx, email);
        await tx.query('SAVEPOINT registration');
        const user = await this.add(
          tx,
          registration,
          registration.language ?? language,
          passwordHash,
        );
        if (knownId !== undefined) {
          await tx.query('ROLLBACK TO SAVEPOINT registration');
          if (may) tx.record('identity.known-address-registered', { account_id: knownId });
        } else if (may) tx.record('identity.verification-requested', { account_id: user._id });
        return user;
      },
      { requestId },
    );
  }

  private async add(
    tx: Transaction,
    registration: Registration,
    language: Language,
    passwordHash: string,
  ): Promise<User> {
    const {
      email,
      first_name,
      last_name,
      is_researcher,
      invitation_code,
      browser_secret,
      terms_version,
      zone = null,
      region = null,
    } = registration;
    const now = this.clock.now();
    if (is_researcher && !(await redeemInvitation(tx, this.secrets, invitation_code ?? '', now)))
      throw new DomainError('invalid_invitation');
    const id = timeOrderedId();
    await insertAccount(
      tx,
      {
        id,
        email,
        first_name,
        last_name,
        password_hash: passwordHash,
        is_researcher,
        status: 'NEW',
        language,
        zone,
        region,
      },
      now,
    );
    const browser = browser_secret === undefined ? null : sha256(browser_secret);
    await createVerification(tx, this.secrets, id, now, browser);
    if (terms_version !== undefined)
      await recordTermsAcceptance(
        tx,
        { accountId: id, version: terms_version, field: 'terms_version' },
        now,
      );
    await tx.audit(
      'account-registered',
      { actor: id, subject: id, details: { method: 'password', is_researcher } },
      now,
    );
    return {
      _id: id,
      first_name,
      last_name,
      email,
      role: null,
      is_researcher,
      builds: false,
      organization: null,
      organization_ror_id: null,
      interests: null,
      researcher_privilege: null,
      status: 'NEW',
      language,
      zone,
      region,
      deletion_at: null,
      identities: [],
      created_at: now.toISOString(),
    };
  }
}
