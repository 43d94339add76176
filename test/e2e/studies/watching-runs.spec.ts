import { readFileSync } from 'node:fs';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSimulatedRun, type RecordContent } from '../support/hosted';
import { expectFocus, hasFocus, tabToAndPress, tabTo } from '../support/keyboard';
import { onePageStudyFiles, launchUploadedStudy } from '../support/running-here';
import { waitUntilHidden, see, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

const trial = (n: number): RecordContent => ({
  kind: 'trial',
  data: JSON.stringify({
    trial_type: 'html-keyboard-response',
    trial_index: n,
    rt: 312.4 + n,
    stimulus: `<p class="word">${'a long stimulus of the study '.repeat(5)}</p>`,
    response: 'f',
    correct: n % 3 !== 0,
  }),
});
const event = (data: object): RecordContent => ({ kind: 'event', data: JSON.stringify(data) });
const error = (line: number) =>
  event({
    type: 'error',
    message: 'TypeError: Cannot read properties of undefined (reading "word")',
    file: 'scripts/task.js',
    line,
    column: 7,
  });

describe('runs on the page of their session', () => {
  it('show their errors, and can be read while they happen', async () => {
    const study = await launchUploadedStudy(onePageStudyFiles, 'Words that are watched');
    const [first, second, third] = [
      await startSimulatedRun(study),
      await startSimulatedRun(study),
      await startSimulatedRun(study),
    ];
    await first.send(...Array.from({ length: 103 }, (_, n) => trial(n)));
    await second.send(trial(1), error(12), event({ type: 'blur', at: 812 }), trial(2));
    await third.send(error(12), error(40), trial(1));
    await third.finish();

    const page = await browser.open({ as: researcher });
    await page.goto(`/sessions/${study.session_id}#people`);
    const runs = page.getByRole('table', { name: 'People' });
    await see(runs.getByRole('row', { name: /Started .*1 error window left once/ }));
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Data' }).click();
    const errors = page.getByRole('table', { name: 'Errors, and what did not load' });
    await see(errors.getByRole('row', { name: /scripts\/task\.js:12 2$/ }));
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByRole('tab', { name: 'People' }).click();
    const row = runs.getByRole('row', { name: / 103 / });
    // Each row is one tab stop; the arrow keys move within it.
    await tabTo(page, row.getByRole('checkbox'));
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(row.getByRole('button', { name: /^Records of / }))).toBe(true);
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: /^Records of / });
    await see(drawer.getByRole('row', { name: /^100 Trial html-keyboard-response/ }));
    expect(await seriousViolations(page)).toEqual([]);
    await tabToAndPress(page, drawer.getByRole('button', { name: 'Show more' }));
    await see(drawer.getByRole('row', { name: /^103 / }));
    await seeText(page, '103 records shown; new ones appear by themselves');

    await first.send(trial(103));
    await see(drawer.getByRole('row', { name: /^104 / }));
    const json = drawer.locator('summary').first();
    await json.focus();
    await page.keyboard.press('Enter');
    await see(drawer.getByText('"trial_type": "html-keyboard-response"').first());

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Download as JSON Lines' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^records-[0-9a-f]{6}-1\.jsonl$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(104);
    expect(JSON.parse(lines[103] ?? '')).toEqual({ seq: 104, ...trial(103) });

    await page.keyboard.press('Escape');
    await waitUntilHidden(drawer);
    await expectFocus(page, 'reading the records');
  });

  it('fit the screen of a phone', async () => {
    const study = await launchUploadedStudy(onePageStudyFiles, 'Words on a phone');
    const run = await startSimulatedRun(study);
    await run.send(...Array.from({ length: 8 }, (_, n) => trial(n)), error(12));
    const page = await browser.open({ as: researcher, viewport: { width: 360, height: 740 } });
    await page.goto(`/sessions/${study.session_id}#data`);
    await see(page.getByRole('table', { name: 'Errors, and what did not load' }));
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.getByRole('tab', { name: 'People' }).click();
    await see(page.getByRole('button', { name: /^Records of / }));
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.getByRole('button', { name: /^Records of / }).click();
    await see(page.getByRole('row', { name: /^9 Event error/ }));
    expect(await horizontalOverflow(page)).toEqual([]);
  });
});
