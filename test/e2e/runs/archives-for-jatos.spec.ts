import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/accessibility';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  apiCallerOfDemoResearcher,
  createBuilderStudy,
  publishTimeline,
  smallTimeline,
} from '../support/builder-studies';
import { jatosResultLinesIn, startJatos } from '../support/jatos-server';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

/** A study that loads jsPsych from a CDN, as in its tutorials. Its page is in a sub-folder. */
const study = {
  'task/index.html':
    Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Words</title>
<script src="https://unpkg.com/jspsych@8.3.0"></script>
<script src="https://unpkg.com/@jspsych/plugin-html-keyboard-response@2.0.0"></script>
<link href="https://unpkg.com/jspsych@8.3.0/css/jspsych.css" rel="stylesheet">
</head><body></body><script src="words.js"></script></html>`),
  'task/words.js': Buffer.from(`const jsPsych = initJsPsych({ on_finish: () => {
  jsPsych.data.addProperties({ seen: jsPsych.data.get().count() });
} });
jsPsych.run(['red', 'green', 'ünique'].map((word) => ({
  type: jsPsychHtmlKeyboardResponse, stimulus: '<p>' + word + '</p>', choices: ['f', 'j'], data: { word },
  on_finish: (data) => { data.correct = data.response === 'f'; },
})));`),
  'README.txt': Buffer.from('A file beside it'),
};
async function press(page: Page, inStudy: Pick<Page, 'getByText'>) {
  for (const [word, key] of [
    ['red', 'f'],
    ['green', 'j'],
    ['ünique', 'f'],
  ] as const) {
    await see(inStudy.getByText(word, { exact: true }));
    await page.keyboard.press(key);
  }
}
/** Removes the times, which differ between two runs with the same answers. */
const withoutTimes = (trials: readonly object[]) =>
  trials.map((trial) => ({ ...trial, rt: null, time_elapsed: null }));
const amendedIn = (records: readonly { kind: string; data: string }[]) =>
  records
    .filter(({ kind }) => kind === 'amend')
    .map(({ data }) => JSON.parse(data) as { trial: number; data: object });

async function ranHere(files: Record<string, Uint8Array>, title: string, runtime: object) {
  const recruiting = await launchUploadedStudy(files, title, runtime);
  const { page, participation } = await enrolAndOpenStudy(browser, recruiting);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await press(page, page.frameLocator('iframe'));
  await seeHeading(page, 'All of your answers have arrived');
  await page.close();
  const records = await recordsOfSession(recruiting.session_id);
  return { id: recruiting.study_id, trials: withoutTimes(trialsIn(records)), records };
}

describe('JATOS archive of a study that was not made for JATOS', () => {
  it('names the differences before the download, and yields the same records in JATOS and when imported again', async () => {
    const here = await ranHere(study, 'Out and in', { entry: 'task/index.html' });
    expect(here.trials).toHaveLength(3);

    const researcher = await demoPerson('researcher');
    const page = await browser.open({ as: researcher, reducedMotion: 'reduce' });
    await page.goto(`/experiments/details/${here.id}?tab=runs`);
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Archive for JATOS' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'An archive for JATOS' });
    await see(dialog.getByText('groups do not stay even'));
    expect(await seriousViolations(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download', exact: true }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.jzip$/);
    const archive = new Uint8Array(await readFile(await download.path()));

    const jatos = await startJatos(archive);
    try {
      const there = await browser.open({ cookiesAccepted: false });
      await there.goto(jatos.url);
      await press(there, there);
      await seeHeading(there, 'Study finished');
      expect(jatos.end()).toEqual({ successful: 'true', message: null });
      const { trials, others } = jatosResultLinesIn(jatos.results);
      expect(withoutTimes(trials)).toEqual(here.trials);
      const amended = others
        .filter(({ commonlab }) => commonlab === 'amend')
        .map(({ trial, data }) => ({ trial, data }));
      expect(amended.map(({ trial, data }) => [trial, (data as { seen: number }).seen])).toEqual(
        amendedIn(here.records).map(({ trial }) => [trial, 3]),
      );
      expect(others.some(({ type }) => type === 'error')).toBe(false);
    } finally {
      await jatos.stop();
    }

    const [component] = jatos.study.componentList;
    const again = await ranHere(unzipSync(archive), 'In again', {
      entry: `${jatos.study.dirName}/${component?.htmlFilePath}`,
      resume: { mode: 'component', hours: 24 },
    });
    expect(again.trials).toEqual(here.trials);
    expect(amendedIn(again.records)).toHaveLength(amendedIn(here.records).length);
  });

  it('makes each page a component, with its forms, files and the data passed between pages', async () => {
    const page = (body: string) =>
      Buffer.from(`<!doctype html><html lang="en"><head><title>Form</title></head>${body}</html>`);
    const recruiting = await launchUploadedStudy(
      {
        'index.html': page(`<form method="post" action="parts/two.html">
<label>Name <input name="word"></label><button>Next</button></form>
<script>commonlab.memory.setItem('from', 'the first page')</script>`),
        'parts/two.html': page(`<img src="dot.svg" alt=""><p></p><button>Last</button><script>
document.querySelector('p').textContent = commonlab.memory.getItem('from') + ', ' + commonlab.participant;
document.querySelector('button').onclick = async () => {
  await commonlab.file('my note.txt', new Blob(['kept']));
  await commonlab.record({ pictures: document.querySelector('img').naturalWidth });
  location.href = '../my last.html';
};</script>`),
        'parts/dot.svg': Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
        ),
        'my last.html': page(`<form method="post" action="save.php"><button>Send</button></form>`),
      },
      'Pages for JATOS',
      { resume: { mode: 'component', hours: 24 } },
    );
    const jatos = await startJatos(await lastArchiveOf(recruiting.study_id));
    try {
      const there = await browser.open({ cookiesAccepted: false });
      await there.goto(jatos.url);
      await there.getByLabel('Name').fill('quokka');
      await there.getByRole('button', { name: 'Next' }).click();
      await see(there.getByText('the first page, 42', { exact: true }));
      await there.getByRole('button', { name: 'Last' }).click();
      await there.getByRole('button', { name: 'Send' }).click();
      await seeHeading(there, 'Study finished');
      expect(jatos.results.map(({ component }) => component)).toEqual([
        'index.html',
        'parts/two.html',
        'my last.html',
      ]);
      expect(jatosResultLinesIn(jatos.results).trials).toEqual([
        { commonlab_form: 'index.html', word: 'quokka' },
        { pictures: 7 },
        { commonlab_form: 'my last.html' },
      ]);
      expect([...(jatos.results[1]?.files.keys() ?? [])]).toEqual(['my_note.txt']);
      expect(jatos.session()).toEqual({ commonlab: { from: 'the first page' } });
      expect(jatos.end()).toEqual({ successful: 'true', message: null });
    } finally {
      await jatos.stop();
    }
  });

  it('contains jsPsych 6 and 7, and the modules of an import map', async () => {
    const inPage = (head: string, script: string, type = '') =>
      Buffer.from(`<!doctype html><html lang="en"><head><title>Words</title>${head}</head><body></body>
<script${type}>${script}</script></html>`);
    const loaded = (from: string, ...files: string[]) =>
      files.map((file) => `<script src="${from}${file}"></script>`).join('');
    const timeline = (type: string) => `['red', 'blue'].map((word) => ({ type: ${type},
      stimulus: '<p>' + word + '</p>', choices: ['f'], data: { word } }))`;
    const keyboard = '@jspsych/plugin-html-keyboard-response';
    const modules = `{ "imports": { "jspsych": "https://esm.sh/jspsych@8", "keyboard": "https://esm.sh/${keyboard}@2" } }`;
    for (const [name, page] of Object.entries({
      'jsPsych 6': inPage(
        loaded(
          'https://cdn.jsdelivr.net/gh/jspsych/jsPsych@6.3.1/',
          ...['jspsych.js', 'plugins/jspsych-html-keyboard-response.js'],
        ),
        `jsPsych.init({ timeline: ${timeline("'html-keyboard-response'")} });`,
      ),
      'jsPsych 7': inPage(
        loaded('https://unpkg.com/', 'jspsych@7.3.4', `${keyboard}@1.1.3`),
        `initJsPsych().run(${timeline('jsPsychHtmlKeyboardResponse')});`,
      ),
      modules: inPage(
        `<script type="importmap">${modules}</script>`,
        `import { initJsPsych } from 'jspsych'; import keyboard from 'keyboard';
initJsPsych().run(${timeline('keyboard')});`,
        ' type="module"',
      ),
    })) {
      const recruiting = await launchUploadedStudy({ 'index.html': page }, `${name} for JATOS`);
      const jatos = await startJatos(await lastArchiveOf(recruiting.study_id));
      try {
        const there = await browser.open({ cookiesAccepted: false });
        await there.goto(jatos.url);
        for (const word of ['red', 'blue']) {
          await see(there.getByText(word, { exact: true }));
          await there.keyboard.press('f');
        }
        await seeHeading(there, 'Study finished');
        expect([name, jatosResultLinesIn(jatos.results).trials.map(({ word }) => word)]).toEqual([
          name,
          ['red', 'blue'],
        ]);
      } finally {
        await jatos.stop();
      }
    }
  });

  it('stores the trials of an experiment made with the builder in JATOS', async () => {
    const call = await apiCallerOfDemoResearcher();
    const { _id: built } = await createBuilderStudy(call);
    const version = await publishTimeline(call, built, smallTimeline);
    const jatos = await startJatos(await archiveOf(built, version._id));
    try {
      const there = await browser.open({ cookiesAccepted: false });
      await there.goto(jatos.url);
      for (const [word, key] of [
        ['RED', 'b'],
        ['BLUE', 'b'],
        ['RED', 'r'],
        ['BLUE', 'b'],
      ] as const) {
        await see(there.getByText(word, { exact: true }));
        await there.keyboard.press(key);
      }
      await seeHeading(there, 'Study finished');
      expect(jatosResultLinesIn(jatos.results).trials).toMatchObject([
        { word: 'red', correct: false },
        { word: 'blue', correct: true },
        { word: 'red', correct: true },
        { word: 'blue', correct: true },
      ]);
    } finally {
      await jatos.stop();
    }
  });
});

async function archiveOf(studyId: string, version: string): Promise<Uint8Array> {
  const call = await apiCallerOfDemoResearcher();
  const at = `/api/studies/${studyId}/versions/${version}/archive/?format=jzip`;
  const { url } = await call<{ url: string }>('POST', at);
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
async function lastArchiveOf(studyId: string): Promise<Uint8Array> {
  const call = await apiCallerOfDemoResearcher();
  const at = `/api/studies/${studyId}/versions/`;
  const { items } = await call<{ items: { _id: string }[] }>('GET', at);
  return archiveOf(studyId, items[0]?._id ?? '');
}
