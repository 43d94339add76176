import { useBrowser } from '../support/browser';
import { answerStroop, publishTimeline, saveShortStroop } from '../support/builder-studies';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchStudyWithVersion,
  trialsIn,
  waitUntilStored,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();
const wordsIn = (records: Parameters<typeof trialsIn>[0]) =>
  (trialsIn(records) as Record<string, unknown>[]).filter((one) => one.part !== undefined);

describe('experiment made with the builder', () => {
  it('runs to its end, continues after a reload, and has its records stored', async () => {
    const study = await launchStudyWithVersion(
      async ({ study: id, call }) => {
        const timeline = await saveShortStroop(call, id);
        await call('PUT', `/api/studies/${id}/timeline/`, { version: 1, timeline });
        return publishTimeline(call, id, timeline);
      },
      'Stroop from a template',
      { kind: 'builder' },
    );
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    const inFrame = page.frameLocator('iframe');
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    for (let i = 0; i < 3; i++) await inFrame.getByRole('button', { name: 'Next' }).click();
    for (let i = 0; i < 3; i++) await answerStroop(page, inFrame);
    await see(inFrame.getByText('Press the space bar to begin the main part.'));
    await page.keyboard.press(' ');
    await answerStroop(page, inFrame);
    await answerStroop(page, inFrame);
    // Waits until the trial is stored: a trial that is not stored before the reload would begin
    // again.
    await waitUntilStored(study.session_id, (records) => wordsIn(records).length === 5);
    await page.reload();
    await clickBegin(page);
    await answerStroop(page, inFrame);
    await answerStroop(page, inFrame);
    await see(inFrame.getByText('That was the last trial.'));
    await page.keyboard.press(' ');
    await seeHeading(page, 'All of your answers have arrived');
    const words = wordsIn(await recordsOfSession(study.session_id));
    expect(words.map(({ part }) => part)).toEqual([
      ...Array.from({ length: 3 }, () => 'practice'),
      ...Array.from({ length: 4 }, () => 'main'),
    ]);
    expect(
      words.every(({ correct, trial_name: name }) => correct === true && name === 'Word'),
    ).toBe(true);
  });
});
