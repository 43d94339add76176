/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const dataRightsActions = ['data-exported'] as const;
