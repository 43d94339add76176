import { useBrowser } from '../support/browser';
import { answerStroop, publish, shortStroop } from '../support/built';
import {
  atTheDoor,
  begin,
  recordsOf,
  recruitWith,
  trialsIn,
  untilStored,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();
const wordsIn = (records: Parameters<typeof trialsIn>[0]) =>
  (trialsIn(records) as Record<string, unknown>[]).filter((one) => one.part !== undefined);

describe('experiment made with the builder', () => {
  it('runs to its end, continues after a reload, and has its records stored', async () => {
    const study = await recruitWith(
      async ({ study: id, call }) => {
        const timeline = await shortStroop(call, id);
        await call('PUT', `/api/studies/${id}/timeline/`, { version: 1, timeline });
        return publish(call, id, timeline);
      },
      'Stroop from a template',
      { kind: 'builder' },
    );
    const { page, participation } = await atTheDoor(browser, study);
    const inFrame = page.frameLocator('iframe');
    await page.goto(`/run/${participation}`);
    await begin(page);
    for (let i = 0; i < 3; i++) await inFrame.getByRole('button', { name: 'Next' }).click();
    for (let i = 0; i < 3; i++) await answerStroop(page, inFrame);
    await see(inFrame.getByText('Press the space bar to begin the main part.'));
    await page.keyboard.press(' ');
    await answerStroop(page, inFrame);
    await answerStroop(page, inFrame);
    // A trial that the reload interrupts before it is stored would begin again.
    await untilStored(study.session_id, (records) => wordsIn(records).length === 5);
    await page.reload();
    await begin(page);
    await answerStroop(page, inFrame);
    await answerStroop(page, inFrame);
    await see(inFrame.getByText('That was the last trial.'));
    await page.keyboard.press(' ');
    await seeHeading(page, 'All of your answers have arrived');
    const words = wordsIn(await recordsOf(study.session_id));
    expect(words.map(({ part }) => part)).toEqual([
      ...Array.from({ length: 3 }, () => 'practice'),
      ...Array.from({ length: 4 }, () => 'main'),
    ]);
    expect(
      words.every(({ correct, trial_name: name }) => correct === true && name === 'Word'),
    ).toBe(true);
  });
});
