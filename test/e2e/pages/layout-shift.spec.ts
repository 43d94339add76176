import { eventually } from '../../support/chance/wait';
import { callApi, demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import type { Person, RecruitingStudy } from '../support/api';
import { useBrowser } from '../support/browser';
import { excessiveShifts, observeShiftsScript } from '../support/walk/layout-shifts';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

/** Waits until the last rendering is on the screen. */
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
const offerSlots = ({ token }: Person, { session_id }: RecruitingStudy) =>
  callApi('POST', `/api/sessions/${session_id}/slots/`, {
    token,
    body: {
      kind: 'weekly',
      from: day(7),
      to: day(9),
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      times: [{ from: '09:00', to: '12:00' }],
      gap_minutes: 0,
      duration_minutes: 60,
      zone: 'Europe/Berlin',
      seats: 1,
      reserve_seats: 0,
      place: 'Room 12',
    },
  });
const onSiteIn = { kind: 'onsite', place: 'R' };
const named = { privacy_level: 'roster_on_start' };

/**
 * Requests that the page sends after its first rendering, if the participant still has to choose a
 * slot.
 */
const late = {
  'the list of the participations': /\/api\/participations\/\?/,
  'the slots': /\/api\/participations\/[^/]+\/slots\//,
  'the program that draws them': /\/assets\/own-slot-/,
};

it('the next step of a study does not move, whichever of its parts is loaded last, and however late', async () => {
  const researcher = await demoPerson('researcher');
  const onSite = await recruit(researcher, 'On site', 4, 'catalogue', onSiteIn, named);
  await offerSlots(researcher, onSite);
  const plain = await recruit(researcher, 'By notes', 4);
  const participant = await newPerson({ first_name: 'Still' });
  for (const study of [onSite, plain]) await enrolByApi(participant, study);
  const found: string[] = [];
  const look = async ([part, address]: [string, RegExp], study: RecruitingStudy) => {
    const page = await browser.open({ as: participant, viewport: { width: 390, height: 844 } });
    await page.addInitScript({ content: observeShiftsScript });
    const held: (() => Promise<void>)[] = [];
    let isHeld = true;
    await page.route(address, (route) =>
      isHeld ? void held.push(() => route.continue()) : route.continue(),
    );
    await page.goto(`/study/details/${study.study_id}`);
    await seeHeading(page, 'You are enrolled');
    await eventually(
      () => held.length,
      (n) => n > 0,
    );
    // The page says after two seconds that it is still loading.
    await seeText(page, 'Still loading');
    await page.evaluate(twoFrames);
    isHeld = false;
    await Promise.all(held.map((release) => release()));
    if (study === onSite) await seeText(page, /^Choose when you come/);
    await see(page.getByRole('link', { name: 'Write to the researchers' }));
    await page.evaluate(twoFrames);
    found.push(...(await excessiveShifts(page)).map((what) => `${study.title}, ${part}: ${what}`));
    await page.context().close();
  };
  const parts = Object.entries(late);
  await Promise.all([
    ...parts.map((part) => look(part, onSite)),
    ...parts.slice(0, 1).map((part) => look(part, plain)),
  ]);
  expect(found).toEqual([]);
});
