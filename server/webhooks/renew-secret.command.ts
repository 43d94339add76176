import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { webhooksLimits } from '../../contracts/webhooks/limits';
import { Clock, hours, addMilliseconds } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { Secrets } from '../platform/security/secrets';
import { newWebhookSecret } from './webhook-secrets';

/** Replaces the secret of a webhook. Returns the new secret, which no later response contains. */
export class RenewWebhookSecret extends Command<string> {
  constructor(
    readonly webhookId: string,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RenewWebhookSecret)
export class RenewWebhookSecretHandler implements ICommandHandler<RenewWebhookSecret> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * For a day, messages are signed with the former secret too. If the secret is renewed again
   * within that day, only the last two are used.
   * @throws DomainError not_found
   */
  async execute({ webhookId: id, accountId, requestId }: RenewWebhookSecret): Promise<string> {
    const secret = newWebhookSecret();
    await this.unitOfWork.run(
      async (tx) => {
        const [hook] = await tx.query<{ secret: Buffer }>(
          `SELECT secret FROM identity.webhook WHERE id = $1 AND account_id = $2 FOR UPDATE`,
          [id, accountId],
        );
        if (!hook) throw new DomainError('not_found');
        const now = this.clock.now();
        const former = this.secrets.open('webhook-secret', id, hook.secret);
        await tx.query(
          `UPDATE identity.webhook SET secret = $2, former_secret = $3, former_secret_until = $4
           WHERE id = $1`,
          [
            id,
            this.secrets.seal('webhook-secret', id, secret),
            this.secrets.seal('webhook-former-secret', id, former),
            addMilliseconds(now, hours(webhooksLimits.webhookFormerSecretHours)),
          ],
        );
        await tx.audit(
          'webhook-secret-renewed',
          { actor: accountId, details: { webhook_id: id } },
          now,
        );
      },
      { requestId },
    );
    return secret;
  }
}
