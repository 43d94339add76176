/** @lane slow: looks at each page five times */
import {
  callApi,
  enrolByApi,
  newPerson,
  type Person,
  recruit,
  type Recruiting,
  signInByApi,
} from '../support/api';
import { useBrowser } from '../support/browser';
import { asResearcher, draftOf, newBuiltStudy } from '../support/built';
import { demoAccounts } from '../support/product';
import { lookAt, type Shown } from '../support/look-at';
import { see, seeTile } from '../support/see';

const browser = useBrowser();

let participant: Person;
let researcher: Person;
let administrator: Person;
let study: Recruiting;
let participation: string;
let built: string;
beforeAll(async () => {
  [participant, researcher, administrator] = await Promise.all([
    signInByApi(demoAccounts.participant),
    signInByApi(demoAccounts.researcher),
    signInByApi(demoAccounts.administrator),
  ]);
  study = await recruit(
    researcher,
    'Donaudampfschifffahrtsgesellschaftskapitänswitwen: a study of very long words',
    30,
    'catalogue',
    null,
    // Else the list of its participations is empty until tomorrow.
    { privacy_level: 'roster_on_start' },
  );
  const call = await asResearcher();
  built = (await newBuiltStudy(call))._id;
  await draftOf(call, built, 'flanker');
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
  const enrolled = await enrolByApi(participant, study);
  participation = enrolled._id;
  await callApi('PUT', `/api/participations/${enrolled._id}/`, {
    token: participant.token,
    body: { action: 'start' },
  });
});

