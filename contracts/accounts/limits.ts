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
   * The most of these mails that requests from one network can cause. This limit is lower than
   * `mailsPerAddressAndHour`. So an attacker in one network cannot use up the mails that people in
   * other networks need.
   */
  mailsPerAddressNetworkAndHour: 10,
  deletionRequestsPerDay: 3,
  /**
   * The least and the most characters of an administrator's reason for the deletion of an account.
   * A longer text is more likely to contain personal data.
   */
  deletionReason: { min: 5, max: 500 },
} as const;
