/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const messagesErrors = {
  conversation_ended: 409,
  anonymity_not_confirmed: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof messagesErrors, number> {}
}
