/** Business constants, sizes and rates (docs/domain.md, 10). */
export const accountsLimits = {
  deletionDays: 30,
  deletionReminderDays: 7,
  verificationKeyHours: 24,
  registrationsPerAddressAndHour: 30,
  /**
   * The most mails that unauthenticated requests can cause to one address, counted separately for
   * registrations, repeated verifications and reset codes. Above the limit no mail is sent, and the
   * response stays the same.
   */
  mailsPerAddressAndHour: 20,
  /**
   * How many of these mails one network may cause to one address: less than the limit above, so
   * that an attacker in one network cannot use up an address's limit for all other networks.
   */
  mailsPerAddressNetworkAndHour: 10,
  deletionRequestsPerDay: 3,
  /**
   * The most characters of the reason for which an administrator deletes an account. A longer text
   * is more likely to contain personal data.
   */
  deletionReason: { min: 5, max: 500 },
} as const;
