/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const teachingActions = ['course-created', 'course-changed'] as const;
