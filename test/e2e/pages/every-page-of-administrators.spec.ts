/**
 * @lane slow: opens many pages over a slow line
 * @long: `npm test -- long` loads and checks each page in all sizes and colours, instead of one
 */
import { callApi, demoPerson, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { type PageToCheck, findPageFaults, pageCheckTestTitle } from '../support/walk/walk';

const browser = useBrowser();

let administrator: Person;
beforeAll(async () => {
  administrator = await demoPerson('administrator');
  // This researcher's request for a review is pending on the page of reviews.
  const rita = await newPerson({
    is_researcher: true,
    first_name: 'Rita',
    last_name: 'Rosenbaum-Schmidtberger',
  });
  await callApi('PUT', '/api/users/profile/', {
    token: rita.token,
    body: {
      organization: 'Rheinische Friedrich-Wilhelms-Universität Bonn',
      interests: 'Long words',
    },
  });
});

const pages: Record<string, PageToCheck> = {
  'messages that were reported': {
    path: () => '/admin/messages',
    who: () => administrator,
    heading: 'Reported messages',
  },
  'the transfers': {
    path: () => '/admin/payments',
    who: () => administrator,
    heading: 'Payments',
  },
  'the wallets': {
    path: () => '/admin/payments?tab=wallets',
    who: () => administrator,
    heading: 'Payments',
  },
  'the payments to check': {
    path: () => '/admin/payments?tab=held',
    who: () => administrator,
    heading: 'Payments',
  },
  'the answers to rejections': {
    path: () => '/admin/payments?tab=answers',
    who: () => administrator,
    heading: 'Payments',
  },
  'the reviews': {
    path: () => '/reviews',
    who: () => administrator,
    heading: 'Rita Rosenbaum-Schmidtberger',
  },
  'the users': { path: () => '/admin/users', who: () => administrator, heading: 'Users' },
  'the sign-on connections': {
    path: () => '/admin/sso',
    who: () => administrator,
    heading: 'Single sign-on',
  },
  'the audit log': {
    path: () => '/admin/audit',
    who: () => administrator,
    heading: 'Audit log',
  },
  'the invitation codes': {
    path: () => '/reviews?tab=invitations',
    who: () => administrator,
    heading: 'New invitation code',
  },
};

describe('pages of administrators', () => {
  it(`have on each page ${pageCheckTestTitle}`, async () => {
    expect(await findPageFaults(browser, pages)).toEqual([]);
    // Time limit: each page loads for at least four seconds over a slow line.
  }, 600_000);
});
