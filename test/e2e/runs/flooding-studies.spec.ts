import { useBrowser } from '../support/browser';
import { enrolAndOpenStudy, clickBegin, launchUploadedStudy } from '../support/running-here';
import { see, seeHeading } from '../support/see';

const browser = useBrowser();

const pageWith = (script: string) => ({
  'index.html': Buffer.from(`<!doctype html><html lang="en"><body><button>Go</button><script>
document.querySelector('button').onclick = () => {${script}};</script></body></html>`),
});
async function going(script: string, name: string) {
  const study = await launchUploadedStudy(pageWith(script), name);
  const { page, participation } = await enrolAndOpenStudy(browser, study);
  await page.goto(`/run/${participation}`);
  await clickBegin(page);
  await page.frameLocator('iframe').getByRole('button', { name: 'Go' }).click();
  return page;
}

describe('study that floods the surrounding page', () => {
  it('is removed with an error message when more data waits than the page can hold', async () => {
    const text = "const long = 'x'.repeat(5e6); for (let n = 0; n < 30; n++) commonlab.text(long);";
    const page = await going(text, 'Flooding');
    await seeHeading(page, 'This did not work');
    await see(page.getByText('The study sends more data than this page can take.'));
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('gets only a few answers a second when it sends hello messages endlessly', async () => {
    const hello = `let answers = 0;
addEventListener('message', () => (answers += 1));
for (let n = 0; n < 20_000; n++) parent.postMessage('commonlab:hello', '*');
setTimeout(() => (document.querySelector('button').textContent =
  'Answers: ' + answers), 2_000);`;
    const page = await going(hello, 'Greeting');
    const told = page.frameLocator('iframe').getByText(/^Answers: /);
    await see(told);
    const answers = Number((await told.textContent())?.replace(/\D/g, ''));
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(25);
  });
});
