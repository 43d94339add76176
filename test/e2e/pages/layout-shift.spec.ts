/** @lane slow: waits for each page over a slow line */
import { slowDown, slowLine } from '../../../scripts/lib/slow-phone.mjs';
import { eventually } from '../../support/wait';
import { callApi, demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import type { Person, Recruiting } from '../support/api';
import { useBrowser } from '../support/browser';
import { onePage, recruitFor } from '../support/running-here';
import { see, seeHeading, seeText } from '../support/see';
import { canSlowProcessor, slowProcessor } from '../support/slow-processor';

const browser = useBrowser();

/** The largest accepted layout shift (CLS) while a page loads. */
const most = 0.02;

const observe = `
  window.moved = { sum: 0, what: [] };
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.moved.sum += value;
      for (const { node } of sources)
        window.moved.what.push(value.toFixed(3) + ' ' + (node && node.outerHTML || '').slice(0, 80));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Waits until the last rendering is on the screen. */
const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

const atOnce = 4;
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };

const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
const offerSlots = ({ token }: Person, { session_id }: Recruiting) =>
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

describe('layout stays stable while a page loads over a slow connection', () => {
  it.each(['phone', 'desk'] as const)(
    'on a %s',
    async (size) => {
      const researcher = await demoPerson('researcher');
      const administrator = await demoPerson('administrator');
      const participant = await newPerson({ first_name: 'Still' });
      const study = await recruit(researcher, 'Nothing moves', 4);
      const [onSite, external] = [
        await recruit(researcher, 'On site', 4, 'catalogue', onSiteIn, named),
        await recruit(
          researcher,
          'Elsewhere',
          4,
          'catalogue',
          { kind: 'external', url: 'https://survey.example/' },
          named,
        ),
      ];
      const here = await recruitFor(onePage, 'Here');
      const [ofHere, ofExternal] = [
        await enrolByApi(participant, here),
        await enrolByApi(participant, external),
      ];
      await offerSlots(researcher, onSite);
      await enrolByApi(participant, onSite);
      const pages = [
        ...[
          ...['/', '/signin', '/signup', '/pricing', '/reset-password', '/no/such/page'],
          ...['/terms', '/check', '/unsubscribe', '/external/return'],
          `/study/details/${study.study_id}`,
          `/researchers/${researcher._id}`,
        ].map((path) => [path, undefined] as const),
        ...[
          ...['/home', '/history/participation', '/profile', '/demographics'],
          ...['/profile/privacy', '/profile/notices', '/messages'],
          `/messages/${ofExternal._id}`,
          `/history/receipts/${ofExternal._id}`,
          `/run/${ofHere._id}`,
          ...[study, onSite, external].map(({ study_id }) => `/study/details/${study_id}`),
          `/study/details/${study.study_id}/consent`,
        ].map((path) => [path, participant] as const),
        ...[
          ...['/sessions/dashboard', '/experiments', '/webhooks', '/api-tokens'],
          ...['', '?tab=consent', '?tab=people', '?tab=runs', '?tab=sessions'].map(
            (tab) => `/experiments/details/${here.study_id}${tab}`,
          ),
          `/experiments/build/${study.study_id}`,
          ...[study, here].map(({ session_id }) => `/sessions/${session_id}`),
          `/sessions/${onSite.session_id}/slots`,
          `/sessions/${external.session_id}/external`,
          `/sessions/${external.session_id}/messages`,
        ].map((path) => [path, researcher] as const),
        ...['/reviews', '/admin/users', '/admin/sso', '/admin/audit', '/admin/messages'].map(
          (path) => [path, administrator] as const,
        ),
      ];
      const found: string[] = [];
      const look = async ([path, as]: (typeof pages)[number]) => {
        const page = await browser.open({ as, viewport: sizes[size] });
        await page.addInitScript({ content: observe });
        await (canSlowProcessor ? slowLine(page) : slowDown(page));
        await page.goto(path, { timeout: 60_000 });
        await see(page.getByRole('heading', { level: 1 }), 60_000);
        await page.waitForLoadState('networkidle', { timeout: 60_000 });
        const moved = await page.evaluate<{ sum: number; what: string[] }>('window.moved');
        if (moved.sum > most)
          found.push(`${path}: ${moved.sum.toFixed(3)}`, ...moved.what.slice(0, 6));
        await page.context().close();
      };
      // Each page has a slow connection of its own, so the machine can load several at once.
      const rest = pages.values();
      const quicken = await (canSlowProcessor && slowProcessor(await browser.open()));
      try {
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            for (const one of rest) await look(one);
          }),
        );
      } finally {
        if (quicken) await quicken();
      }
      expect(found).toEqual([]);
    },
    // Each of forty pages takes about four seconds over this connection, and longer next to others.
    300_000,
  );
});

/** Requests that the page of a participant with a slot to choose sends after its first rendering. */
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
  const look = async ([part, address]: [string, RegExp], study: Recruiting) => {
    const page = await browser.open({ as: participant, viewport: sizes.phone });
    await page.addInitScript({ content: observe });
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
    // The page says so after two seconds.
    await seeText(page, 'Still loading');
    await page.evaluate(twoFrames);
    isHeld = false;
    await Promise.all(held.map((release) => release()));
    if (study === onSite) await seeText(page, /^Choose when you come/);
    await see(page.getByRole('link', { name: 'Write to the researchers' }));
    await page.evaluate(twoFrames);
    const moved = await page.evaluate<{ sum: number; what: string[] }>('window.moved');
    if (moved.sum > most)
      found.push(`${study.title}, ${part}: ${moved.sum.toFixed(3)}`, ...moved.what.slice(0, 6));
    await page.context().close();
  };
  const parts = Object.entries(late);
  await Promise.all([
    ...parts.map((part) => look(part, onSite)),
    ...parts.slice(0, 1).map((part) => look(part, plain)),
  ]);
  expect(found).toEqual([]);
});
