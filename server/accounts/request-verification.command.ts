import { accountsRateLimits } from './accounts.rate-limits';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { Clock } from '../platform/concurrency/clock';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { DomainError } from '../platform/errors/errors';
import { clientNetworkOf, RateLimit } from '../platform/security/rate-limit';
import { Secrets } from '../platform/security/secrets';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { consumeMailQuota } from './outbound-mail-quota';
import { createVerification } from './verifications.store';

export class RequestVerification extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestVerification)
export class RequestVerificationHandler implements ICommandHandler<RequestVerification> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends another verification mail with a new key. Earlier keys stay valid for their 24 hours. For
   * an ACTIVE account nothing happens.
   */
  async execute({ accountId, ip, requestId }: RequestVerification): Promise<void> {
    await this.limit.consume(accountsRateLimits.verificationMail, accountId);
    const [asking]: { email: string; status: string }[] = await this.source.query(
      `SELECT email, status FROM identity.person WHERE id = $1`,
      [accountId],
    );
    const may =
      asking?.status === 'NEW' &&
      (await consumeMailQuota(this.limit, 'verification', {
        email: asking.email,
        network: clientNetworkOf(ip),
      }));
    await this.unitOfWork.run(
      async (tx) => {
        const account = await lockAccountRow(tx, accountId, 'share');
        if (!account) throw new DomainError('unauthenticated');
        if (account.status !== 'NEW') return;
        await createVerification(tx, this.secrets, accountId, this.clock.now());
        if (may) tx.record('identity.verification-requested', { account_id: accountId });
      },
      { requestId },
    );
  }
}
