import type { User } from '../../../../contracts/accounts/accounts';

export type BannerName =
  | 'deletion'
  | 'second_factor'
  | 'affiliation'
  | 'pending'
  | 'failed'
  | 'verify_researcher'
  | 'verify';

/**
 * Lists the notices about the person's own account, most urgent first (docs/specification.md, 4).
 */
export function bannersFor(
  user: Pick<
    User,
    'is_researcher' | 'organization' | 'researcher_privilege' | 'status' | 'deletion_at'
  >,
  secondFactorMissing = false,
): BannerName[] {
  const found: BannerName[] = [
    ...(user.deletion_at ? ['deletion' as const] : []),
    ...(secondFactorMissing ? ['second_factor' as const] : []),
  ];
  if (user.is_researcher) {
    if (!user.organization) found.push('affiliation');
    else if (user.researcher_privilege === null) found.push('pending');
    else if (!user.researcher_privilege) found.push('failed');
  }
  if (user.status === 'NEW') found.push(user.is_researcher ? 'verify_researcher' : 'verify');
  return found;
}
