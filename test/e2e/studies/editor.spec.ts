import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { demoPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeText } from '../support/see';
import { zipFiles } from '../../support/files/zip';

const browser = useBrowser();

describe('study edited in two windows', () => {
  it('shows the other window and what it saved, and keeps both versions of a text until one is chosen', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Written by two', 4);
    const address = `/experiments/details/${study.study_id}`;
    const first = await browser.open({ as: researcher });
    await first.goto(address);
    await seeText(first, 'Everything is saved');
    const second = await browser.open({ as: researcher });
    await second.goto(address);
    await seeText(first, 'You have this study open in another window');
    await seeText(second, 'You have this study open in another window');

    // The second window shows changes of the first one without a reload.
    const title = (page: typeof first) => page.getByLabel('Title', { exact: true });
    await title(first).fill('Written by the first');
    await seeText(first, /^Saved at /);
    await second.waitForFunction(
      () => document.querySelector('h1')?.textContent === 'Written by the first',
    );
    expect(await title(second).inputValue()).toBe('Written by the first');

    // Without a connection no typed text is lost, and the page says that it is not saved yet.
    await second.context().setOffline(true);
    await title(second).fill('Written by the second');
    await seeText(second, /^Not saved: the server can't be reached/);
    await title(first).fill('Written by the first, again');
    await first.getByLabel('Description', { exact: true }).fill('A new description.');
    await see(first.getByRole('heading', { level: 1, name: 'Written by the first, again' }));
    await seeText(first, /^Saved at /);
    await second.context().setOffline(false);
    // Discards the browser's reports of calls that failed without a network.
    browser.problems.splice(0);
    const choice = second.getByRole('group', { name: 'Title' });
    await see(choice.getByText('Written by the first, again'));
    await see(choice.getByText('Written by the second'));
    // Changes without a conflict are applied.
    expect(await second.getByLabel('Description', { exact: true }).inputValue()).toBe(
      'A new description.',
    );
    expect(await seriousViolations(second)).toEqual([]);
    expect(await tooSmallControls(second)).toEqual([]);
    await second.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflow(second)).toEqual([]);
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await waitUntilHidden(choice);
    await see(first.getByRole('heading', { level: 1, name: 'Written by the second' }));

    // An undo is shown in the other window.
    await second.getByRole('button', { name: 'Undo' }).click();
    await see(first.getByRole('heading', { level: 1, name: 'Written by the first' }));

    await second.context().close();
    await waitUntilHidden(first.getByText('You have this study open in another window'));
  });

  it('saves recent input when the researcher opens another page', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Left in a hurry', 4);
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}`);
    await page.getByLabel('Title', { exact: true }).fill('Left, and kept');
    await page.getByRole('link', { name: 'See it as a participant' }).click();
    await page.waitForURL(/\/study\/details\//);
    await page.goto(`/experiments/details/${study.study_id}`);
    await see(page.getByRole('heading', { level: 1, name: 'Left, and kept' }));
    // The page asks before unsaved changes are lost.
    await page.getByLabel('Title', { exact: true }).fill('');
    await seeText(page, 'Not saved: something needs to be corrected');
    await page.getByRole('link', { name: 'See it as a participant' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).pathname).toBe(`/experiments/details/${study.study_id}`);
  });
});

describe('study with uploaded files', () => {
  it('is uploaded as a ZIP, reported on by file and line, previewed in an opaque origin, and used by the study', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Brought along', 4);
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}?tab=runs`);
    await page.getByRole('radio', { name: 'Here, with files that you upload' }).check();
    const bring = (files: Record<string, string>) =>
      page
        .getByRole('tabpanel', { name: /How it runs/ })
        .locator('input[type=file]:not([multiple])')
        .setInputFiles({
          name: 'stroop.zip',
          mimeType: 'application/x-zip-compressed',
          buffer: zipFiles(files),
        });
    await bring({ '../a.js': '' });
    await seeText(page, '../a.js:');
    // Tests that the preview runs at another origin than the app: scripts at the app's origin could read
    // the researcher's token in a cookie.
    const script = `
      localStorage.setItem('kept', 'for the study alone');
      document.title = JSON.stringify([self.origin, document.cookie, localStorage.length]);`;
    await bring({
      'stroop/index.html': `<!doctype html><title>-</title><img src="no.svg"><script>${script}</script>`,
    });
    await seeText(page, 'Version 1 is here');
    await see(page.getByText('index.html, line 1'));
    await seeText(page, 'The study runs this one');
    await seeText(page, /^Saved at /);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await tooSmallControls(page)).toEqual([]);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = await opened;
    await preview.waitForURL(/\/s\/[\w-]{32}\/index\.html$/);
    await preview.waitForFunction(() => document.title !== '-');
    expect(await preview.title()).toBe('["null","",1]');
    await preview.close();
    await page.getByRole('switch', { name: 'Participants are assigned to conditions' }).check();
    await page.getByRole('combobox', { name: 'Condition of the preview' }).selectOption('B');
    const again = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const other = await again;
    await other.waitForURL(/\/index\.html#/);
    await other.waitForFunction(() => document.title !== '-');
    expect(await other.evaluate('commonlab.condition')).toEqual({ name: 'B', condition: 'b' });
    await other.close();
    // Discards the browser's report of the missing picture.
    browser.problems.splice(0);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflow(page)).toEqual([]);
  });
});
