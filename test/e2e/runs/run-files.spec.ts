import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
} from '../support/running-here';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

/**
 * A study that records the microphone for a second, keeps the recording as a file, and continues
 * when the button is pressed.
 */
const voices = {
  'index.html': Buffer.from(`<!doctype html>
<html lang="en"><head><title>Voices</title></head>
<body><h1>Say something</h1><button>Record</button><p role="status"></p>
<script src="study.js"></script></body></html>`),
  'study.js': Buffer.from(`
const [button, said] = [document.querySelector('button'), document.querySelector('p')];
button.onclick = async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  recorder.start();
  setTimeout(() => recorder.stop(), 1000);
  await stopped;
  const blob = new Blob(parts, { type: recorder.mimeType });
  const refused = await commonlab.file('none.webm', new Blob([])).catch(({ code }) => code);
  await commonlab.file('voice.webm', blob);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  await commonlab.record({
    refused, bytes: blob.size,
    sha256: [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  });
  said.textContent = 'recorded';
  button.textContent = 'End';
  button.onclick = () => commonlab.finish();
};`),
};

const megabytes = 2_300_000;
/** A study that makes a file of some megabytes whose parts all differ. */
const large = {
  'index.html': Buffer.from(`<!doctype html>
<html lang="en"><head><title>Large</title></head><body><h1>Wait a moment</h1><button>End</button>
<p role="status"></p><script>
const bytes = new Uint8Array(${megabytes});
for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
commonlab.file('large.bin', new Blob([bytes])).then(() => {
  document.querySelector('p').textContent = 'kept';
  document.querySelector('button').onclick = () => commonlab.finish();
});
</script></body></html>`),
};
/**
 * Records the offset of each piece of the upload. Then, as `fates` says, passes the piece on, drops
 * its response, or cuts the connection.
 */
async function cutAfter(page: Page, fates: readonly ('pass' | 'answer lost' | 'cut')[]) {
  const offsets: number[] = [];
  await page.route(recordings, async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') {
      // After the piece that is cut, all later requests fail, too.
      return offsets.length > fates.indexOf('cut') && fates.includes('cut')
        ? route.abort()
        : route.continue();
    }
    const fate = fates[Math.min(offsets.length, fates.length - 1)];
    offsets.push(Number(request.headers()['upload-offset']));
    if (fate === 'pass') return route.continue();
    if (fate === 'answer lost') await route.fetch();
    return route.abort();
  });
  return offsets;
}

interface Recorded {
  refused: string;
  bytes: number;
  sha256: string;
}
/** How long the browser may take to record a second of sound while pages of other tests load. */
const encodedWithinMs = 120_000;
const study = (page: Page) => page.frameLocator('iframe');
const press = (page: Page, name: string) => study(page).getByRole('button', { name }).click();
const recordings = '**/api/participations/*/recordings/**';

