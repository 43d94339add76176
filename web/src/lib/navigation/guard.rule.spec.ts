/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { decideAccess, redirectFromVisitorPage } from './guard.rule';

const participant = { is_researcher: false, builds: false, role: null };
const builder = { ...participant, builds: true };
const researcher = { ...participant, is_researcher: true };
const administrator = { ...participant, role: 'ADMINISTRATOR' } as const;
const people = { nobody: null, participant, builder, researcher, administrator };

test.each([
  ['public', 'nobody', 'show'],
  ['public', 'researcher', 'show'],
  ['signed-in', 'nobody', 'sign-in'],
  ['signed-in', 'participant', 'show'],
  ['signed-in', 'administrator', 'show'],
  ['builder', 'nobody', 'sign-in'],
  ['builder', 'participant', 'not-found'],
  ['builder', 'builder', 'show'],
  ['builder', 'researcher', 'show'],
  ['builder', 'administrator', 'not-found'],
  ['researcher', 'nobody', 'sign-in'],
  ['researcher', 'builder', 'not-found'],
  ['researcher', 'participant', 'not-found'],
  ['researcher', 'researcher', 'show'],
  ['researcher', 'administrator', 'not-found'],
  ['administrator', 'nobody', 'sign-in'],
  ['administrator', 'participant', 'not-found'],
  ['administrator', 'researcher', 'not-found'],
  ['administrator', 'administrator', 'show'],
] as const)('a page with access "%s" answers the person "%s" with: %s', (access, who, verdict) => {
  expect(decideAccess({ access }, { user: people[who], loading: false })).toBe(verdict);
});

test('a protected page waits until the person is known', () => {
  expect(decideAccess({ access: 'researcher' }, { user: null, loading: true })).toBe('wait');
  expect(decideAccess({ access: 'public' }, { user: null, loading: true })).toBe('show');
});

test('a signed-in person is redirected from the visitors’ pages', () => {
  expect(
    decideAccess({ access: 'public', visitorsOnly: true }, { user: participant, loading: false }),
  ).toBe('leave');
  expect(
    decideAccess({ access: 'public', visitorsOnly: true }, { user: null, loading: true }),
  ).toBe('wait');
  expect(
    decideAccess({ access: 'public', visitorsOnly: true }, { user: null, loading: false }),
  ).toBe('show');
});

test('a sign-in leads to the requested page, otherwise to the home page of the role', () => {
  expect(redirectFromVisitorPage(participant, '/signin', '/home')).toBe('/home');
  expect(redirectFromVisitorPage(builder, '/signin', '/home')).toBe('/home');
  expect(redirectFromVisitorPage(researcher, '/signin', '/home')).toBe('/experiments');
  expect(redirectFromVisitorPage(researcher, '/signin/', '/profile/#affiliation')).toBe(
    '/profile/#affiliation',
  );
  expect(redirectFromVisitorPage(researcher, '/signup', '/profile/')).toBe('/profile/');
  expect(redirectFromVisitorPage(researcher, '/signup', '/home')).toBe('/experiments');
  expect(redirectFromVisitorPage(researcher, '/', '/profile/')).toBe('/experiments');
});
