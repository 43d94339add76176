import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSimulatedRun } from '../support/hosted';
import { onePageStudyFiles, launchUploadedStudy } from '../support/running-here';
import { see, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});
const error = {
  kind: 'event' as const,
  data: JSON.stringify({ type: 'error', message: 'x is not defined', file: 'task.js', line: 3 }),
};

describe('live counts of runs', () => {
  it('appear on the dashboard as tiles and as a table, without a layout shift', async () => {
    const title = 'Words that are counted live';
    const study = await launchUploadedStudy(onePageStudyFiles, title);
    const page = await browser.open({ as: researcher });
    await page.goto('/sessions/dashboard');
    const tile = page.getByRole('listitem', { name: title });
    await see(tile.getByText('0 running'));
    const run = await startSimulatedRun(study);
    await startSimulatedRun(study);
    await see(tile.getByText('2 running'));
    const place = await tile.boundingBox();
    await run.send(error);
    await see(tile.getByText('1 with errors'));
    expect(await tile.boundingBox()).toEqual(place);
    expect(await seriousViolations(page)).toEqual([]);
    await page.locator('label', { hasText: 'Table' }).click();
    const row = page.getByRole('row', { name: new RegExp(title) });
    await see(row.getByText('1 with errors'));
    const height = (await row.boundingBox())?.height;
    await run.finish();
    await see(row.getByText('1 running'));
    expect((await row.boundingBox())?.height).toBe(height);
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await see(row.getByText('1 with errors'));
    expect(await horizontalOverflow(page)).toEqual([]);
  });

  it('appear on the page of the session, and update its list of participations', async () => {
    const study = await launchUploadedStudy(onePageStudyFiles, 'Words of a session');
    const run = await startSimulatedRun(study);
    const page = await browser.open({ as: researcher });
    await page.goto(`/sessions/${study.session_id}#data`);
    await seeText(page, '1 running');
    await run.send(error);
    await seeText(page, '1 with errors');
    await see(page.getByRole('table', { name: 'Errors, and what did not load' }));
    await run.finish();
    await seeText(page, '0 running');
    expect(await seriousViolations(page)).toEqual([]);
  });
});
