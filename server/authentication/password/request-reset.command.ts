import { authenticationRateLimits } from '../authentication.rate-limits';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockActiveAccountRow } from '../../access/accounts/accounts.store';
import { consumeMailQuota } from '../../accounts/outbound-mail-quota';
import { replaceResetCode } from './reset-codes.store';

/**
 * The minimum duration, in milliseconds, of the step that replaces the code. On an idle machine the
 * step itself takes less time, so it appears equally long for known and unknown addresses.
 */
const evenMs = 60;
/**
 * The minimum duration, in milliseconds, of counting the request against the rate limits. Counting
 * stops at the first limit that refuses the request. Without a minimum, the duration would reveal
 * which limit refused it.
 */
const evenCountingMs = 30;

export class RequestPasswordReset extends Command<void> {
  constructor(
    readonly email: string,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestPasswordReset)
export class RequestPasswordResetHandler implements ICommandHandler<RequestPasswordReset> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Mails a new reset code, which replaces the earlier one, unless the mail quota is exhausted. The
   * response reveals neither whether the address has an account, nor whether a limit was reached.
   */
  async execute({ email, ip, requestId }: RequestPasswordReset): Promise<void> {
    const [may] = await Promise.all([
      this.mayAsk(email, clientNetworkOf(ip)),
      sleep(evenCountingMs),
    ]);
    await Promise.all([sleep(evenMs), this.replaceCode(email, may, requestId)]);
  }

  /**
   * Counts the request, and returns whether it may cause a mail. If the network has reached its own
   * limit, the request does not count against the address.
   */
  private async mayAsk(email: string, network: string): Promise<boolean> {
    return (
      (await this.limit.isWithin(authenticationRateLimits.resetRequest, network)) &&
      consumeMailQuota(this.limit, 'reset', { email, network })
    );
  }

  private async replaceCode(email: string, may: boolean, requestId: string): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const accountId = await lockActiveAccountRow(tx, email);
        if (accountId === undefined) return;
        await tx.query('SAVEPOINT code');
        const { id } = await replaceResetCode(tx, this.secrets, accountId, this.clock.now());
        // The code is made whether or not a mail may be sent, so that both cases take equally long.
        // If no mail may be sent, the change is rolled back, and the code that was mailed last
        // stays valid.
        if (!may) await tx.query('ROLLBACK TO SAVEPOINT code');
        else tx.record('identity.reset-requested', { reset_id: id, account_id: accountId });
      },
      { requestId },
    );
  }
}
