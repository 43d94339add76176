/** Business constants, sizes and rates (docs/domain.md, 10). */
export const accountsLimits = {
  deletionDays: 30,
  deletionReminderDays: 7,
  verificationKeyHours: 24,
  registrationsPerAddressAndHour: 30,
  /**
   * Mails that an unauthenticated request can cause, each kind counted separately: about a
   * registration, a repeated verification, reset codes. Above the limit no mail is sent, and the
   * response stays the same.
   */
  mailsPerAddressAndHour: 20,
  /**
   * The share of each of these limits that one network may use, so that an attacker in one network
   * cannot use up the limit for all other people.
   */
  mailsPerAddressNetworkAndHour: 10,
  deletionRequestsPerDay: 3,
  /**
   * The reason for deleting an account by an administrator: short, because a longer text is more
   * likely to contain personal data.
   */
  deletionReason: { min: 5, max: 500 },
} as const;
