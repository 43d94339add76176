/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const researchDataActions = [
  'study-data-exported',
  'study-imported',
  'imported-data-deleted',
  'outside-data-added',
  'outside-data-deleted',
] as const;
