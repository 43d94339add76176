/**
 * @lane slow: opens many pages over a slow line
 * @long: `npm test -- long` loads and checks each page in all sizes and colours, instead of one
 */
import { notesRuntime, callApi, demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import type { Person, RecruitingStudy } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSimulatedRun } from '../support/hosted';
import { type PageToCheck, findPageFaults, pageCheckTestTitle } from '../support/walk/walk';
import { onePageStudyFiles, launchUploadedStudy } from '../support/running-here';
import { see } from '../support/see';

const browser = useBrowser();

let researcher: Person;
let participant: Person;
let study: RecruitingStudy;
/** A session whose participants come to slots, a session at another website, and a session that runs here. */
let others: { onSite: RecruitingStudy; outside: RecruitingStudy; here: RecruitingStudy };
let run: Awaited<ReturnType<typeof startSimulatedRun>>;
/** The id of a participant's entry on the roster of the study. */
let entry: string;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
  study = await recruit(researcher, 'Words', 5, 'catalogue', notesRuntime, {
    privacy_level: 'roster_on_start',
  });
  participant = await newPerson();
  await enrolByApi(participant, study);
  const { token } = researcher;
  const roster = await callApi<{ items: { entry: string }[] }>(
    'GET',
    `/api/sessions/${study.session_id}/roster/`,
    { token },
  );
  entry = roster.items[0]?.entry ?? '';
  const place = { kind: 'onsite', place: 'Donaudampfschifffahrtsgesellschaft, Raum 12' };
  const elsewhere = { kind: 'external', url: 'https://survey.example/' };
  others = {
    onSite: await recruit(researcher, 'In a room', 5, 'catalogue', place),
    outside: await recruit(researcher, 'At another website', 5, 'catalogue', elsewhere),
    here: await launchUploadedStudy(onePageStudyFiles, 'Here'),
  };
  const starts = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await callApi('POST', `/api/sessions/${others.onSite.session_id}/slots/`, {
    token,
    body: {
      kind: 'one',
      starts: `${starts}T10:00`,
      duration_minutes: 60,
      zone: 'Europe/Berlin',
      seats: 1,
      reserve_seats: 0,
      place: place.place,
    },
  });
  await enrolByApi(participant, others.onSite);
  await enrolByApi(participant, others.outside);
  // Gives the session a closing date, so that no part of its row in the table is empty.
  const closes_at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  await callApi('PUT', `/api/sessions/${others.onSite.session_id}/`, {
    token,
    body: { closes_at },
  });
  run = await startSimulatedRun(others.here);
  await run.send({ kind: 'trial', data: JSON.stringify({ trial_type: 'html', rt: 300 }) });
});

const pages: Record<string, PageToCheck> = {
  'the slots of a session': {
    path: () => `/sessions/${others.onSite.session_id}/slots`,
    who: () => researcher,
    heading: 'Slots',
    then: (page) => see(page.getByText('0 of 1')),
  },
  'new slots': {
    path: () => `/sessions/${others.onSite.session_id}/slots`,
    who: () => researcher,
    heading: 'Slots',
    then: async (page) => {
      await page.getByRole('button', { name: 'Add slots' }).click();
      await page.getByLabel('From day', { exact: true }).waitFor();
    },
  },
  'what came back from another website': {
    path: () => `/sessions/${others.outside.session_id}/external`,
    who: () => researcher,
    heading: 'Return from the external study',
  },
  'a session of a study that runs here': {
    path: () => `/sessions/${others.here.session_id}#data`,
    who: () => researcher,
    heading: / · Session \d+ · /,
    then: (page) => see(page.getByText(/ under way · /)),
  },
  'a conversation with a participant': {
    path: () => `/sessions/${study.session_id}/messages/${entry}`,
    who: () => researcher,
    heading: /^Participant/,
    then: (page) => page.getByRole('textbox', { name: 'Your message' }).waitFor(),
  },
  'the builder': {
    path: () => `/experiments/build/${study.study_id}`,
    who: () => researcher,
    heading: 'How do you want to begin?',
  },
  'the sessions of a study': {
    path: () => `/experiments/details/${others.onSite.study_id}?tab=sessions`,
    who: () => researcher,
    heading: 'In a room',
    then: (page) => see(page.getByText(/^Closes /)),
  },
  'how a study with files runs': {
    path: () => `/experiments/details/${others.here.study_id}?tab=runs`,
    who: () => researcher,
    heading: 'Here',
  },
  'a study with slots, for a participant': {
    path: () => `/study/details/${others.onSite.study_id}`,
    who: () => participant,
    heading: 'You are enrolled',
    then: (page) => see(page.getByRole('link', { name: 'Write to the researchers' })),
  },
  'a study at another website, for a participant': {
    path: () => `/study/details/${others.outside.study_id}`,
    who: () => participant,
    heading: 'You are enrolled',
    then: (page) => see(page.getByRole('link', { name: 'Write to the researchers' })),
  },
  'the data of a study': {
    path: () => `/experiments/details/${others.here.study_id}?tab=data`,
    who: () => researcher,
    heading: 'Here',
  },
  'the people of a study': {
    path: () => `/experiments/details/${study.study_id}?tab=access`,
    who: () => researcher,
    heading: 'Words',
  },
  'an invitation that counts no more': {
    path: () => '/collaborate#key',
    who: () => researcher,
    heading: 'This invitation counts no more',
  },
  'a return from another website that says nothing': {
    path: () => '/external/return',
    heading: 'Something is missing in this address',
  },
  'the check of a device for a study': {
    path: () => `/study/details/${study.study_id}/check`,
    heading: 'Check your device',
    then: (page) => page.getByRole('button', { name: 'Play a tone' }).waitFor(),
  },
  'the page around a study': {
    path: () => `/run/${run.participation}`,
    who: () => run.person,
    heading: 'Here',
  },
  'the mission': { path: () => '/mission', heading: /./ },
  'the people behind it': { path: () => '/people', heading: /./ },
};

describe('pages of a running study', () => {
  it(`have on each page ${pageCheckTestTitle}`, async () => {
    expect(await findPageFaults(browser, pages)).toEqual([]);
    // Time limit: each page loads for at least four seconds over a slow line.
  }, 600_000);
});
