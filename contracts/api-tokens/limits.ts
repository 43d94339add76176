/** Business constants, sizes and rates (docs/domain.md, 10). */
export const apiTokensLimits = {
  /** Tokens of a researcher; expired ones do not count. */
  apiTokens: 20,
  /** Studies that one API token may be bound to. */
  apiTokenStudies: 20,
  /** Days that an API token may be given. */
  apiTokenDays: [30, 90, 365],
  /** How long an expired API token stays listed. */
  expiredApiTokenDays: 30,
  apiTokensMadePerDay: 40,
  apiTokenRequestsPerMinute: 300,
  /** Pages of lists of participants, by all API tokens of a researcher. */
  apiTokenExportsPerHour: 120,
} as const;
