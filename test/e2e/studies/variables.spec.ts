import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { startSimulatedRun } from '../support/hosted';
import { onePageStudyFiles, launchUploadedStudy } from '../support/running-here';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

/** Makes a study with data: sends the requests that the page around the study would send. */
async function withData(title: string) {
  const study = await launchUploadedStudy(onePageStudyFiles, title);
  const { person, participation, send, finish } = await startSimulatedRun(study);
  await send({ kind: 'trial', data: '{"word":"red","rt":312,"mood":1}' });
  await finish();
  await callApi('PUT', `/api/participations/${participation}/`, {
    token: person.token,
    body: { action: 'complete' },
  });
  return study.study_id;
}
const looksGood = async (page: Page) => {
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(await tooSmallControls(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
};
const opened = async (study: string) => {
  const page = await browser.open({ as: researcher });
  await page.goto(`/experiments/details/${study}?tab=data`);
  await seeHeading(page, 'Variables');
  await page.getByRole('button', { name: 'Describe variables' }).press('Enter');
  return page;
};

describe('variables of a study', () => {
  it('are described with the keyboard, and appear in the codebook of the next export, also in a second language', async () => {
    const study = await withData('Words and moods');
    const page = await opened(study);
    await seeText(page, 'The columns of 1 run');
    await looksGood(page);
    await page.getByRole('button', { name: 'Describe mood' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Description').fill('How the participant feels');
    await page.getByRole('dialog').getByLabel('Unit').fill('points');
    await page.getByRole('button', { name: 'Add a value' }).press('Enter');
    await page.getByLabel('Value 1', { exact: true }).fill('1');
    await page.getByLabel('Label 1', { exact: true }).fill('calm');
    await looksGood(page);
    await page.getByRole('dialog').getByLabel('Unit').press('Enter');
    await seeText(page, 'Saved. The next export has it.');
    await see(page.getByRole('cell', { name: 'How the participant feels' }));
    await see(page.getByRole('cell', { name: '1 label' }));

    await page.getByLabel('Format of the table').selectOption('json');
    await page.getByLabel('Language of codebook and README').selectOption('de');
    await page.getByRole('button', { name: 'Make an export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const { data } = JSON.parse(strFromU8(files['codebook.json'] ?? new Uint8Array())) as {
      data: { name: string; description?: string }[];
    };
    expect(data.find(({ name }) => name === 'mood')).toMatchObject({
      description: 'How the participant feels',
      unit: 'points',
      labels: [{ value: '1', label: 'calm' }],
    });
    expect(data.find(({ name }) => name === 'run_session')?.description).toContain('Erhebung');
  });

  it('are not overwritten without a confirmation when another person has changed them', async () => {
    const study = await withData('Moods of two');
    const page = await opened(study);
    await page.getByRole('button', { name: 'Describe mood' }).click();
    await page.getByRole('dialog').getByLabel('Description').fill('Mine');
    const theirs = { name: 'mood', description: 'Theirs', unit: '', levels: [], version: null };
    await callApi('PUT', `/api/studies/${study}/variables/`, {
      token: researcher.token,
      body: { variables: [theirs] },
    });
    const list = `**/api/studies/${study}/variables/`;
    await page.route(list, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Save changes' }).click();
    await see(page.getByRole('dialog').getByRole('button', { name: 'Try again' }));
    await page.unroute(list);
    for (const problem of browser.problems.splice(0)) expect(problem).toContain('ERR_FAILED');
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await seeText(page, 'Somebody else has described this variable meanwhile');
    await seeText(page, 'Description: Theirs');
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine instead' }).click();
    await see(page.getByRole('cell', { name: 'Mine' }));
  });

  it('are described by a CSV file, which is checked by line and can be exported and imported again', async () => {
    const study = await withData('Moods in a spreadsheet');
    const page = await opened(study);
    await page.getByRole('button', { name: 'From a CSV' }).click();
    const file = (name: string, text: string) => ({
      ...{ name, mimeType: 'text/csv', buffer: Buffer.from(text) },
    });
    const input = page.locator('[role=dialog] input[type=file]');
    await input.setInputFiles(file('wrong.csv', 'name;text\nmood;x\n'));
    await seeText(page, 'The heading needs the columns variable and description');
    expect(await seriousViolations(page)).toEqual([]);
    await input.setInputFiles(file('typo.csv', 'variable;description\nMOOD;x\nlater;y\n'));
    await seeText(page, '2 names are not columns yet');
    await seeText(page, 'MOOD: did you mean mood?');
    expect(await seriousViolations(page)).toEqual([]);
    const lines = [
      'variable;description;value;label',
      'mood;How they feel;1;calm',
      'mood;;2;tense',
    ];
    await input.setInputFiles(file('codebook.csv', lines.join('\r\n')));
    await seeText(page, '1 variable will be described as the file says.');
    await page.getByRole('button', { name: 'Save the descriptions' }).click();
    await see(page.getByRole('cell', { name: '2 labels' }));
    await waitUntilHidden(page.getByRole('dialog'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(
      'mood,How they feel,,1,calm\r\nmood,,,2,tense',
    );
  });
});
