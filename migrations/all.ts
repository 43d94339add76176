import { PlatformStart1763690000000 } from './1763690000000-platform-start';
import { IdentityAccounts1763690001000 } from './1763690001000-identity-accounts';
import { ResearchersReviews1763690002000 } from './1763690002000-researchers-reviews';
import { StudiesStart1763690003000 } from './1763690003000-studies-start';
import { EnrolmentStart1763690004000 } from './1763690004000-enrolment-start';

/** In the order in which they run. */
export const migrations = [
  PlatformStart1763690000000, IdentityAccounts1763690001000, ResearchersReviews1763690002000, StudiesStart1763690003000, EnrolmentStart1763690004000,
];
