import { authenticationRateLimits } from '../authentication.rate-limits';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../../platform/concurrency/clock';
import { networkOf, RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockActiveAccountOf } from '../../access/accounts/accounts.store';
import { consumeMailQuota } from '../../accounts/outbound-mail-quota';
import { replaceResetCode } from './reset-codes.store';

/**
 * The even response time, longer than the work takes on an idle machine, so that known and unknown addresses take
 * equally long.
 */
const evenMs = 60;
/**
 * Makes all answers take equally long, whichever counter refuses first: after the first refusal, the other counters
 * are not read.
 */
const evenCountingMs = 30;

export class RequestReset extends Command<void> {
  constructor(
    readonly email: string,
    readonly ip: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestReset)
export class RequestResetHandler implements ICommandHandler<RequestReset> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * A new code replaces the earlier one, unless the mail quota is exhausted. The response reveals
   * neither whether the address exists nor whether a limit was reached.
   */
  async execute({ email, ip, requestId }: RequestReset): Promise<void> {
    const [may] = await Promise.all([this.mayAsk(email, networkOf(ip)), sleep(evenCountingMs)]);
    await Promise.all([sleep(evenMs), this.replaceCode(email, may, requestId)]);
  }

  /** A network's requests beyond its limit do not count against the address. */
  private async mayAsk(email: string, network: string): Promise<boolean> {
    return (
      (await this.limit.isWithin(authenticationRateLimits.resetRequest, network)) &&
      consumeMailQuota(this.limit, 'reset', { email, network })
    );
  }

  private async replaceCode(email: string, may: boolean, requestId: string): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const accountId = await lockActiveAccountOf(tx, email);
        if (accountId === undefined) return;
        await tx.query('SAVEPOINT code');
        const { id } = await replaceResetCode(tx, this.secrets, accountId, this.clock.now());
        // The same work is done in both cases, and the code that was mailed last stays valid.
        if (!may) await tx.query('ROLLBACK TO SAVEPOINT code');
        else tx.record('identity.reset-requested', { reset_id: id, account_id: accountId });
      },
      { requestId },
    );
  }
}
