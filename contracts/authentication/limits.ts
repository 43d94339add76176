/** Business constants, sizes and rates (docs/domain.md, 10). */
export const authenticationLimits = {
  resetCodeHours: 24,
  /**
   * After `resetCodeTries` wrong tries from one network, a reset code is refused for that network.
   * After `resetCodeTriesOfAll` wrong tries from all networks together, the code becomes invalid.
   */
  resetCodeTries: 5,
  resetCodeTriesOfAll: 100,
  oidcFlowMinutes: 10,
  /**
   * How many sign-ins may start per network address and hour. The limit allows a lecture hall
   * behind one address to sign in, but prevents one client from filling the table of unfinished
   * sign-ins.
   */
  oidcFlowsPerAddressAndHour: 3_000,
  /**
   * If a client gets no response, it may send the same ID token again within this number of
   * minutes. The server treats a later use of the token as theft.
   */
  idTokenRetryMinutes: 2,
  linkTokenMinutes: 15,
  secondFactorMinutes: 5,
  secondFactorTries: 5,
  /**
   * The most wrong second-factor codes of an account per day from one network, or from one browser
   * in which the account holder signed in before. The wrong codes of all sign-ins are added up. So
   * an attacker who has the password cannot try all codes by signing in repeatedly.
   */
  secondFactorFailuresPerAccount: 10,
  /**
   * The most wrong second-factor codes of an account per day, over all browsers and networks in
   * which the account holder has not signed in before.
   */
  secondFactorFailuresFromElsewhere: 100,
  recoveryCodes: 10,
  passkeys: 10,
  samlCodeSeconds: 60,
  /**
   * For how many hours a new certificate of an organization waits before the server trusts it, so
   * that an administrator can object.
   */
  ssoTrustHours: 24,
  samlFaultDays: 30,
  samlMetadata: 90_000,
  /** The most bytes of the form in which a browser posts an identity provider's response. */
  samlResponseForm: 100_000,
  /** For how many days the counts of failed sign-ins are kept. */
  failedSignInDays: 90,
  /**
   * The most failed sign-ins of an account per day from one network, or from one browser in which
   * the account holder signed in before.
   */
  signInFailuresPerAccount: 5,
  /**
   * The most consecutive failed sign-ins of an account over all unknown browsers and networks (NIST
   * SP 800-63B, 3.2.2). A failed sign-in counts for `signInFailuresFromElsewhereDays`.
   */
  signInFailuresFromElsewhere: 100,
  signInFailuresFromElsewhereDays: 30,
  /**
   * The most successful sign-ins of an account with a password per hour: each costs a password hash
   * and stores a token.
   */
  signInsPerAccountAndHour: 30,
  /** How many sign-ins an account may have open; a further sign-in ends the oldest. */
  openSignIns: 50,
  /** How many days a browser or a network counts as known after the last sign-in from it. */
  knownPlaceDays: 180,
  /** The most browsers, and the most networks, that are remembered as known for one account. */
  knownPlaces: 20,
  signInFailuresPerAddressAndHour: 50,
} as const;
