import type { User } from '../../../../contracts/accounts';

/** Keys of the namespace `layout`. */
type ItemLabel =
  | 'studies'
  | 'history'
  | 'my_profile'
  | 'sessions'
  | 'own_studies'
  | 'reviews'
  | 'invitations'
  | 'users'
  | 'sso'
  | 'audit'
  | 'nonprofit'
  | 'pricing'
  | 'mission'
  | 'faq_researchers'
  | 'faq_participants'
  | 'settings'
  | 'delete'
  | 'sign_out';

export interface Item {
  label: `menu.${ItemLabel}`;
  to: string;
}
export interface Menu {
  label: `menu.${'participate' | 'research' | 'administer' | 'help'}`;
  items: Item[];
}

const participate: Menu = {
  label: 'menu.participate',
  items: [
    { label: 'menu.studies', to: '/home' },
    { label: 'menu.history', to: '/history/participation' },
    { label: 'menu.my_profile', to: '/demographics/' },
  ],
};
const research: Menu = {
  label: 'menu.research',
  items: [
    { label: 'menu.sessions', to: '/sessions/dashboard' },
    { label: 'menu.own_studies', to: '/experiments' },
  ],
};
const administer: Menu = {
  label: 'menu.administer',
  items: [
    { label: 'menu.reviews', to: '/reviews' },
    { label: 'menu.invitations', to: '/reviews?tab=invitations' },
    { label: 'menu.users', to: '/admin/users' },
    { label: 'menu.sso', to: '/admin/sso' },
    { label: 'menu.audit', to: '/admin/audit' },
  ],
};
const about: Item = { label: 'menu.nonprofit', to: '/#mission' };
const pricing: Item = { label: 'menu.pricing', to: '/pricing' };
const help: Menu = {
  label: 'menu.help',
  items: [
    { label: 'menu.mission', to: '/#mission' },
    { label: 'menu.faq_researchers', to: '/#faq-researchers' },
    { label: 'menu.faq_participants', to: '/#faq-participants' },
  ],
};

/**
 * docs/specification.md, 2, header: the pages that this person may open. Lists only pages that
 * exist.
 */
export function menusFor(
  user: Pick<User, 'is_researcher' | 'role'> | null,
  externalParticipant: boolean,
): { menus: Menu[]; links: Item[] } {
  if (!user) return { menus: [help], links: externalParticipant ? [about] : [about, pricing] };
  return {
    menus: [
      participate,
      ...(user.is_researcher ? [research] : []),
      ...(user.role === 'ADMINISTRATOR' ? [administer] : []),
    ],
    links: [],
  };
}

/**
 * docs/specification.md, 2: the buttons for visitors; the callback page of a provider counts as the
 * sign-in page.
 */
export const visitorButtons = (path: string, externalParticipant: boolean) => {
  const onSignIn = /^\/signin(\/|$)/.test(path);
  return { signIn: !onSignIn && !externalParticipant, createAccount: onSignIn };
};
