/** Business constants, sizes and rates (docs/domain.md, 10). */
export const authenticationLimits = {
  resetCodeHours: 24,
  /**
   * After how many wrong tries from one network a reset code is refused; the next number counts the tries from all
   * networks together, after which the code ends.
   */
  resetCodeTries: 5,
  resetCodeTriesOfAll: 100,
  oidcFlowMinutes: 10,
  /**
   * How many sign-ins may start per network address and hour: enough for a lecture hall behind one address, too few
   * for one client to fill the table.
   */
  oidcFlowsPerAddressAndHour: 3_000,
  /** How long an ID token may be retried after a response was lost; a later use counts as theft. */
  idTokenRetryMinutes: 2,
  linkTokenMinutes: 15,
  secondFactorMinutes: 5,
  secondFactorTries: 5,
  /**
   * Wrong codes over all sign-ins of an account: an attacker who has its password must not try all codes by
   * signing in repeatedly.
   */
  secondFactorFailuresPerAccount: 10,
  /** Per day, from all unknown browsers and networks together. */
  secondFactorFailuresFromElsewhere: 100,
  recoveryCodes: 10,
  passkeys: 10,
  samlCodeSeconds: 60,
  /** How many hours new certificates of an organization wait, so that an administrator may object. */
  ssoTrustHours: 24,
  samlFaultDays: 30,
  samlMetadata: 90_000,
  /** Bytes of the form in which a browser posts a provider's response. */
  samlResponseForm: 100_000,
  /** How long the counts of failed sign-ins are kept. */
  failedSignInDays: 90,
  /**
   * Failures of an account from one network, or from a browser in which the account holder signed in before.
   */
  signInFailuresPerAccount: 5,
  /**
   * Consecutive failures of an account from all browsers and networks that are not known together
   * (NIST SP 800-63B, 3.2.2), and the days after which they are forgotten.
   */
  signInFailuresFromElsewhere: 100,
  signInFailuresFromElsewhereDays: 30,
  /** Successful sign-ins with a password: each costs a hash and stores a token. */
  signInsPerAccountAndHour: 30,
  /** How many sign-ins an account may have open; a further sign-in ends the oldest. */
  openSignIns: 50,
  /** How many days a browser or a network counts as known after the last sign-in from it. */
  knownPlaceDays: 180,
  /** How many known browsers, and how many known networks, an account has. */
  knownPlaces: 20,
  signInFailuresPerAddressAndHour: 50,
} as const;
