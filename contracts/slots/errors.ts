/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const slotsErrors = {
  no_slots_here: 409,
  slot_full: 409,
  slot_overlap: 409,
  slot_too_late: 409,
  too_many_slots: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof slotsErrors, number> {}
}
