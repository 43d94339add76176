import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
} from '../support/running-here';
import { seeHeading } from '../support/see';

const browser = useBrowser();

/** A study that posts its data as the PostMessage plugin of lab.js does in a survey. */
const files = {
  'index.html': Buffer.from(`<!doctype html><html lang="en"><head><title>Words</title></head>
<body><h1>Words</h1><script>
const raw = [{ sender: 'Word', response: 'left' }, { sender: 'Word', response: 'right' }];
const target = window.parent;
target.postMessage({ type: 'other', height: 300 }, '*');
target.postMessage({
  type: 'labjs.data',
  metadata: { payload: 'full', url: location.href },
  raw,
  json: JSON.stringify(raw),
  csv: 'sender,response',
}, '*');
</script></body></html>`),
};

it('a lab.js study that posts its data to the surrounding page has its rows stored, and is completed', async () => {
  const study = await launchUploadedStudy(files, 'Words for a survey');
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await seeHeading(page, 'All of your answers have arrived');
  const trials = (await recordsOfSession(study.session_id)).filter(({ kind }) => kind === 'trial');
  expect(trials.map(({ data }) => (JSON.parse(data) as { response: string }).response)).toEqual([
    'left',
    'right',
  ]);
});
