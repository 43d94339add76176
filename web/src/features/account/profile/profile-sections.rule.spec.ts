/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { profileSectionsFor } from './profile-sections.rule';

test.each([
  [
    'a participant',
    { is_researcher: false, role: null },
    ['details', 'sign-in-methods', 'devices', 'notices', 'privacy', 'deletion'],
  ],
  [
    'a researcher',
    { is_researcher: true, role: null },
    [
      'details',
      'affiliation',
      'sign-in-methods',
      'second-factor',
      'devices',
      'webhooks',
      'api-tokens',
      'notices',
      'privacy',
      'leaving',
    ],
  ],
  [
    'an administrator',
    { is_researcher: false, role: 'ADMINISTRATOR' as const },
    ['details', 'sign-in-methods', 'second-factor', 'devices', 'notices', 'privacy', 'deletion'],
  ],
])('%s sees the relevant sections of the profile', (_, who, sections) =>
  expect(profileSectionsFor(who)).toEqual(sections),
);
