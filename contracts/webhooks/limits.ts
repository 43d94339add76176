/** Business constants, sizes and rates (docs/domain.md, 10). */
export const webhooksLimits = {
  /** Of a researcher. */
  webhooks: 10,
  /** How long a webhook's former secret signs, too. */
  webhookFormerSecretHours: 24,
  /** How long what was sent to a webhook is kept. */
  webhookLogDays: 30,
} as const;
