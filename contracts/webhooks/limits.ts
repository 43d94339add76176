/** Business constants, sizes and rates (docs/domain.md, 10). */
export const webhooksLimits = {
  /** How many webhooks one researcher may have. */
  webhooks: 10,
  /** For how many hours messages are signed with a webhook's former secret as well. */
  webhookFormerSecretHours: 24,
  /** For how many days messages to a webhook are kept. */
  webhookLogDays: 30,
} as const;
