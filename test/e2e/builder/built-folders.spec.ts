import { createServer, type Server } from 'node:http';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { TimelineTemplate } from '../../../contracts/study-files/study-timelines';
import type { Timeline } from '../../../contracts/timeline/timeline';
import { seriousViolations } from '../support/accessibility';
import { useBrowser } from '../support/browser';
import {
  apiCallerOfDemoResearcher,
  saveTemplateDraft,
  createBuilderStudy,
  publishTimeline,
  smallTimeline,
} from '../support/builder-studies';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

/**
 * Downloads the archive of a version and unpacks it into a temporary folder, as a researcher would.
 */
async function folderOf(timeline: Timeline | TimelineTemplate): Promise<string> {
  const call = await apiCallerOfDemoResearcher();
  const { _id: study } = await createBuilderStudy(call);
  const made =
    typeof timeline === 'string' ? await saveTemplateDraft(call, study, timeline) : timeline;
  const version = await publishTimeline(call, study, made);
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
/** Starts a static file server without any part of the product. */
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

describe('folder of an experiment made with the builder', () => {
  it('runs on a plain server, and offers its data as files', async () => {
    const folder = await folderOf(smallTimeline);
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

  it('runs when it is opened as a local file, without a server', async () => {
    const folder = await folderOf('questionnaire');
    try {
      const page = await browser.open({ cookiesAccepted: false });
      await page.goto(`file://${folder}/index.html`);
      await see(page.getByText('Page 1 of 3'));
      expect(await seriousViolations(page)).toEqual([]);
      // The test submits the page by the keyboard while answers are missing. The page reports them,
      // and moves the focus to the first missing answer.
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
      // Discards jsPsych's warning that it runs without a server.
      browser.problems.splice(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
