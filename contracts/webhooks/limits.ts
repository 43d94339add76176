/** Business constants, sizes and rates (docs/domain.md, 10). */
export const webhooksLimits = {
  /** Webhooks of one researcher. */
  webhooks: 10,
  /** How long a webhook's former secret signs, too. */
  webhookFormerSecretHours: 24,
  /** How long messages to a webhook are kept. */
  webhookLogDays: 30,
} as const;
