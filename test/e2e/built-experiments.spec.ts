import { createServer, type Server } from 'node:http';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { FrameLocator, Page } from 'playwright-core';
import type { StudyVersion } from '../../contracts/study-files';
import type { TimelineDraft, TimelineTemplate } from '../../contracts/study-timelines';
import { emptyTimeline, type Timeline, type TimelineNode } from '../../contracts/timeline';
import type { Json } from '../../contracts/timeline-values';
import { callApi, signInByApi } from './support/api';
import { seriousViolations } from './support/accessibility';
import { useBrowser } from './support/browser';
import { demoAccounts, product } from './support/product';
import { atTheDoor, begin, recordsOf, recruitWith, trialsIn } from './support/running-here';
import { see, seeHeading } from './support/see';

const browser = useBrowser();

const researcher = async () => {
  const { token } = await signInByApi(demoAccounts.researcher);
  return <T = { _id: string }>(method: string, path: string, body?: object) =>
    callApi<T>(method, path, { token, ...(body && { body }) });
};
type Call = Awaited<ReturnType<typeof researcher>>;

/** The template as the draft of a study. */
async function draftOf(call: Call, study: string, template: TimelineTemplate): Promise<Timeline> {
  const { timeline } = await call<TimelineDraft>(
    'POST',
    `/api/studies/${study}/timeline/template/`,
    {
      version: 0,
      template,
      language: 'en',
    },
  );
  if (!timeline) throw new Error('no timeline');
  return timeline;
}
const publish = (call: Call, study: string, timeline: Timeline) =>
  call<StudyVersion>('POST', `/api/studies/${study}/versions/`, { timeline });
const newStudy = (call: Call) =>
  call('POST', '/api/studies/', {
    title: 'Made with the builder',
    description: 'You press keys.',
    duration_minutes: 5,
    privacy_level: 'anonymous',
  });

