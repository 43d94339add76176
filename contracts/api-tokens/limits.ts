/** Business constants, sizes and rates (docs/domain.md, 10). */
export const apiTokensLimits = {
  /** How many tokens a researcher may have; expired ones do not count. */
  apiTokens: 20,
  /** To how many studies one API token may be restricted. */
  apiTokenStudies: 20,
  /** For how many days an API token may be valid. */
  apiTokenDays: [30, 90, 365],
  /** For how many days an expired API token stays listed. */
  expiredApiTokenDays: 30,
  apiTokensMadePerDay: 40,
  apiTokenRequestsPerMinute: 300,
  /** How many lists of participants all API tokens of a researcher together may read per hour. */
  apiTokenExportsPerHour: 120,
} as const;
