/** @jest-environment node */
import { menusFor, visitorButtons } from './menus.rule';

const places = (...args: Parameters<typeof menusFor>) => {
  const { menus, links } = menusFor(...args);
  return [...links, ...menus.flatMap(({ items }) => items)].map(({ to }) => to);
};

test('each person sees the places they may go to', () => {
  expect(places({ is_researcher: false, role: null }, false)).toEqual([
    '/home',
    '/history/participation',
    '/demographics/',
  ]);
  expect(places({ is_researcher: true, role: null }, false)).toEqual([
    '/home',
    '/history/participation',
    '/demographics/',
    '/sessions/dashboard',
    '/experiments',
  ]);
  expect(places({ is_researcher: false, role: 'ADMINISTRATOR' }, false)).toEqual([
    '/home',
    '/history/participation',
    '/demographics/',
    '/reviews',
    '/reviews?tab=invitations',
    '/admin/users',
    '/admin/sso',
    '/admin/audit',
  ]);
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
