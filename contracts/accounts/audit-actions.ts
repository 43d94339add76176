/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const accountsActions = [
  'account-registered',
  'account-activated',
  'deletion-requested',
  'deletion-cancelled',
  'account-purged',
  'account-disabled',
  'account-enabled',
  'role-given',
  'role-taken',
] as const;
