/**
 * @lane slow: opens many pages over a slow line
 * @long: `npm test -- long` loads and checks each page in all sizes and colours, instead of one
 */
import { callApi, demoPerson, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { makeTaughtClass, type TaughtClass } from '../support/teaching/taught-class';
import { type PageToCheck, findPageFaults, pageCheckTestTitle } from '../support/walk/walk';
import { makeStartedStudy, longTitlePattern, type StartedStudy } from './started-study';

const browser = useBrowser();

let scene: StartedStudy;
let taught: TaughtClass;
let student: Person;
beforeAll(async () => {
  scene = await makeStartedStudy();
  const { administrator } = scene;
  const instructor = await demoPerson('collaborator');
  taught = await makeTaughtClass({ administrator, instructor }, 'Perception');
  student = await newPerson();
  const body = { code: taught.join_code };
  await callApi('POST', '/api/memberships/', { token: student.token, body });
});

const pages: Record<string, PageToCheck> = {
  'the first page': {
    path: () => '/',
    heading: 'Half an hour of yours',
    then: (page) => page.getByText('Looking for people now').waitFor(),
  },
  'own messages': {
    path: () => '/messages',
    who: () => scene.participant,
    heading: 'Messages',
  },
  'a conversation with researchers': {
    path: () => `/messages/${scene.participation}`,
    who: () => scene.participant,
    heading: 'The researchers',
    then: (page) => page.getByRole('textbox', { name: 'Your message' }).waitFor(),
  },
  'a receipt': {
    path: () => `/history/receipts/${scene.participation}`,
    who: () => scene.participant,
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
    who: () => scene.participant,
    heading: 'Terms of use',
    then: (page) => page.getByText(/You accepted these terms/).waitFor(),
  },
  'the check of a receipt': {
    path: () => '/receipts/verify',
    heading: 'Check a receipt',
    then: (page) => page.getByRole('button', { name: 'Choose a file' }).waitFor(),
  },
  pricing: { path: () => '/pricing', heading: 'Pricing' },
  'not found': { path: () => '/no/such/page', heading: 'This page does not exist' },
  'a used verification link': { path: () => '/verify', heading: 'This link no longer works' },
  'the catalogue': { path: () => '/home', who: () => scene.participant, heading: 'How many faces' },
  'a study, for a visitor': {
    path: () => `/study/details/${scene.study.study_id}`,
    heading: longTitlePattern,
  },
  'a researcher': {
    path: () => `/researchers/${scene.researcher._id}`,
    heading: /^Robin /,
  },
  'a study, for a participant who has started': {
    path: () => `/study/details/${scene.study.study_id}`,
    who: () => scene.participant,
    heading: 'You are taking part',
  },
  'the consent form': {
    path: () => `/study/details/${scene.study.study_id}/consent`,
    who: () => scene.administrator,
    heading: 'Consent form',
    then: (page) => page.getByRole('checkbox', { name: /I have read this form/ }).waitFor(),
  },
  'the check of a device': {
    path: () => '/check',
    heading: 'Check your device',
    then: (page) => page.getByRole('button', { name: 'Play a tone' }).waitFor(),
    who: () => scene.participant,
  },
  'the history': {
    path: () => '/history/participation',
    who: () => scene.participant,
    heading: longTitlePattern,
  },
  'the deletion dialog': {
    path: () => '/profile/#delete',
    who: () => scene.participant,
    heading: 'Account settings',
    then: (page) => page.getByRole('dialog', { name: 'Delete your account?' }).waitFor(),
  },
  'the own account': {
    path: () => '/profile',
    who: () => scene.participant,
    heading: 'Account settings',
  },
  demographics: {
    path: () => '/demographics/',
    who: () => scene.participant,
    heading: 'My Profile',
  },
  'the calendar of a date of birth': {
    path: () => '/demographics/',
    who: () => scene.participant,
    heading: 'My Profile',
    then: async (page) => {
      await page.getByRole('button', { name: 'Pick your date of birth' }).click();
      await page.getByRole('dialog', { name: 'Pick your date of birth' }).waitFor();
    },
  },
  'the own data': {
    path: () => '/profile/privacy',
    who: () => scene.participant,
    heading: 'Your data',
  },
  'the choice of emails': {
    path: () => '/profile/notices',
    who: () => scene.participant,
    heading: 'What always comes',
    then: async (page) => {
      await page.getByRole('checkbox', { name: 'New studies for you' }).check();
      await page.getByRole('checkbox', { name: 'Quiet hours' }).waitFor();
    },
  },
  'the field for a join code': {
    path: () => '/join',
    who: () => scene.participant,
    heading: 'Join a classroom',
  },
  'a join link': {
    path: () => `/join/${taught.join_code}`,
    who: () => scene.participant,
    heading: 'Group of Perception',
  },
  'the catalogue, for a student': {
    path: () => '/home',
    who: () => student,
    heading: 'Read a paper on perception',
  },
  'an alternative': {
    path: () => `/assignments/${taught.alternative._id}`,
    who: () => student,
    heading: 'Your submission',
  },
  'own credits': {
    path: () => '/history/credits',
    who: () => student,
    heading: 'Perception',
  },
  'the history of a student': {
    path: () => '/history/participation',
    who: () => student,
    heading: 'You have not taken part in a study yet',
  },
  'an unsubscribe link': { path: () => '/unsubscribe#token', heading: 'Stop these emails?' },
};

describe('pages of visitors and participants', () => {
  it(`have on each page ${pageCheckTestTitle}`, async () => {
    expect(await findPageFaults(browser, pages)).toEqual([]);
    // Time limit: each page loads for at least four seconds over a slow line.
  }, 600_000);
});
