import type { User } from '../../../../contracts/accounts/accounts';

/**
 * The page to which a sign-in leads if the visitor did not come from another page
 * (docs/specification.md, 9).
 */
export const defaultRedirect = '/home';

/**
 * `builder` admits researchers, and students whom a classroom lets build studies (docs/domain.md,
 * 8).
 */
export type PageAccessLevel = 'public' | 'signed-in' | 'builder' | 'researcher' | 'administrator';
export interface PageAccess {
  access: PageAccessLevel;
  /**
   * Whether the page is for visitors only: a signed-in person is redirected to their own home page
   * (docs/specification.md, 2).
   */
  visitorsOnly?: boolean;
}

export type AccessVerdict = 'wait' | 'show' | 'not-found' | 'sign-in' | 'leave';
interface Who {
  user: Pick<User, 'is_researcher' | 'builds' | 'role'> | null;
  loading: boolean;
}

/**
 * Decides what a person sees of a page (docs/specification.md, 2 and 6): a person without
 * permission sees the not-found page, a visitor has to sign in first, and a signed-in person is
 * redirected from the pages for visitors.
 */
export function decideAccess(
  { access, visitorsOnly }: PageAccess,
  { user, loading }: Who,
): AccessVerdict {
  if (access === 'public')
    return visitorsOnly && loading ? 'wait' : visitorsOnly && user ? 'leave' : 'show';
  if (loading) return 'wait';
  if (!user) return 'sign-in';
  const may =
    access === 'administrator'
      ? user.role === 'ADMINISTRATOR'
      : access === 'signed-in' || user.is_researcher || (access === 'builder' && user.builds);
  return may ? 'show' : 'not-found';
}

/** Returns the home page of a signed-in person (docs/specification.md, 2). */
export const homePathOf = (user: Pick<User, 'is_researcher'>) =>
  user.is_researcher ? '/experiments' : '/home';

/**
 * Returns the page to which a signed-in person is redirected from a page for visitors: the page
 * that they wanted before the sign-in, otherwise the home page.
 */
export const redirectFromVisitorPage = (
  user: Pick<User, 'is_researcher'>,
  from: string,
  redirectUrl: string,
) =>
  /^\/sign(in|up)\/?$/.test(from) && redirectUrl !== defaultRedirect
    ? redirectUrl
    : homePathOf(user);
