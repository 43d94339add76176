/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const webhooksActions = [
  'webhook-created',
  'webhook-changed',
  'webhook-secret-renewed',
  'webhook-deleted',
] as const;
