import type { User } from '../../../../../contracts/accounts/accounts';
import type { Operator } from '../../../../../contracts/operator/operator';

/** Translation keys of the namespace `layout`. */
type ItemLabel =
  | 'studies'
  | 'history'
  | 'my_profile'
  | 'sessions'
  | 'own_studies'
  | 'files'
  | 'classrooms'
  | 'expenses'
  | 'money'
  | 'reviews'
  | 'invitations'
  | 'users'
  | 'payments'
  | 'sso'
  | 'audit'
  | 'nonprofit'
  | 'pricing'
  | 'mission'
  | 'faq_researchers'
  | 'faq_participants'
  | 'faqs'
  | 'community'
  | 'crash_course'
  | 'study_grammar'
  | 'study_guides'
  | 'researcher_faqs'
  | 'forum'
  | 'messages'
  | 'message_reports'
  | 'settings'
  | 'courses'
  | 'delete'
  | 'sign_out';

export interface MenuItem {
  label: `menu.${ItemLabel}`;
  /** A path of the app, or an address of another website. */
  to: string;
  /** Whether the menu marks the page as new (docs/specification.md, 2). */
  isNew?: true;
}
/** Whether a link leads away from the app. */
export const isExternalLink = (to: string) => /^https?:/.test(to);
export interface HeaderMenu {
  label: `menu.${'participate' | 'research' | 'administer' | 'help'}`;
  items: MenuItem[];
}

/** Returns the menu items whose address the operator has set. */
const set = (items: { label: MenuItem['label']; to: string | null }[]): MenuItem[] =>
  items.flatMap(({ label, to }) => (to === null ? [] : [{ label, to }]));
const participate = ({ links }: Operator): HeaderMenu => ({
  label: 'menu.participate',
  items: [
    { label: 'menu.studies', to: '/home' },
    { label: 'menu.history', to: '/history/participation' },
    { label: 'menu.my_profile', to: '/demographics/' },
    ...set([{ label: 'menu.faqs', to: links.faq_participants }]),
  ],
});
const research: HeaderMenu = {
  label: 'menu.research',
  items: [
    { label: 'menu.sessions', to: '/sessions/dashboard' },
    { label: 'menu.own_studies', to: '/experiments' },
    { label: 'menu.files', to: '/resources' },
    { label: 'menu.classrooms', to: '/classrooms', isNew: true },
    { label: 'menu.expenses', to: '/expenses/' },
    { label: 'menu.money', to: '/payment-methods' },
  ],
};
/** The menu of students who build studies for their class: sessions, studies and files. */
const building: HeaderMenu = { ...research, items: research.items.slice(0, 3) };
const administer: HeaderMenu = {
  label: 'menu.administer',
  items: [
    { label: 'menu.reviews', to: '/reviews' },
    { label: 'menu.invitations', to: '/reviews?tab=invitations' },
    { label: 'menu.users', to: '/admin/users' },
    { label: 'menu.payments', to: '/admin/payments' },
    { label: 'menu.sso', to: '/admin/sso' },
    { label: 'menu.message_reports', to: '/admin/messages' },
    { label: 'menu.audit', to: '/admin/audit' },
  ],
};
const about: MenuItem = { label: 'menu.nonprofit', to: '/#mission' };
const helpOfResearchers = ({ links }: Operator): HeaderMenu => ({
  label: 'menu.help',
  items: set([
    { label: 'menu.crash_course', to: links.crash_course },
    { label: 'menu.study_grammar', to: links.study_grammar },
    { label: 'menu.study_guides', to: links.study_guides },
    { label: 'menu.researcher_faqs', to: links.faq_researchers },
    { label: 'menu.forum', to: links.forum },
  ]),
});
const pricing: MenuItem = { label: 'menu.pricing', to: '/pricing' };
const help = ({ links, pages }: Operator): HeaderMenu => ({
  label: 'menu.help',
  items: [
    { label: 'menu.mission', to: pages.mission ?? '/#mission' },
    { label: 'menu.faq_researchers', to: links.faq_researchers ?? '/#faq-researchers' },
    { label: 'menu.faq_participants', to: links.faq_participants ?? '/#faq-participants' },
  ],
});

/**
 * Returns the menus of the header (docs/specification.md, 2). They contain only pages that this
 * person may open, and only addresses that the operator set.
 */
export function headerMenusFor(
  user: Pick<User, 'is_researcher' | 'builds' | 'role'> | null,
  externalParticipant: boolean,
  operator: Operator,
): { menus: HeaderMenu[]; links: MenuItem[] } {
  if (!user)
    return { menus: [help(operator)], links: externalParticipant ? [about] : [about, pricing] };
  return {
    menus: [
      participate(operator),
      ...(user.is_researcher ? [research] : user.builds ? [building] : []),
      ...(user.role === 'ADMINISTRATOR' ? [administer] : []),
      ...(user.is_researcher ? [helpOfResearchers(operator)] : []),
    ].filter(({ items }) => items.length > 0),
    links: user.is_researcher
      ? []
      : set([{ label: 'menu.community', to: operator.links.community }]),
  };
}

/**
 * Returns which buttons visitors see (docs/specification.md, 2). The callback page of a provider
 * counts as the sign-in page.
 */
export const visitorButtons = (path: string, externalParticipant: boolean) => {
  const onSignIn = /^\/signin(\/|$)/.test(path);
  return { signIn: !onSignIn && !externalParticipant, createAccount: onSignIn };
};