/** The folder of a version, as a researcher gets it: unpacked somewhere. */
async function folderOf(timeline: Timeline | TimelineTemplate): Promise<string> {
  const call = await researcher();
  const { _id: study } = await newStudy(call);
  const made = typeof timeline === 'string' ? await draftOf(call, study, timeline) : timeline;
  const version = await publish(call, study, made);
  const at = `/api/studies/${study}/versions/${version._id}/archive/`;
  const { url } = await call<{ url: string }>('POST', at);
  const files = unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  const folder = await mkdtemp(join(tmpdir(), 'commonlab-folder-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wav: 'audio/wav',
};
/** A server that knows nothing of us. */
function plainServer(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '');
    readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      (content) => {
        response.setHeader('content-type', types[path.split('.').at(-1) ?? ''] ?? 'text/html');
        response.end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const trial = (id: string, parameters: Record<string, Json>, more: object = {}): TimelineNode => ({
  id,
  type: 'trial',
  name: id,
  plugin: 'html-keyboard-response',
  parameters,
  ...more,
});
/** Tables, JavaScript, a loop, a condition of the block and the condition that was drawn. */
const small: Timeline = {
  ...emptyTimeline('Small words', 'en'),
  nodes: [
    {
      id: 'words',
      type: 'block',
      name: 'Words',
      variables: {
        columns: ['word', 'key'],
        rows: [
          ['red', 'r'],
          ['blue', 'b'],
        ],
      },
      loop: { rule: { of: 'share', field: 'correct', is: 'less', value: 1 }, at_most: 2 },
      nodes: [
        trial(
          'word',
          { stimulus: { $js: '`<p>${variable("word").toUpperCase()}</p>`' }, choices: ['r', 'b'] },
          {
            data: { word: { $var: 'word' }, group: { $condition: 'group' } },
            correct_response: { $var: 'key' },
          },
        ),
      ],
    },
    {
      id: 'never',
      type: 'block',
      name: 'Never',
      only_if: { of: 'last', field: 'correct', is: 'equal', value: false },
      nodes: [trial('sorry', { stimulus: 'Sorry' })],
    },
  ],
};

/** Presses the key of the colour that a word of the Stroop task is written in. */
async function answerStroop(page: Page, inFrame: FrameLocator): Promise<void> {
  const keys: Record<string, string> = {
    'rgb(198, 40, 40)': 'r',
    'rgb(46, 125, 50)': 'g',
    'rgb(21, 101, 192)': 'b',
  };
  const word = inFrame.locator('p[style*="color"]');
  await word.waitFor();
  const ink = await word.evaluate((one) => getComputedStyle(one).color);
  await page.keyboard.press(keys[ink] ?? '');
  await word.waitFor({ state: 'detached' });
}

describe('An experiment made with the builder', () => {
  it('runs here to the end, goes on after a reload, and its records are stored', async () => {
    const study = await recruitWith(
      async ({ study: id, call }) => {
        const timeline = await draftOf(call, id, 'stroop');
        // The researcher shortens it.
        for (const node of timeline.nodes)
          if (node.type === 'block')
            node.sample = { type: 'without_replacement', size: node.id === 'main' ? 4 : 3 };
        timeline.settings = { text_size: 24 };
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
    await page.reload();
    await begin(page);
    await answerStroop(page, inFrame);
    await answerStroop(page, inFrame);
    await see(inFrame.getByText('That was the last trial.'));
    await page.keyboard.press(' ');
    await seeHeading(page, 'All of your answers have arrived');
    const trials = trialsIn(await recordsOf(study.session_id)) as Record<string, unknown>[];
    const words = trials.filter((one) => one.part !== undefined);
    expect(words.map(({ part }) => part)).toEqual([
      ...Array.from({ length: 3 }, () => 'practice'),
      ...Array.from({ length: 4 }, () => 'main'),
    ]);
    expect(
      words.every(({ correct, trial_name: name }) => correct === true && name === 'Word'),
    ).toBe(true);
  });

  it('runs as a folder of its own on a plain server, and offers its data as files', async () => {
    const folder = await folderOf(small);
    const server = await plainServer(folder);
    try {
      const page = await browser.open({ cookiesAccepted: false });
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/?group=a`);
      await see(page.getByText('RED', { exact: true }));
      await page.keyboard.press('b');
      await see(page.getByText('BLUE', { exact: true }));
      await page.keyboard.press('b');
      await see(page.getByText('RED', { exact: true }));
      await page.keyboard.press('r');
      await see(page.getByText('BLUE', { exact: true }));
      await page.keyboard.press('b');
      await seeHeading(page, 'This is the end of the experiment.');
      expect(await seriousViolations(page)).toEqual([]);
      const saved = async (name: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/^Small-words\.(csv|json)$/);
        return readFile(await download.path(), 'utf8');
      };
      const rows = JSON.parse(await saved('Save the data as JSON')) as object[];
      const of = (word: string, correct: boolean) => ({
        word,
        correct,
        group: 'a',
        trial_name: 'word',
      });
      expect(rows).toMatchObject([
        of('red', false),
        of('blue', true),
        of('red', true),
        of('blue', true),
      ]);
      expect(rows).toHaveLength(4);
      expect((await saved('Save the data as CSV')).split('\n')[0]).toContain('"correct"');
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  });

  it('runs where its folder is opened without any server', async () => {
    const folder = await folderOf('questionnaire');
    try {
      const page = await browser.open({ cookiesAccepted: false });
      await page.goto(`file://${folder}/index.html`);
      await see(page.getByText('Page 1 of 3'));
      expect(await seriousViolations(page)).toEqual([]);
      // By the keyboard alone; what is missing is said, and the first one is gone to.
      await page.getByLabel('How old are you?').focus();
      await page.keyboard.press('Enter');
      await see(page.getByText('Please answer this question.').first());
      await page.keyboard.type('12');
      await page.keyboard.press('Enter');
      await see(page.getByText('At least 18, please.'));
      await page.keyboard.press('Control+A');
      await page.keyboard.type('42');
      await page.keyboard.press('Tab');
      await page.keyboard.press(' ');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await see(page.getByText('Page 2 of 3'));
      expect(await seriousViolations(page)).toEqual([]);
      for (const row of ['I fell asleep', 'I slept through', 'I was rested', 'I needed a nap'])
        await page.getByRole('radio', { name: new RegExp(`^${row}.*: On most days$`) }).check();
      await page.getByRole('button', { name: 'Next' }).click();
      await see(page.getByText('Page 3 of 3'));
      const sources = page.getByText('Which noises disturb you?');
      expect(await sources.isVisible()).toBe(false);
      await page.getByRole('radio', { name: '7, very much' }).check();
      await see(sources);
      await page.getByRole('checkbox', { name: 'Other' }).check();
      await page.getByLabel('In your own words').fill('Bells');
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Done' }).click();
      await seeHeading(page, 'This is the end of the experiment.');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the data as JSON' }).click(),
      ]);
      const [row] = JSON.parse(await readFile(await download.path(), 'utf8')) as object[];
      expect(row).toMatchObject({
        age: 42,
        place: 'city',
        sleep_asleep: 3,
        sleep_nap: 3,
        noise: 7,
        sources: ['other'],
        sources_comment: 'Bells',
        wakes: null,
        nights: null,
      });
      // The console says that jsPsych has no server here.
      browser.problems.splice(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is tried beside the editor: each change begins anew, with what was said of trials and errors', async () => {
    const call = await researcher();
    const { _id: study } = await newStudy(call);
    const { url } = await call<{ url: string }>('POST', `/api/studies/${study}/timeline/preview/`);
    const page = await browser.open({ cookiesAccepted: false });
    await page.goto(`${product().url}/`);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.style.cssText = 'position: fixed; inset: 0; z-index: 9999; background: white';
      frame.src = src;
      const said: { type: string; run?: number; node?: string }[] = [];
      Object.assign(window, { said, frame });
      addEventListener(
        'message',
        ({ data, source }: MessageEvent<{ commonlab?: string; type: string }>) => {
          if (source === frame.contentWindow && data.commonlab === 'preview') said.push(data);
        },
      );
      document.body.append(frame);
    }, url);
    const said = (type: string) =>
      page.waitForFunction(
        (wanted) =>
          (window as unknown as { said: { type: string }[] }).said.find(
            (one) => one.type === wanted,
          ),
        type,
      );
    const show = (run: number, timeline: Timeline, only: string | null) =>
      page.evaluate(
        (request) =>
          (window as unknown as { frame: HTMLIFrameElement }).frame.contentWindow?.postMessage(
            JSON.parse(request) as unknown,
            '*',
          ),
        JSON.stringify({
          commonlab: 'preview',
          type: 'run',
          run,
          timeline,
          only,
          condition: { group: 'a' },
        }),
      );
    await said('ready');
    await show(1, small, null);
    await see(page.frameLocator('iframe').getByText('RED', { exact: true }));
    await show(2, small, 'sorry');
    await see(page.frameLocator('iframe').getByText('Sorry'));
    await page.frameLocator('iframe').locator('body').press('x');
    expect(await (await said('finished')).jsonValue()).toMatchObject({ run: 2 });
    const broken = trial('broken', { stimulus: { $js: 'nothing.here' } });
    await show(3, { ...small, nodes: [broken] }, null);
    expect(await (await said('error')).jsonValue()).toMatchObject({
      run: 3,
      message: expect.stringContaining('nothing') as string,
    });
    browser.problems.splice(0);
  });
});
