import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { emptyTimeline } from '../../../contracts/timeline/timeline';
import { horizontalOverflow, seriousViolations } from '../support/accessibility';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  saveTemplateDraft,
  publishTimeline,
  saveShortStroop,
  keyboardTrial,
} from '../support/builder-studies';
import { launchStudyWithVersion } from '../support/running-here';
import { see, seeText } from '../support/see';

const browser = useBrowser();

const opened = async (study: string) => {
  const as = await demoPerson('researcher');
  const page = await browser.open({ as, cookiesAccepted: false });
  await page.goto(`/experiments/details/${study}?tab=runs`);
  await see(page.getByRole('heading', { name: 'Rehearse' }));
  return page;
};

describe('rehearsal of a study made with the builder', () => {
  it('exports the data of a simulated Stroop task in the form that real runs will have', async () => {
    const { study_id: study } = await launchStudyWithVersion(
      async ({ study: id, call }) => publishTimeline(call, id, await saveShortStroop(call, id)),
      'Stroop that is rehearsed',
      { kind: 'builder' },
    );
    const page = await opened(study);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByLabel('Simulated participants').fill('3');
    await page.getByRole('radio', { name: 'Data only' }).check();
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await seeText(page, '3 of 3 came to the end');
    await seeText(page, /^No errors in the study’s code, nothing lost, and every trial/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the export' }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const [header = '', ...rows] = strFromU8(files['data.csv'] ?? new Uint8Array())
      .split('\r\n')
      .filter(Boolean);
    expect(header.split(',')).toEqual(
      expect.arrayContaining(['run_participant', 'trial_name', 'part', 'ink', 'rt', 'correct']),
    );
    // Each participant has rows for two texts, the instructions, four words, and three words in
    // each practice round.
    const whom = rows.map((row) => row.split(',', 1)[0]);
    const names = ['simulated001', 'simulated002', 'simulated003'];
    expect([...new Set(whom)].sort()).toEqual(names);
    for (const name of names)
      expect([10, 13, 16]).toContain(whom.filter((one) => one === name).length);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
  });

  it('answers the questionnaire on its page, and names the plugin that cannot be simulated', async () => {
    const { study_id: study } = await launchStudyWithVersion(
      async ({ study: id, call }) => {
        const { nodes } = await saveTemplateDraft(call, id, 'questionnaire');
        const drawing = { ...keyboardTrial('drawing', {}), plugin: 'sketchpad' };
        return publishTimeline(call, id, {
          ...emptyTimeline('Questions', 'en'),
          nodes: [drawing, ...nodes],
        });
      },
      'Questions that are rehearsed',
      { kind: 'builder' },
    );
    const page = await opened(study);
    await page.getByLabel('Simulated participants').fill('1');
    await page.getByRole('radio', { name: 'As on the screen' }).check();
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await seeText(page, '1 of 1 came to the end');
    await seeText(page, /The plugin “sketchpad” cannot be simulated/);
    for (const name of ['age', 'sleep_rested', 'noise', 'wakes'])
      await see(page.getByRole('columnheader', { name, exact: true }));
  });
});
