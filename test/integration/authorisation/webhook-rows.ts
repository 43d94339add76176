import * as webhooks from '../../../contracts/webhooks/webhooks';
import { row, type ExpectedAnswers, type ExpectedAnswer, type AuthorisationRow } from './row';
import type { MatrixCellFixtures } from './personas';

/**
 * The expected answers of the policy `webhook.own`. Pending and failed researchers request a
 * webhook of their own. All others request a webhook of the approved researcher, which only this
 * researcher can find.
 */
const toOwner = (cell: ExpectedAnswer): ExpectedAnswers => ({
  pending: cell,
  failed: cell,
  approved: cell,
  'everybody else': 'not_found',
});
const params = async (scene: MatrixCellFixtures) => ({
  params: { id: (await scene.webhook()).id },
});
const body = { url: 'https://receiver.test/hook', kinds: ['study.changed'] };

export const webhookMatrixRows: readonly AuthorisationRow[] = [
  row(webhooks.listWebhooks, 200),
  row(webhooks.createWebhook, 201, { body }, 'for all studies'),
  row(
    webhooks.createWebhook,
    toOwner(201),
    async (scene) => ({ body: { ...body, study_id: await scene.study() } }),
    'for one study',
  ),
  row(webhooks.changeWebhook, toOwner(200), async (scene) => ({
    ...(await params(scene)),
    body: { state: 'paused' },
  })),
  row(webhooks.deleteWebhook, toOwner(204), params),
  row(webhooks.renewWebhookSecret, toOwner(201), params),
  row(webhooks.testWebhook, toOwner(202), params),
  row(webhooks.listWebhookMessages, toOwner(200), params),
  row(webhooks.redeliverWebhookMessage, toOwner(202), async (scene) => {
    const { id, message } = await scene.webhook();
    return { params: { id, message } };
  }),
];
