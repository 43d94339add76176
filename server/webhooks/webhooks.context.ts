import * as contract from '../../contracts/webhooks/webhooks';
import { webhooksErrors } from '../../contracts/webhooks/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { webhooksLimits } from '../../contracts/webhooks/limits';
import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  accountRowsSection,
} from '../platform/context/context';
import { DeliverWebhooksJob } from './delivery/deliver.job';
import { webhooksMails } from './mails/disabled.mail';
import { WebhookAttemptRow, WebhookMessageRow, WebhookRow } from './webhook.entity';
import { webhookPolicies } from './webhook.policy';
import { WebhooksConsumer } from './webhooks.consumer';
import { webhooksEvents } from './webhooks.events';
import { webhooksRateLimits } from './webhooks.rate-limits';
import { WebhooksModule } from './webhooks.module';
import { webhooksTexts } from './webhooks-texts';

const keyPurposes = ['webhook-secret', 'webhook-former-secret'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const notExported = accountHolderDeclaration({
  not: 'about the studies, and sent to the researcher already',
});

export const webhooks = defineContext({
  name: 'webhooks',
  about: 'Changes of studies, sessions and participations, sent to servers of their researchers.',
  texts: [webhooksTexts],
  errors: declareErrors(webhooksErrors, (code, values) =>
    webhooksTexts.sentence(`error.${code}`, values),
  ),
  modules: [WebhooksModule],
  controllers: async () => [(await import('./webhooks.controller.js')).WebhooksController],
  endpoints: endpointsOf(contract),
  events: webhooksEvents,
  policies: webhookPolicies,
  consumers: { webhooks: WebhooksConsumer },
  jobs: [DeliverWebhooksJob],
  mails: [webhooksMails],
  limits: Object.values(webhooksRateLimits),
  keyPurposes,
  tables: [
    {
      entity: WebhookRow,
      holds: 'the address of a researcher’s server, what it wants to hear of, its sealed secrets',
      sealed: [
        { column: 'secret', purpose: 'webhook-secret', row: 'id' },
        { column: 'former_secret', purpose: 'webhook-former-secret', row: 'id' },
      ],
      personalData: accountHolderDeclaration('webhooks'),
      retention: { kept: 'until its researcher deletes it, or with the account' },
    },
    {
      entity: WebhookMessageRow,
      holds:
        'what a webhook is told: a study or a session that changed, or a participation whose name ' +
        'the researcher sees, by its tag',
      personalData: notExported,
      retention: {
        kept: `${webhooksLimits.webhookLogDays} days, or as long as its webhook`,
        expires: {
          key: 'id',
          where: `created_at <= $1::timestamptz - interval '${webhooksLimits.webhookLogDays} days'`,
        },
      },
    },
    {
      entity: WebhookAttemptRow,
      holds: 'an attempt to deliver a message: when, the answer’s status and first bytes',
      personalData: notExported,
      retention: { kept: 'as long as its message' },
    },
  ],
  exportFiles: [
    {
      name: 'webhooks',
      position: 155,
      explains: webhooksTexts.sentence('export.webhooks'),
      sections: [accountRowsSection('webhooks', 'identity.webhook', 'secret', 'former_secret')],
    },
  ],
});
