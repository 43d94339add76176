/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import type { Operator } from '../../../../../contracts/operator/operator';
import { headerMenusFor, visitorButtons } from './menus.rule';

const noLinks = {
  donation: null,
  community: null,
  forum: null,
  crash_course: null,
  study_grammar: null,
  study_guides: null,
  faq_researchers: null,
  faq_participants: null,
};
const nobody: Operator = {
  name: null,
  url: null,
  contact: { participants: null, researchers: null, others: null },
  links: noLinks,
  social: [],
  pages: { privacy: null, terms: null, mission: null, people: null },
};
const participant = { is_researcher: false, builds: false, role: null };
const researcher = { is_researcher: true, builds: false, role: null };
const placesAt = (operator: Operator, ...args: [Parameters<typeof headerMenusFor>[0], boolean]) => {
  const { menus, links } = headerMenusFor(...args, operator);
  return [...links, ...menus.flatMap(({ items }) => items)].map(({ to }) => to);
};
const places = (...args: [Parameters<typeof headerMenusFor>[0], boolean]) =>
  placesAt(nobody, ...args);

test('the menus show the pages that a person may open', () => {
  expect(places(participant, false)).toEqual(['/home', '/history/participation', '/demographics/']);
  expect(places(researcher, false)).toEqual([
    '/home',
    '/history/participation',
    '/demographics/',
    '/sessions/dashboard',
    '/experiments',
    '/resources',
    '/classrooms',
    '/expenses/',
    '/payment-methods',
  ]);
  expect(places({ ...participant, role: 'ADMINISTRATOR' }, false)).toEqual([
    '/home',
    '/history/participation',
    '/demographics/',
    '/reviews',
    '/reviews?tab=invitations',
    '/admin/users',
    '/admin/payments',
    '/admin/sso',
    '/admin/messages',
    '/admin/audit',
  ]);
});
test('students who build studies see sessions, studies and files of the research menu', () => {
  const seen = ['/home', '/history/participation', '/demographics/'];
  const building = ['/sessions/dashboard', '/experiments', '/resources'];
  expect(places({ ...participant, builds: true }, false)).toEqual([...seen, ...building]);
  expect(places({ ...researcher, builds: true }, false)).toEqual(places(researcher, false));
});
test('an external participant sees neither Pricing nor sign-in', () => {
  expect(places(null, false)).toContain('/pricing');
  expect(places(null, true)).not.toContain('/pricing');
  expect(visitorButtons('/study/details/1', true)).toEqual({ signIn: false, createAccount: false });
});
test('Create account shows only on the sign-in page, Sign in everywhere else', () => {
  expect(visitorButtons('/signin/', false)).toEqual({ signIn: false, createAccount: true });
  expect(visitorButtons('/pricing', false)).toEqual({ signIn: true, createAccount: false });
});

test('links for help, questions and news that the operator set are shown to their audience', () => {
  const all = Object.fromEntries(
    Object.keys(noLinks).map((key) => [key, `https://help.test/${key}`]),
  ) as Operator['links'];
  const set: Operator = { ...nobody, links: all, pages: { ...nobody.pages, mission: '/mission' } };
  const help = (found: string[]) =>
    found.filter((to) => to.startsWith('https:')).map((to) => to.split('/').at(-1));
  expect(help(placesAt(set, participant, false))).toEqual(['community', 'faq_participants']);
  expect(help(placesAt(set, researcher, false))).toEqual([
    'faq_participants',
    'crash_course',
    'study_grammar',
    'study_guides',
    'faq_researchers',
    'forum',
  ]);
  expect(help(placesAt(set, null, false))).toEqual(['faq_researchers', 'faq_participants']);
  expect(placesAt(set, null, false)).toContain('/mission');
});
