/** @long: `npm test -- long` runs it with each version of jsPsych */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Rehearsal } from '../../../contracts/runtime/rehearsals';
import type { RunError } from '../../../contracts/runtime/runs';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import { printSeededRandom } from '../../support/chance/seeded';
import { callApi, signInByApi } from '../support/api';
import { useBrowser } from '../support/browser';
import { demoAccounts } from '../support/product';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
  waitUntilStored,
} from '../support/running-here';
import { seeHeading, seeText } from '../support/see';

const browser = useBrowser();
const trialsOf = (records: readonly { kind: string; data: string }[]) =>
  records
    .filter(({ kind }) => kind === 'trial')
    .map(({ data }) => JSON.parse(data) as Record<string, unknown>);

/** Builds a study of twenty jsPsych trials in one minified file, as bundlers write it. */
function bundled(jspsych: string, plugin: string): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'commonlab-bundle-'));
  const at = (name: string) => JSON.stringify(resolve('node_modules', name));
  writeFileSync(
    join(folder, 'main.js'),
    `import { initJsPsych } from ${at(jspsych)};
import callFunction from ${at(plugin)};
const js = initJsPsych({
  on_finish: () => {
    js.data.addProperties({ group: 'a' });
    document.body.textContent = 'The end';
  },
});
js.run([...Array(20).keys()].map((item) => ({
  type: callFunction, func: () => item * 2, data: { item },
  on_finish: (data) => { data.correct = item % 2 === 0; },
})));`,
  );
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Bundle</title><body><script type="module" src="./main.js"></script></body>',
  );
  try {
    // Vite runs as a separate program, because its package cannot be required here.
    execFileSync(process.execPath, [
      resolve('node_modules/vite/bin/vite.js'),
      ...['build', folder, '--base', './', '--logLevel', 'silent'],
    ]);
    const dist = join(folder, 'dist');
    const files = readdirSync(dist, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      files
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .map((path) => [relative(dist, path), readFileSync(path)]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('study that bundles jsPsych', () => {
  const versions = [
    [8, 'jspsych/dist/index.js', '@jspsych/plugin-call-function/dist/index.js'],
    [7, 'jspsych-7/dist/index.js', 'jspsych-7-plugin-call-function/dist/index.js'],
  ] as const;
  it.each(
    sampleUnlessLongRun(versions, 1, printSeededRandom('the version of jsPsych that is bundled')),
  )('version %d has each of its trials stored, and ends the study', async (_, jspsych, plugin) => {
    const study = await launchUploadedStudy(bundled(jspsych, plugin), `Bundle of ${jspsych}`);
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    const records = await recordsOfSession(study.session_id);
    expect(trialsOf(records)).toMatchObject(
      Array.from({ length: 20 }, (__, item) => ({
        trial_type: 'call-function',
        ...{ item, value: item * 2, correct: item % 2 === 0 },
      })),
    );
    const amended = records.filter(({ kind }) => kind === 'amend');
    expect(amended.map(({ data }) => data).every((data) => data.includes('"group":"a"'))).toBe(
      true,
    );
    expect(amended).toHaveLength(20);
  });
});

describe('study that does not report its end', () => {
  const files = {
    'index.html': Buffer.from(`<!doctype html><html lang="en"><title>Words</title>
<body><h1>Thank you, that was all</h1><script>commonlab.record({ word: 'red' });</script></body></html>`),
  };

  it('can be ended by its participant, which its researchers can see', async () => {
    const study = await launchUploadedStudy(files, 'Words without an end', {
      resume: { mode: 'restart', hours: 24 },
    });
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    await page.clock.install();
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await waitUntilStored(study.session_id, (records) => trialsOf(records).length === 1);
    const way = page.getByRole('button', { name: 'Finished, or stuck?' });
    expect(await way.count()).toBe(0);
    await page.clock.fastForward(90_000);
    await way.click();
    await page.getByRole('button', { name: 'Back to the study' }).click();
    await page.frameLocator('iframe').getByText('Thank you, that was all').waitFor();
    await way.click();
    await page.getByRole('button', { name: 'I have done it all' }).click();
    await page.clock.resume();
    await seeHeading(page, 'All of your answers have arrived');
    const { token } = await signInByApi(demoAccounts.researcher);
    const { items } = await callApi<{ items: RunError[] }>(
      'GET',
      `/api/sessions/${study.session_id}/run-errors/`,
      { token },
    );
    expect(items).toMatchObject([{ kind: 'no_end', runs: 1 }]);
  });
});

it('a researcher rehearses a plain page by hand, and the answer is stored like that of a participant', async () => {
  const files = {
    'index.html': Buffer.from(`<!doctype html><html lang="en"><title>Words</title><body>
<button onclick="commonlab.record({ word: 'red' }).then(() => commonlab.finish())">Red</button>
</body></html>`),
  };
  const study = await launchUploadedStudy(files, 'Words by hand', {
    resume: { mode: 'restart', hours: 24 },
  });
  const researcher = await signInByApi(demoAccounts.researcher);
  const page = await browser.open({ as: researcher });
  await page.goto(`/experiments/details/${study.study_id}?tab=runs`);
  await page.getByText('Yourself', { exact: true }).click();
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Red' }).click();
  await seeText(page, '1 of 1 came to the end');
  const { items } = await callApi<{ items: Rehearsal[] }>(
    'GET',
    `/api/studies/${study.study_id}/rehearsals/`,
    { token: researcher.token },
  );
  expect(items).toMatchObject([{ mode: 'by-hand', summary: { completed: 1, lost: 0 } }]);
  expect(items[0]?.runs[0]?.records).toBe(2 + (items[0]?.runs[0]?.events ?? 0));
});
