import { callApi, demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  onePageStudyFiles,
  readPackageFile,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
  waitUntilStored,
} from '../support/running-here';
import { seeHeading } from '../support/see';

const browser = useBrowser();

/**
 * Makes a second study, which may load files from an external host. The participant of the first
 * study was not informed of this host.
 * @returns the preview address of the second study
 */
async function pageWithAHost(): Promise<string> {
  const hosts = ['https://elsewhere.example'];
  const other = await launchUploadedStudy(onePageStudyFiles, 'With a host', { hosts });
  const { token } = await demoPerson('researcher');
  const versions = await callApi<{ items: { _id: string }[] }>(
    'GET',
    `/api/studies/${other.study_id}/versions/`,
    { token },
  );
  const path = `/api/studies/${other.study_id}/versions/${versions.items[0]?._id}/preview/`;
  return (await callApi<{ url: string }>('POST', path, { token, body: {} })).url;
}

describe('study in the frame of the run page', () => {
  it('cannot lead a participant to the pages of another study, which may send data to other hosts', async () => {
    const elsewhere = await pageWithAHost();
    const leaving = {
      'index.html': Buffer.from(`<!doctype html><html lang="en"><body><button>Go</button><script>
document.querySelector('button').onclick = () => {
  location.href = ${JSON.stringify(elsewhere)} + '#' + commonlab.participant;
};</script></body></html>`),
    };
    const study = await launchUploadedStudy(leaving, 'Leaving');
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const refused = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('frame-src'),
    });
    await page.frameLocator('iframe').getByRole('button', { name: 'Go' }).click();
    await refused;
    expect(asked.filter((url) => url.startsWith(elsewhere))).toEqual([]);
    // Discards the browser's message about the blocked navigation, which the test expects.
    browser.problems.splice(0);
  });

  it('shows the same page again when it restarts', async () => {
    // The trials have a different type at each visit. So the trials of a visit do not match the
    // trials that the server stored during the previous visit.
    const changing = {
      'index.html': Buffer.from(`<!doctype html><html lang="en"><head>
<script src="jspsych.js"></script></head><body></body><script>
const js = initJsPsych();
let shown = 0;
class Changing {
  static info = { name: crypto.randomUUID(), version: '1', parameters: {}, data: {} };
  trial(element) {
    element.innerHTML = '<button>Trial ' + (shown += 1) + '</button>';
    element.querySelector('button').onclick = () => js.finishTrial({});
  }
}
js.run([{ type: Changing }, { type: Changing }]);
</script></html>`),
      'jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
    };
    const study = await launchUploadedStudy(changing, 'Changing');
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    // Finds each button by its name: a pressed button stays for a moment and ignores a second
    // press.
    const press = (name: string) =>
      page.frameLocator('iframe').getByRole('button', { name }).click();
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await press('Trial 1');
    await waitUntilStored(study.session_id, (records) =>
      records.some(({ kind }) => kind === 'trial'),
    );
    await page.reload();
    await clickBegin(page);
    await press('Trial 1');
    await press('Trial 2');
    await seeHeading(page, 'All of your answers have arrived');
    expect(trialsIn(await recordsOfSession(study.session_id))).toHaveLength(2);
  });
});
