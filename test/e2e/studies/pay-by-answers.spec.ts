import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/accessibility';
import { callApi, demoPerson, type Person, type RecruitingStudy } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSimulatedRun } from '../support/hosted';
import { rehearseByHand } from '../support/rehearse-and-launch';
import {
  onePageStudyFiles,
  prepareStudyForLaunch,
  uploadStudyFiles,
} from '../support/running-here';
import { fieldErrorOf, waitForStudySave, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
const title = 'Colours for money';
const most = 'Answers may earn, at most';
const formula = 'Amount in EUR';

/** Makes a paid study whose session shows names, has five spots, and is ready to launch. */
async function paying() {
  const { call, recruiting } = await prepareStudyForLaunch(
    ({ study, token }) => uploadStudyFiles(onePageStudyFiles, study, token),
    title,
    {},
    {
      reward: { amount: 300, currency: 'EUR' },
      payment_terms: { how: 'Cash at the desk', within_days: 14 },
    },
  );
  await rehearseByHand(call, recruiting.study_id);
  return { call, recruiting };
}

/**
 * Makes a participant whose participation is approved. Sends the requests that the page around a
 * study would send, with one trial for each answer.
 */
async function approved(
  r: RecruitingStudy,
  researcher: Person,
  answers: readonly boolean[],
): Promise<Person> {
  const { person, participation, send, finish } = await startSimulatedRun(r);
  await send(
    ...answers.map((correct) => ({ kind: 'trial' as const, data: JSON.stringify({ correct }) })),
  );
  await finish();
  const act = ({ token }: Person, action: string) =>
    callApi('PUT', `/api/participations/${participation}/`, { token, body: { action } });
  await act(person, 'complete');
  await act(researcher, 'approve');
  return person;
}

/** As the researcher, enters the most that answers may earn, reads the total, and launches. */
async function launch(page: Page, { study_id }: RecruitingStudy) {
  await page.goto(`/experiments/details/${study_id}`);
  const saved = waitForStudySave(page);
  await page.getByLabel(most).pressSequentially('0.80');
  await saved;
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: `Launch ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: /^Launch “Colours for money/ });
  await see(dialog.getByText('5 spots × €3.00 = €15.00'));
  await see(dialog.getByText('Answers may earn €4.00 more, so that €19.00 may be paid together.'));
  await dialog.getByRole('button', { name: 'Launch', exact: true }).click();
  await see(page.getByRole('dialog', { name: /is launched$/ }));
}

/** As the researcher, pays by a formula, with a mistake in the first try, and opens the receipt. */
async function pay(page: Page, { session_id }: RecruitingStudy) {
  await page.goto(`/sessions/${session_id}`);
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByRole('button', { name: 'Pay by answers' }).click();
  const drawer = page.getByRole('dialog', { name: 'Pay by answers' });
  const field = drawer.getByLabel(formula);
  const check = drawer.getByRole('button', { name: 'See the total' });
  await drawer.getByLabel('Reason').fill('Right answers');
  await field.fill('0.6 * sum(corect)');
  await check.click();
  expect(await fieldErrorOf(page, formula)).toContain(
    'one of them is no column of the finished runs',
  );
  await see(field.and(page.locator(':focus')));
  expect(await seriousViolations(page)).toEqual([]);
  await field.fill('0.6 * sum(correct)');
  await check.click();
  await see(drawer.getByRole('heading', { name: '2 participants get more' }));
  await see(drawer.getByRole('definition').filter({ hasText: '€1.40' }));
  expect(await seriousViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Pay 2 people €1.40' }).click();
  await see(drawer.getByRole('heading', { name: '2 people get €1.40' }));
  expect(await seriousViolations(page)).toEqual([]);
  await drawer.getByRole('link', { name: 'Receipt' }).click();
  await seeHeading(page, 'Receipt of a bonus');
  await seeText(page, 'Earned by answers: Right answers');
  await seeText(page, '€1.40, to 2 participants');
}

// Longer than most tests: it goes through six pages of three people.
it('A researcher pays by the answers, up to what the launch promised, and participants read the reason in History', async () => {
  const researcher = await demoPerson('researcher');
  const { call, recruiting: r } = await paying();
  const desk = await browser.open({ as: researcher });
  await launch(desk, r);

  const reader = await browser.open({ as: await demoPerson('participant') });
  await reader.goto(`/study/details/${r.study_id}`);
  await seeText(reader, 'Your answers may earn you up to €0.80 more.');

  const best = await approved(r, researcher, [true, true, false]);
  await approved(r, researcher, [true, false, false]);
  await call('PUT', `/api/sessions/${r.session_id}/`, { state: 'closed' });
  await pay(desk, r);

  const own = await browser.open({ as: best });
  await own.goto('/history/participation');
  await seeText(own, 'Earned by your answers: Right answers');
  // The formula yields 1.20, which is more than the launch promised.
  await seeText(own, '€0.80');
  expect(await seriousViolations(own)).toEqual([]);
});
