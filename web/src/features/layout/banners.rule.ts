import type { User } from '../../../../contracts/accounts';

export type BannerName = 'second_factor' | 'affiliation' | 'pending' | 'failed' | 'verify_researcher' | 'verify';

/** SPEC 4: what the person should know or do about their own account, most pressing first. */
export function bannersFor(user: Pick<User, 'is_researcher' | 'organization' | 'researcher_privilege' | 'status'>, secondFactorMissing = false): BannerName[] {
  const found: BannerName[] = secondFactorMissing ? ['second_factor'] : [];
  if (user.is_researcher) {
    if (!user.organization) found.push('affiliation');
    else if (user.researcher_privilege === null) found.push('pending');
    else if (!user.researcher_privilege) found.push('failed');
  }
  if (user.status === 'NEW') found.push(user.is_researcher ? 'verify_researcher' : 'verify');
  return found;
}
