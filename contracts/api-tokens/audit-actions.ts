/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const apiTokensActions = ['api-token-created', 'api-token-ended'] as const;
