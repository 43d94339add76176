/** Actions that the audit log records (contracts/audit/audit.ts). An action never changes its name. */
export const paymentsActions = [
  'budget-allotted',
  'deposit-confirmed',
  'deposit-refused',
  'payout-batch-drawn',
  'payout-batch-shown',
  'payout-released',
  'payout-settled',
  'rejection-overturned',
  'rejection-upheld',
  'wallet-limit-changed',
  'wallet-refunded',
] as const;