describe('file made by a study', () => {
  it('survives a lost connection and a reload; the study is completed once the complete file has arrived', async () => {
    const session = await launchUploadedStudy(voices, 'Voices kept', { needs: ['microphone'] });
    const { page, participation, person } = await enrolAndOpenStudy(browser, session);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await page.route(recordings, (route) => route.abort());
    await press(page, 'Record');
    await see(study(page).getByRole('status').filter({ hasText: 'recorded' }), encodedWithinMs);
    await press(page, 'End');
    await seeText(page, /Your files are on their way, and .+ are left\./);
    expect(await seriousViolations(page)).toEqual([]);
    browser.problems.splice(0);

    // The run is over; only its file has not arrived at the server, and this browser still has it.
    await page.reload();
    await clickBegin(page);
    await seeText(page, /Your files are on their way/);
    await page.unroute(recordings);
    await seeHeading(page, 'All of your answers have arrived');
    browser.problems.splice(0);

    const records = await recordsOfSession(session.session_id);
    const kinds = records.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'event')).toEqual(['file', 'trial', 'finish']);
    const trial = records.find(({ kind }) => kind === 'trial');
    const recorded = JSON.parse(trial?.data ?? '') as Recorded;
    expect(recorded.refused).toBe('file_empty');
    const { sha256, bytes } = recorded;
    expect(JSON.parse(records.find(({ kind }) => kind === 'file')?.data ?? '')).toMatchObject({
      name: 'voice.webm',
      sha256,
      bytes,
    });
    const answer = await page.request.get(
      `/api/participations/${participation}/recordings/${sha256}/`,
      { headers: { authorization: `Bearer ${person.token}` } },
    );
    const arrived = await answer.body();
    expect(createHash('sha256').update(arrived).digest('hex')).toBe(sha256);
    expect(arrived.length).toBe(bytes);

    // The researcher can read the file only after the run has sent the file's name, at the end of
    // the run.
    const researcher = await demoPerson('researcher');
    const window = await browser.open({ as: researcher });
    await window.goto(`/sessions/${session.session_id}#people`);
    await window
      .getByRole('button', { name: /^Records of/ })
      .first()
      .click();
    const drawer = window.getByRole('dialog');
    await see(drawer.getByRole('row', { name: /voice\.webm/ }));
    const [saved] = await Promise.all([
      window.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Download voice.webm' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('voice.webm');
    expect(readFileSync(await saved.path()).equals(arrived)).toBe(true);
    expect(await seriousViolations(window)).toEqual([]);
  }, 240_000);

  it('continues where its upload was cut when it is large, also after a page reload', async () => {
    const session = await launchUploadedStudy(large, 'Large file');
    const { page, participation, person } = await enrolAndOpenStudy(browser, session);
    const before = await cutAfter(page, ['pass', 'answer lost', 'pass', 'cut']);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await see(study(page).getByRole('status').filter({ hasText: 'kept' }));
    await press(page, 'End');
    await seeText(page, /Your files are on their way, and .+ are left\./);
    await eventually(
      () => Promise.resolve(before.length),
      (sent) => sent >= 4,
    );
    // The second piece arrived although its response was lost, so it is not sent twice.
    expect(before.slice(0, 4)).toEqual([0, 500_000, 1_000_000, 1_500_000]);
    browser.problems.splice(0);

    // Reloads before the connection is restored: otherwise the old page could send the rest.
    await page.reload();
    await page.unroute(recordings);
    const after = await cutAfter(page, ['pass']);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    expect(after).toEqual([1_500_000, 2_000_000]);
    browser.problems.splice(0);

    const records = await recordsOfSession(session.session_id);
    const { sha256, bytes } = JSON.parse(
      records.find(({ kind }) => kind === 'file')?.data ?? '',
    ) as Recorded;
    expect(bytes).toBe(megabytes);
    const answer = await page.request.get(
      `/api/participations/${participation}/recordings/${sha256}/`,
      { headers: { authorization: `Bearer ${person.token}` } },
    );
    const arrived = createHash('sha256').update(await answer.body());
    expect(arrived.digest('hex')).toBe(sha256);
    // The browser has deleted the file.
    const left = await page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const open = indexedDB.open('commonlab-run-files');
          open.onerror = () => reject(new Error('not opened'));
          open.onsuccess = () => {
            const count = open.result.transaction('files').objectStore('files').count();
            count.onsuccess = () => resolve(count.result);
          };
        }),
    );
    expect(left).toBe(0);
  });

  it('can be given up only by its participant, and only when no browser has it any more', async () => {
    const session = await launchUploadedStudy(voices, 'Voices lost', { needs: ['microphone'] });
    const { page, participation } = await enrolAndOpenStudy(browser, session, 360);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await page.route(recordings, (route) => route.abort());
    await press(page, 'Record');
    await see(study(page).getByRole('status').filter({ hasText: 'recorded' }), encodedWithinMs);
    await press(page, 'End');
    await seeText(page, /Your files are on their way/);
    await page.evaluate(() => indexedDB.deleteDatabase('commonlab-run-files'));
    await page.reload();
    await page.unroute(recordings);
    await clickBegin(page);
    await seeHeading(page, 'A file of yours is missing');
    await seeText(page, /voice\.webm/);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    browser.problems.splice(0);
    await page.getByRole('button', { name: 'Finish without the file' }).press('Enter');
    await seeHeading(page, 'All of your answers have arrived');
    const records = await recordsOfSession(session.session_id);
    expect(records.slice(-2).map(({ kind }) => kind)).toEqual(['lost', 'finish']);
  }, 240_000);
});