const pages: Record<string, Shown> = {
  'the first page': {
    path: () => '/',
    heading: 'Half an hour of yours',
    then: (page) => page.getByText('Looking for people now').waitFor(),
  },
  'own messages': {
    path: () => '/messages',
    who: () => participant,
    heading: 'Messages',
  },
  'a conversation with researchers': {
    path: () => `/messages/${participation}`,
    who: () => participant,
    heading: 'The researchers',
    then: (page) => page.getByRole('textbox', { name: 'Your message' }).waitFor(),
  },
  'the messages of studies': {
    path: () => '/messages?tab=studies',
    who: () => researcher,
    heading: 'Messages',
  },
  'the messages of a session': {
    path: () => `/sessions/${study.session_id}/messages`,
    who: () => researcher,
    heading: 'Messages of a session',
    then: (page) => page.getByRole('button', { name: 'Write to many' }).click(),
  },
  'messages that were reported': {
    path: () => '/admin/messages',
    who: () => administrator,
    heading: 'Reported messages',
  },
  'a receipt': {
    path: () => `/history/receipts/${participation}`,
    who: () => participant,
    heading: 'Receipt of your agreement',
    then: (page) => page.getByRole('heading', { name: 'How to check it' }).waitFor(),
  },
  'sign in': { path: () => '/signin', heading: 'Sign in' },
  'sign up': {
    path: () => '/signup?role=researcher',
    heading: 'Create your account',
    then: (page) => page.getByRole('button', { name: 'Create account' }).click(),
  },
  'reset password': { path: () => '/reset-password', heading: 'Reset your password' },
  'the privacy policy': { path: () => '/privacy', heading: 'Privacy policy' },
  'the terms of use': {
    path: () => '/terms',
    who: () => participant,
    heading: 'Terms of use',
    then: (page) => page.getByText(/You accepted these terms/).waitFor(),
  },
  pricing: { path: () => '/pricing', heading: 'Pricing' },
  'not found': { path: () => '/no/such/page', heading: 'This page does not exist' },
  'a used verification link': { path: () => '/verify', heading: 'This link no longer works' },
  'the catalogue': { path: () => '/home', who: () => participant, heading: 'How many faces' },
  'a study, for a visitor': {
    path: () => `/study/details/${study.study_id}`,
    heading: study_title(),
  },
  'a researcher': {
    path: () => `/researchers/${researcher._id}`,
    heading: /^Robin /,
  },
  'a study, for a participant who has started': {
    path: () => `/study/details/${study.study_id}`,
    who: () => participant,
    heading: 'You are taking part',
  },
  'the consent form': {
    path: () => `/study/details/${study.study_id}/consent`,
    who: () => administrator,
    heading: 'Consent form',
    then: (page) => page.getByRole('checkbox', { name: /I have read this form/ }).waitFor(),
  },
  'the check of a device': {
    path: () => '/check',
    heading: 'Check your device',
    then: (page) => page.getByRole('button', { name: 'Play a tone' }).waitFor(),
    who: () => participant,
  },
  'the history': {
    path: () => '/history/participation',
    who: () => participant,
    heading: study_title(),
  },
  'account settings': { path: () => '/profile/', who: () => researcher, heading: 'Affiliation' },
  'the deletion dialog': {
    path: () => '/profile/#delete',
    who: () => participant,
    heading: 'Account settings',
    then: (page) => page.getByRole('dialog', { name: 'Delete your account?' }).waitFor(),
  },
  'own studies': {
    path: () => '/experiments',
    who: () => researcher,
    heading: 'Studies',
    then: (page) => page.getByRole('link', { name: study.title }).waitFor(),
  },
  'own studies, nothing found': {
    path: () => '/experiments?text=octopus&state=archived',
    who: () => researcher,
    heading: 'No study matches',
  },
  'a new study': {
    path: () => '/experiments?new=1',
    who: () => researcher,
    heading: 'Studies',
    then: (page) => page.getByRole('dialog').getByLabel('Title').waitFor(),
  },
  'the editor': {
    path: () => `/experiments/details/${study.study_id}`,
    who: () => researcher,
    heading: study_title(),
  },
  'the editor of the consent form': {
    path: () => `/experiments/details/${study.study_id}?tab=consent`,
    who: () => researcher,
    heading: 'Version 1 is in force',
  },
  'the sessions of a study': {
    path: () => `/experiments/details/${study.study_id}?tab=sessions`,
    who: () => researcher,
    heading: study_title(),
    then: (page) => see(page.getByRole('button', { name: /^Pause / })),
  },
  'how a study runs': {
    path: () => `/experiments/details/${study.study_id}?tab=runs`,
    who: () => researcher,
    heading: study_title(),
  },
  'the beginning of an experiment': {
    path: () => `/experiments/build/${study.study_id}`,
    who: () => researcher,
    heading: 'How do you want to begin?',
  },
  'the builder': {
    path: () => `/experiments/build/${built}`,
    who: () => researcher,
    heading: 'Made with the builder',
    then: async (page) => {
      await see(page.locator('[data-state=running]'));
      // The window's own script, which accepts cookies, has no storage in the frame of the preview.
      browser.problems.splice(0);
    },
  },
  'who may take part': {
    path: () => `/experiments/details/${study.study_id}?tab=people`,
    who: () => researcher,
    heading: study_title(),
    then: async (page) => {
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByRole('menuitem', { name: 'People of a certain age' }).click();
      await page.getByLabel('From, in years').waitFor();
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    },
  },
  'a new session': {
    path: () => `/experiments/details/${study.study_id}?tab=sessions`,
    who: () => researcher,
    heading: study_title(),
    then: async (page) => {
      await page.getByRole('button', { name: 'New session' }).click();
      await page.getByLabel('Spots', { exact: true }).waitFor();
    },
  },
  'the dashboard': {
    path: () => '/sessions/dashboard',
    who: () => researcher,
    heading: 'Sessions',
    then: (page) => seeTile(page, study.title, { Started: '1' }),
  },
  'a session': {
    path: () => `/sessions/${study.session_id}`,
    who: () => researcher,
    heading: /^Session of /,
    then: async (page) => {
      await page.getByRole('list', { name: 'What happened' }).waitFor();
      await page.getByRole('table', { name: 'Participations' }).waitFor();
    },
  },
  'a new webhook': {
    path: () => '/webhooks',
    who: () => researcher,
    heading: 'Webhooks',
    then: async (page) => {
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByLabel('Address').waitFor();
    },
  },
  'a new API token': {
    path: () => '/api-tokens',
    who: () => researcher,
    heading: 'API tokens',
    then: async (page) => {
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByRole('radio', { name: /Only studies/ }).check();
      await page.getByRole('combobox', { name: 'Studies' }).waitFor();
    },
  },
  'the reviews': {
    path: () => '/reviews',
    who: () => administrator,
    heading: 'Rita Rosenbaum-Schmidtberger',
  },
  demographics: { path: () => '/demographics/', who: () => participant, heading: 'My Profile' },
  'the own data': { path: () => '/profile/privacy', who: () => participant, heading: 'Your data' },
  'the choice of emails': {
    path: () => '/profile/notices',
    who: () => participant,
    heading: 'What always comes',
    then: async (page) => {
      await page.getByRole('checkbox', { name: 'New studies for you' }).check();
      await page.getByRole('checkbox', { name: 'Quiet hours' }).waitFor();
    },
  },
  'an unsubscribe link': { path: () => '/unsubscribe#token', heading: 'Stop these emails?' },
  'the users': { path: () => '/admin/users', who: () => administrator, heading: 'Users' },
  'the sign-on connections': {
    path: () => '/admin/sso',
    who: () => administrator,
    heading: 'Single sign-on',
  },
  'the audit log': { path: () => '/admin/audit', who: () => administrator, heading: 'Audit log' },
  'the invitation codes': {
    path: () => '/reviews?tab=invitations',
    who: () => administrator,
    heading: 'New invitation code',
  },
};
function study_title() {
  return /^Donaudampf/;
}

describe('every page', () => {
  it.each(Object.keys(pages))(
    '%s: no serious barrier in light and dark, no tiny target, no sideways scrolling at 360 and 320 px',
    (name) => lookAt(browser, pages[name] as Shown),
  );
});
