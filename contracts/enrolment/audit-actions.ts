/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const enrolmentActions = ['roster-opened', 'consent-withdrawn'] as const;
