/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const researchersActions = [
  'review-decided',
  'invitation-created',
  'invitation-changed',
  'invitation-revoked',
] as const;
