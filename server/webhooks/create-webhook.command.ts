import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import { webhooksLimits } from '../../contracts/webhooks/limits';
import type { createWebhook } from '../../contracts/webhooks/webhooks';
import { lockAccountRow } from '../access/accounts/accounts.store';
import { Clock } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { Secrets } from '../platform/security/secrets';
import { mayOnStudySql } from '../studies/study.policy';
import { WebhookDestinations } from './delivery/destinations';
import { checkWebhookUrl } from './valid-url';
import { newWebhookSecret } from './webhook-secrets';

export interface CreatedWebhook {
  id: string;
  secret: string;
}

/** Creates a webhook. Returns its id, and its secret, which no later response contains. */
export class CreateWebhook extends Command<CreatedWebhook> {
  constructor(
    readonly accountId: string,
    readonly body: EndpointInput<typeof createWebhook>['body'],
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(CreateWebhook)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhook> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly destinations: WebhookDestinations,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError validation_failed, not_found for the study, too_many_webhooks */
  async execute({ accountId, body, requestId }: CreateWebhook): Promise<CreatedWebhook> {
    checkWebhookUrl(body.url, this.destinations);
    const id = timeOrderedId();
    const secret = newWebhookSecret();
    await this.unitOfWork.run(
      async (tx) => {
        // The lock makes concurrent requests run one after the other, so that two of them cannot
        // exceed the limit.
        if (!(await lockAccountRow(tx, accountId, 'no key update')))
          throw new DomainError('unauthenticated');
        if (body.study_id !== null) {
          const readable = await tx.query(
            `SELECT 1 FROM research.study_profile st
             WHERE st.id = $1 AND ${mayOnStudySql('read', 'st', '$2')}`,
            [body.study_id, accountId],
          );
          if (readable.length === 0) throw new DomainError('not_found');
        }
        const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM identity.webhook WHERE account_id = $1`,
          [accountId],
        );
        if (count >= webhooksLimits.webhooks) throw new DomainError('too_many_webhooks');
        const now = this.clock.now();
        await tx.query(
          `INSERT INTO identity.webhook (id, account_id, url, kinds, study_id, secret, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [
            id,
            accountId,
            body.url,
            [...new Set(body.kinds)],
            body.study_id,
            this.secrets.seal('webhook-secret', id, secret),
            now,
          ],
        );
        await tx.audit('webhook-created', { actor: accountId, details: { webhook_id: id } }, now);
      },
      { requestId },
    );
    return { id, secret };
  }
}
