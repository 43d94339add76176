/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const collaboratorsActions = [
  'collaborator-invited',
  'collaborator-invitation-withdrawn',
  'collaborator-joined',
  'collaborator-changed',
  'collaborator-removed',
  'collaborator-roster-opened',
  'collaborator-roster-closed',
  'study-offered',
  'study-offer-taken-back',
  'study-offer-declined',
  'study-passed',
] as const;
