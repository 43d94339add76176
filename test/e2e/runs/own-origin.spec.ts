import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
} from '../support/running-here';
import { seeHeading } from '../support/see';

const browser = useBrowser([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

/** A study that tries the browser features which need an origin of the study's own. */
const study = {
  'index.html': Buffer.from(`<!doctype html><title>Storage</title><p>Storage</p><script>
const tried = async (what) => {
  try { return String(await what()); } catch (error) { return 'refused: ' + error.name; }
};
const opened = () => new Promise((done, failed) => {
  const request = indexedDB.open('study');
  request.onsuccess = () => done('opened');
  request.onerror = () => failed(request.error);
});
(async () => {
  const steps = [];
  for (let n = 0; n < 20; n++) {
    const from = performance.now();
    let to = from;
    while (to === from) to = performance.now();
    steps.push(to - from);
  }
  await commonlab.record({
    indexedDb: await tried(opened),
    caches: await tried(async () => { await caches.open('study'); return 'opened'; }),
    isolated: self.crossOriginIsolated,
    shared: typeof SharedArrayBuffer,
    step: Math.min(...steps),
  });
  commonlab.finish();
})();</script>`),
};

it('a study with its own origin has browser storage, and clocks as exact as those of other studies', async () => {
  const recruiting = await launchUploadedStudy(study, 'An origin of its own', {
    needs: ['microphone'],
  });
  const { page, participation } = await enrolAndOpenStudy(browser, recruiting);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await seeHeading(page, 'All of your answers have arrived');
  const [trial] = (await recordsOfSession(recruiting.session_id)).filter(
    ({ kind }) => kind === 'trial',
  );
  const found = JSON.parse(trial?.data ?? '{}') as { step: number };
  expect(found).toMatchObject({
    indexedDb: 'opened',
    caches: 'opened',
    isolated: true,
    shared: 'function',
  });
  expect(found.step).toBeLessThan(0.05);
});
