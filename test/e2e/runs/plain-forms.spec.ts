import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
} from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();
const page = (title: string, form: string) =>
  Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${form}</body></html>`);
/**
 * A study of plain HTML forms without a library. The server script to which they post is not
 * uploaded.
 */
const study = {
  'index.html': page(
    'About you',
    `<form method="post" action="part/two.html">
<label>Age <input name="age" required></label>
<label><input type="checkbox" name="likes[]" value="tea"> Tea</label>
<label><input type="checkbox" name="likes[]" value="coffee"> Coffee</label>
<button>Next</button></form>`,
  ),
  'part/two.html': page(
    'A drawing',
    `<form method="post" action="../save.php" enctype="multipart/form-data" id="drawing">
<label>Picture <input type="file" name="picture"></label>
<label>Words <textarea name="words"></textarea></label>
<button name="done" value="yes">Send</button></form>`,
  ),
};

describe('study of plain HTML forms', () => {
  it('stores submitted fields as trials, continues at the next page, and ends when a form is sent to a server script', async () => {
    const session = await launchUploadedStudy(study, 'Forms', {
      resume: { mode: 'component', hours: 24 },
    });
    const { page: window, participation } = await enrolAndOpenStudy(browser, session);
    await window.goto(`/run/${participation}`);
    await clickBegin(window);
    const frame = window.frameLocator('iframe');
    await see(frame.getByRole('heading', { name: 'About you' }));
    // The browser's form validation works: the required field stops the first click.
    await frame.getByRole('button', { name: 'Next' }).click();
    await frame.getByLabel('Age').fill('31');
    for (const drink of ['Tea', 'Coffee']) await frame.getByLabel(drink).check();
    await frame.getByRole('button', { name: 'Next' }).click();
    await see(frame.getByRole('heading', { name: 'A drawing' }));
    await frame.getByLabel('Picture').setInputFiles({
      name: 'bird.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await frame.getByLabel('Words').fill('“Ä”, 1');
    await frame.getByRole('button', { name: 'Send' }).click();
    await seeHeading(window, 'All of your answers have arrived');
    const records = await recordsOfSession(session.session_id);
    expect(trialsIn(records)).toEqual([
      { commonlab_form: 'index.html', age: '31', 'likes[]': ['tea', 'coffee'] },
      {
        commonlab_form: 'part/two.html#drawing',
        picture: 'bird.svg',
        words: '“Ä”, 1',
        done: 'yes',
      },
    ]);
    const files = records.filter(({ kind }) => kind === 'file');
    expect(files.map(({ data }) => (JSON.parse(data) as { name: string }).name)).toEqual([
      'bird.svg',
    ]);
  });
});
