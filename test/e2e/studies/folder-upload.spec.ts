import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Study } from '../../../contracts/studies/studies';
import { seriousViolations } from '../support/accessibility';
import { callApi, demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { see, seeText } from '../support/see';

const browser = useBrowser();
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'commonlab-folder-'));
});
afterAll(() => rm(parent, { recursive: true }));

it('an experiment is uploaded as an unpacked folder', async () => {
  const folder = join(parent, 'faces');
  await mkdir(join(folder, 'img'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Faces</title><img src="img/a.svg">',
  );
  await writeFile(join(folder, 'img', 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const researcher = await demoPerson('researcher');
  const study = await callApi<Study>('POST', '/api/studies/', {
    token: researcher.token,
    body: {
      title: 'Faces from a folder',
      description: 'You look at faces.',
      duration_minutes: 5,
      privacy_level: 'roster_on_start',
    },
  });
  const page = await browser.open({ as: researcher });
  await page.goto(`/experiments/details/${study._id}?tab=runs`);
  await page.getByRole('radio', { name: 'Here, with files that you upload' }).check();
  await see(page.getByRole('button', { name: 'Choose a folder' }));
  await page.locator('input[webkitdirectory]').setInputFiles(folder);
  await seeText(page, 'Version 1 is here');
  expect(await seriousViolations(page)).toEqual([]);
  const { items } = await callApi<{ items: { name: string; files: number; entry: string }[] }>(
    'GET',
    `/api/studies/${study._id}/versions/`,
    { token: researcher.token },
  );
  expect(items).toMatchObject([{ name: 'faces.zip', files: 2, entry: 'index.html' }]);
});
