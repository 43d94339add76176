import type { User } from '../../../../../contracts/accounts/accounts';

export type ProfileSection =
  | 'details'
  | 'affiliation'
  | 'sign-in-methods'
  | 'second-factor'
  | 'devices'
  | 'webhooks'
  | 'api-tokens'
  | 'notices'
  | 'privacy'
  | 'deletion'
  | 'leaving';

/**
 * Lists the sections of a person's profile. Participants may delete their account themselves, while
 * researchers request it (docs/specification.md, 6). A second factor is offered to the accounts
 * that could harm others if they were taken over.
 */
export const profileSectionsFor = ({
  is_researcher,
  role,
}: Pick<User, 'is_researcher' | 'role'>): ProfileSection[] => [
  'details',
  ...(is_researcher ? ['affiliation' as const] : []),
  'sign-in-methods',
  ...(is_researcher || role === 'ADMINISTRATOR' ? ['second-factor' as const] : []),
  'devices',
  ...(is_researcher ? (['webhooks', 'api-tokens'] as const) : []),
  'notices',
  'privacy',
  is_researcher ? 'leaving' : 'deletion',
];
