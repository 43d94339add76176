/**
 * @lane slow: opens many pages over a slow line
 * @long: `npm test -- long` loads and checks each page in all sizes and colours, instead of one
 */
import { useBrowser } from '../support/browser';
import {
  apiCallerOfDemoResearcher,
  saveTemplateDraft,
  createBuilderStudy,
} from '../support/builder-studies';
import { type PageToCheck, findPageFaults, pageCheckTestTitle } from '../support/walk/walk';
import { see, waitForDashboardTile } from '../support/see';
import { makeStartedStudy, longTitlePattern, type StartedStudy } from './started-study';

const browser = useBrowser();

let scene: StartedStudy;
let built: string;
beforeAll(async () => {
  scene = await makeStartedStudy();
  const call = await apiCallerOfDemoResearcher();
  built = (await createBuilderStudy(call))._id;
  await saveTemplateDraft(call, built, 'flanker');
});

const pages: Record<string, PageToCheck> = {
  'the messages of studies': {
    path: () => '/messages?tab=studies',
    who: () => scene.researcher,
    heading: 'Messages',
  },
  'the messages of a session': {
    path: () => `/sessions/${scene.study.session_id}/messages`,
    who: () => scene.researcher,
    heading: 'Messages of a session',
    then: (page) => page.getByRole('button', { name: 'Write to many' }).click(),
  },
  'account settings': {
    path: () => '/profile/',
    who: () => scene.researcher,
    heading: 'Affiliation',
  },
  'own studies': {
    path: () => '/experiments',
    who: () => scene.researcher,
    heading: 'Studies',
    then: (page) => page.getByRole('link', { name: scene.study.title }).waitFor(),
  },
  'own studies, nothing found': {
    path: () => '/experiments?text=octopus&state=archived',
    who: () => scene.researcher,
    heading: 'No study matches',
  },
  'the files': {
    path: () => '/resources',
    who: () => scene.researcher,
    heading: 'Files',
    then: async (page) => {
      await page
        .locator('input[type=file]:not([webkitdirectory])')
        .first()
        .setInputFiles([
          {
            name: 'Donaudampfschifffahrtsgesellschaft.csv',
            mimeType: '',
            buffer: Buffer.from('a,b\n1,2\n'),
          },
          { name: 'empty.txt', mimeType: '', buffer: Buffer.from('') },
        ]);
      await see(page.getByText('This file is empty.'));
      await page.getByRole('row', { name: 'Donaudampfschifffahrtsgesellschaft.csv' }).click();
    },
  },
  'the bin of files': {
    path: () => '/resources?view=bin',
    who: () => scene.researcher,
    heading: 'The bin is empty',
  },
  'a new study': {
    path: () => '/experiments/new',
    who: () => scene.researcher,
    heading: 'New study',
  },
  'the editor': {
    path: () => `/experiments/details/${scene.study.study_id}`,
    who: () => scene.researcher,
    heading: longTitlePattern,
  },
  'the editor of the consent form': {
    path: () => `/experiments/details/${scene.study.study_id}?tab=consent`,
    who: () => scene.researcher,
    heading: 'Version 1 is in force',
  },
  'the sessions of a study': {
    path: () => `/experiments/details/${scene.study.study_id}?tab=sessions`,
    who: () => scene.researcher,
    heading: longTitlePattern,
    then: (page) => see(page.getByRole('button', { name: /^Pause / })),
  },
  'how a study runs': {
    path: () => `/experiments/details/${scene.study.study_id}?tab=runs`,
    who: () => scene.researcher,
    heading: longTitlePattern,
  },
  'the beginning of an experiment': {
    path: () => `/experiments/build/${scene.study.study_id}`,
    who: () => scene.researcher,
    heading: 'How do you want to begin?',
  },
  'the builder': {
    path: () => `/experiments/build/${built}`,
    who: () => scene.researcher,
    heading: 'Made with the builder',
    then: async (page) => {
      await see(page.locator('[data-state=running]'));
      // The test's script that accepts cookies runs in each frame. It fails in the preview, which
      // has no storage, so its error is discarded.
      browser.problems.splice(0);
    },
  },
  'who may take part': {
    path: () => `/experiments/details/${scene.study.study_id}?tab=people`,
    who: () => scene.researcher,
    heading: longTitlePattern,
    then: async (page) => {
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByRole('menuitem', { name: 'People of a certain age' }).click();
      await page.getByLabel('From, in years').waitFor();
      await page.getByRole('menu').waitFor({ state: 'hidden' });
    },
  },
  'a new session': {
    path: () => `/experiments/details/${scene.study.study_id}?tab=sessions`,
    who: () => scene.researcher,
    heading: longTitlePattern,
    then: async (page) => {
      await page.getByRole('button', { name: 'New session' }).click();
      await page.getByLabel('Spots', { exact: true }).waitFor();
    },
  },
  'the dashboard': {
    path: () => '/sessions/dashboard',
    who: () => scene.researcher,
    heading: 'Sessions',
    then: (page) => waitForDashboardTile(page, scene.study.title, { Started: '1' }),
  },
  'a session': {
    path: () => `/sessions/${scene.study.session_id}`,
    who: () => scene.researcher,
    heading: / · Session \d+ · /,
    then: async (page) => {
      await page.getByRole('table', { name: 'How far people came' }).waitFor();
    },
  },
  'the people of a session': {
    path: () => `/sessions/${scene.study.session_id}#people`,
    who: () => scene.researcher,
    heading: / · Session \d+ · /,
    then: async (page) => {
      await page.getByRole('table', { name: 'People' }).waitFor();
    },
  },
  'the history of a session': {
    path: () => `/sessions/${scene.study.session_id}#history`,
    who: () => scene.researcher,
    heading: / · Session \d+ · /,
    then: async (page) => {
      await page.getByRole('list', { name: 'What happened' }).waitFor();
    },
  },
  'a new webhook': {
    path: () => '/webhooks',
    who: () => scene.researcher,
    heading: 'Webhooks',
    then: async (page) => {
      await page.getByRole('button', { name: 'Add a webhook' }).click();
      await page.getByLabel('Address').waitFor();
    },
  },
  'a new API token': {
    path: () => '/api-tokens',
    who: () => scene.researcher,
    heading: 'API tokens',
    then: async (page) => {
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByRole('radio', { name: /Only studies/ }).check();
      await page.getByRole('combobox', { name: 'Studies' }).waitFor();
    },
  },
  'the receipt of a session': {
    path: () => `/receipts/session/${scene.study.session_id}`,
    who: () => scene.researcher,
    heading: 'Cost of a session',
    then: (page) => page.getByRole('button', { name: 'Save as PDF' }).waitFor(),
  },
  'the own money': {
    path: () => '/payment-methods',
    who: () => scene.researcher,
    heading: 'Money',
    then: async (page) => {
      await page.getByRole('button', { name: 'Announce a bank transfer' }).click();
      await page.getByRole('textbox', { name: 'Amount' }).waitFor();
    },
  },
  'the expenses': {
    path: () => '/expenses/',
    who: () => scene.researcher,
    heading: 'Expenses',
  },
};

describe('pages of researchers', () => {
  it(`have on each page ${pageCheckTestTitle}`, async () => {
    expect(await findPageFaults(browser, pages)).toEqual([]);
    // Time limit: each page loads for at least four seconds over a slow line.
  }, 600_000);
});
