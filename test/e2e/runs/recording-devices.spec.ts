import { seriousViolations } from '../support/accessibility';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { runningProduct } from '../support/product';
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
 * A study that records with the microphone, and tries the attacks of a hostile study that has its
 * own origin.
 */
const study = (devices: string) => ({
  'index.html': Buffer.from(`<!doctype html>
<html lang="en"><head><title>Voices</title></head><body><h1>Say something</h1>
<script src="study.js"></script></body></html>`),
  'study.js': Buffer.from(`
const tried = async (what) => {
  try { return String(await what()); } catch (error) { return 'refused: ' + error.name; }
};
// Fetches in a worker that is started from a data address, since none of our scripts changes the
// requests of such a worker.
const asked = (address) => new Promise((done, no) => {
  const code = 'fetch(' + JSON.stringify(address) + ', { credentials: "include" })' +
    '.then((a) => postMessage(a.status), () => postMessage(0))';
  const worker = new Worker('data:text/javascript,' + encodeURIComponent(code));
  worker.onmessage = ({ data }) => data === 0 ? no(new TypeError('no answer')) : done(data);
  worker.onerror = no;
});
(async () => {
  const api = ${JSON.stringify(runningProduct().url)};
  await commonlab.record({
    origin: self.origin,
    devices: await tried(async () => {
      const stream = await navigator.mediaDevices.getUserMedia(${devices});
      return stream.getTracks().map((track) => track.kind).sort().join(' ');
    }),
    cookies: document.cookie,
    api: await tried(() => asked(api + '/api/users/profile/')),
    own: await tried(() => asked(new URL('/api/users/profile/', location.href).href)),
    parent: await tried(() => parent.document.title),
    top: await tried(() => { top.location.href = 'about:blank'; return 'moved'; }),
  });
  commonlab.finish();
})();`),
});

interface Found {
  origin: string;
  devices: string;
  cookies: string;
  api: string;
  own: string;
  parent: string;
  top: string;
}
const foundBy = async (session: string): Promise<Found> => {
  // Discards the browser's messages about the refused attempts.
  browser.problems.splice(0);
  const trial = (await recordsOfSession(session)).find(({ kind }) => kind === 'trial');
  return JSON.parse(trial?.data ?? '{}') as Found;
};

describe('study that records with microphone and camera', () => {
  it('gets the devices on its own origin, from which it cannot reach data of the participant', async () => {
    const devices = '{ audio: true, video: true }';
    const session = await launchUploadedStudy(study(devices), 'Voices', {
      needs: ['microphone', 'camera'],
    });
    const { page, person, participation } = await enrolAndOpenStudy(browser, session);
    await page.goto(`/run/${participation}`);
    await seeText(page, 'It uses your microphone.');
    expect(await seriousViolations(page)).toEqual([]);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    const found = await foundBy(session.session_id);
    const port = new URL(runningProduct().url).port;
    expect(found.origin).toBe(`http://${session.study_id.replaceAll('-', '')}.localhost:${port}`);
    expect(found.devices).toBe('audio video');
    expect(JSON.stringify(found)).not.toContain(person.token);
    expect(found.cookies).not.toContain('token');
    for (const refused of [found.api, found.own, found.parent, found.top])
      expect(refused).toMatch(/^refused: /);
  });

  it('gets no device that its settings do not name', async () => {
    const session = await launchUploadedStudy(study('{ video: true }'), 'Faces', {
      needs: ['microphone'],
    });
    const { page, participation } = await enrolAndOpenStudy(browser, session);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    expect((await foundBy(session.session_id)).devices).toMatch(/^refused: /);
  });

  it('gets its device in the researcher’s preview, too', async () => {
    const html = Buffer.from('<!doctype html><title>Voices</title><h1>Say something</h1>');
    const session = await launchUploadedStudy({ 'index.html': html }, 'Voices to try', {
      needs: ['microphone'],
    });
    const researcher = await demoPerson('researcher');
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${session.study_id}?tab=runs`);
    const [preview] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Preview' }).first().click(),
    ]);
    await see(preview.getByRole('heading', { name: 'Say something' }));
    expect(new URL(preview.url()).hostname).toMatch(/\.localhost$/);
    const devices = await preview.evaluate(async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      return stream.getTracks().map(({ kind }) => kind);
    });
    expect(devices).toEqual(['audio']);
  });

  it('gets neither a separate origin nor a device when its settings name no device', async () => {
    const session = await launchUploadedStudy(study('{ audio: true }'), 'Silence');
    const { page, participation } = await enrolAndOpenStudy(browser, session);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    const found = await foundBy(session.session_id);
    expect(found).toMatchObject({
      origin: 'null',
      devices: expect.stringMatching(/^refused: /) as string,
    });
  });
});
