import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context (docs/domain.md, 10). Each caller states its counting key. */
export const researchersRateLimits = {
  /** One request per typed letter, from a whole institute behind one address. */
  organizationSearch: {
    name: 'organization-search',
    free: 6_000,
    perNetwork: true,
    windowMs: hours(1),
  },
} satisfies Record<string, Rule>;
