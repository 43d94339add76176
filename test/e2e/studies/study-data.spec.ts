import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, type Person, type RecruitingStudy } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSimulatedRun } from '../support/hosted';
import { onePageStudyFiles, launchUploadedStudy } from '../support/running-here';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

/** Takes part in a study: sends the requests that the page around the study would send. */
async function takePart(study: RecruitingStudy, data: string, recording?: Buffer) {
  const { person, participation, send, sendFile, finish } = await startSimulatedRun(study);
  await send({ kind: 'trial', data });
  if (recording) await sendFile('voice.webm', recording);
  await finish();
  const move = (action: string) =>
    callApi('PUT', `/api/participations/${participation}/`, {
      token: person.token,
      body: { action },
    });
  await move('complete');
  return { move };
}

describe('research data of a study', () => {
  it('can be exported and downloaded in the editor until a participant withdraws the data', async () => {
    const study = await launchUploadedStudy(onePageStudyFiles, 'Words and their data');
    const { move } = await takePart(study, '{"word":"red","rt":312}');
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}?tab=data`);
    await seeHeading(page, 'Data');
    await page.getByLabel('Format of the table').selectOption('json');
    await page.getByRole('button', { name: 'Make an export' }).click();
    await seeText(page, '1 run, 1 row');
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const rows = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array())) as object[];
    expect(rows).toMatchObject([{ run_kind: 'trial', word: 'red', rt: 312 }]);

    await move('withdraw-data');
    await page.reload();
    await seeText(page, 'Make a new export, and delete copies of this one.');
    await see(page.getByText(/^Outdated/));
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
  });

  it('can be moved as a bundle, which becomes a draft with data that can be deleted', async () => {
    const study = await launchUploadedStudy(onePageStudyFiles, 'Words on a journey');
    await takePart(study, '{"word":"green","rt":256}', Buffer.from('1a45dfa3 and a voice'));
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}?tab=data`);
    expect(await page.getByRole('checkbox', { name: /^With recordings/ }).count()).toBe(0);
    await page.getByRole('radio', { name: 'Bundle' }).check();
    const choice = page.getByRole('checkbox', { name: /^With recordings/ });
    expect(await choice.isChecked()).toBe(false);
    await choice.focus();
    await page.keyboard.press('Space');
    await seeText(page, 'A voice or a face shows who somebody is');
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Make an export' }).click();
    await seeText(page, '1 run, 3 records');
    await see(page.getByText('With recordings', { exact: true }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    await page.goto('/experiments');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await seeText(page, 'Bring the bundle');
    expect(await seriousViolations(page)).toEqual([]);
    await page.locator('input[type=file]').setInputFiles(await download.path());
    await seeText(page, 'The study is here as a draft, with the data of 1 run');
    await seeHeading(page, 'Words on a journey');
    await page.getByRole('tab', { name: /^Data/ }).click();
    await seeHeading(page, 'Imported data');
    await seeText(page, 'With 1 recording or other file of a run.');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the imported data' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Delete the imported data' })
      .click();
    await seeText(page, 'The imported data are deleted');
  });
});
