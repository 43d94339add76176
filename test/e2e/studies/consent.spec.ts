import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { AgreementReceipt } from '../../../contracts/enrolment/agreement-receipts';
import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { notesRuntime, callApi, demoPerson, newPerson, type Person, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { hasFocus, tabToAndPress, tabTo } from '../support/keyboard';
import { runningProduct } from '../support/product';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

/** Makes a text so long that its end is not on the first screen. */
const long = (sentence: string) => Array(30).fill(sentence).join('\n\n');
const form = (tries: number) => ({
  title: 'Consent to name colours',
  locale: 'en',
  body_markdown: `# What you do\n\n${long('You name colours.')}\n\n# Your data\n\nThey stay here.`,
  comprehension: {
    tries,
    questions: [
      {
        text: 'May you stop?',
        choices: ['No', 'Yes, at any time'],
        right: 1,
        explanation: 'You may stop at any time, without giving a reason.',
      },
    ],
  },
  translations: [
    {
      locale: 'de',
      title: 'Einwilligung, Farben zu benennen',
      body_markdown: '# Was Sie tun\n\nSie benennen Farben.\n\n# Ihre Daten\n\nSie bleiben hier.',
      questions: [
        {
          text: 'Dürfen Sie aufhören?',
          choices: ['Nein', 'Ja, jederzeit'],
          explanation: 'Sie dürfen jederzeit aufhören.',
        },
      ],
    },
  ],
});
const recruiting = (title: string, tries = 0) =>
  recruit(researcher, title, 5, 'catalogue', notesRuntime, {}, form(tries));

const pdf = Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`);
/** Makes a recruiting study with a PDF as consent form. @returns the id of the study */
async function recruitingWithFile(title: string): Promise<string> {
  const { token } = researcher;
  const call = (method: string, path: string, body: object) =>
    callApi<{ _id: string }>(method, path, { token, body });
  const { _id: study } = await call('POST', '/api/studies/', {
    title,
    description: 'You look at faces.',
    duration_minutes: 5,
    privacy_level: 'anonymous',
    runtime: notesRuntime,
  });
  const upload = new FormData();
  upload.append('file', new File([pdf], 'Form.pdf', { type: 'application/pdf' }));
  const answer = await fetch(`${runningProduct().url}/api/studies/${study}/consent/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: upload,
  });
  expect(answer.status).toBe(200);
  const { _id: session } = await call('POST', `/api/studies/${study}/sessions/`, { capacity: 5 });
  await call('PUT', `/api/sessions/${session}/`, { state: 'active' });
  return study;
}
const labelOf = async (page: Page, version: number) =>
  (await page
    .getByLabel('Earlier', { exact: true })
    .locator('option', { hasText: `Version ${version},` })
    .textContent()) ?? '';

describe('consent form of a participant', () => {
  it('is read, understood and agreed to with the keyboard alone during enrolment', async () => {
    const study = await recruiting('Names of colours');
    const person = await newPerson();
    const page = await browser.open({ as: person });
    await page.goto(`/study/details/${study.study_id}`);
    await tabToAndPress(page, page.getByRole('button', { name: 'Enroll now' }));
    await waitForPath(page, `/study/details/${study.study_id}/consent?session=${study.session_id}`);
    await seeHeading(page, 'Consent to name colours');
    await hasFocus(page.getByRole('heading', { level: 1 }));
    const progress = page.getByRole('progressbar', { name: /How much of the form/ });
    const seen = async () => Number(await progress.getAttribute('aria-valuenow'));
    expect(await seen()).toBeLessThan(90);
    await tabToAndPress(page, page.getByRole('link', { name: 'Your data' }));
    await hasFocus(page.getByRole('heading', { level: 2, name: 'Your data' }));
    await seeText(page, '100 % seen');

    await waitUntilHidden(page.getByRole('checkbox'));
    await tabTo(page, page.getByRole('radio', { name: 'No' }));
    await page.keyboard.press('Space');
    await tabToAndPress(page, page.getByRole('button', { name: 'Check my answers' }));
    await seeText(page, 'You may stop at any time, without giving a reason.');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await tooSmallControls(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await tabTo(page, page.getByRole('radio', { name: 'No' }));
    await page.keyboard.press('ArrowDown');
    await tabToAndPress(page, page.getByRole('button', { name: 'Check my answers' }));
    await seeText(page, 'You answered all questions rightly.');
    await tabTo(page, page.getByRole('checkbox', { name: /I have read this form/ }));
    await page.keyboard.press('Space');
    await tabToAndPress(page, page.getByRole('button', { name: 'Agree and enroll' }));
    await seeHeading(page, 'You are enrolled');
    await waitForPath(page, `/study/details/${study.study_id}`);
  });

  it('is agreed to in a second language, and the receipt proves that language’s text and questions', async () => {
    const study = await recruiting('Names of colours, in German');
    const person = await newPerson();
    const page = await browser.open({ as: person });
    await page.goto(`/study/details/${study.study_id}/consent`);
    await page.getByLabel('Language of the form').selectOption('de');
    await seeHeading(page, 'Einwilligung, Farben zu benennen');
    await page.getByRole('radio', { name: 'Ja, jederzeit' }).check();
    await page.getByRole('button', { name: 'Check my answers' }).click();
    await page.getByRole('checkbox', { name: /I have read this form/ }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('consent-version-1-de.md');
    const file = readFileSync(await download.path(), 'utf8');
    expect(file).toMatch(/^# Einwilligung, Farben zu benennen\n\nNames of colours, in German/);
    await page.getByRole('button', { name: 'Agree and enroll' }).click();
    await seeHeading(page, 'You are enrolled');
    const { items } = await callApi<{ items: { _id: string }[] }>('GET', '/api/participations/', {
      token: person.token,
    });
    const id = items[0]?._id ?? '';
    const receipt = await callApi<AgreementReceipt>('GET', `/api/participations/${id}/receipt/`, {
      token: person.token,
    });
    expect(receipt).toMatchObject({ locale: 'de', questions_passed: 1 });
    const hash = createHash('sha256')
      .update(receipt.exact_text ?? '')
      .digest('hex');
    expect(hash).toBe(receipt.consent.sha256);
    expect(file).toContain(hash);
    await page.goto(`/history/receipts/${id}`);
    await see(page.getByText('1 question answered rightly before'));
    await see(page.getByText('German', { exact: true }));
  });

  it('can be a PDF that is checked against its hash and shown in the page if possible; another file is refused', async () => {
    const study = await recruitingWithFile('Faces, by file');
    const consent = `/study/details/${study}/consent`;
    const page = await browser.open({ as: await newPerson() });
    await page.goto(consent);
    // Like browsers of phones, this browser cannot show a PDF in the page. So the page has a link.
    const link = page.getByRole('link', { name: /^Open the form \(PDF, \d+ byte/ });
    await see(link);
    expect(await link.getAttribute('href')).toMatch(/&inline=1$/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Form.pdf');
    expect(readFileSync(await download.path())).toEqual(pdf);
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await tooSmallControls(page)).toEqual([]);

    const withViewer = await browser.open({ as: await newPerson() });
    await withViewer.addInitScript({
      content: "Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true })",
    });
    await withViewer.goto(consent);
    const frame = withViewer.getByTitle('Form (PDF)');
    await see(frame);
    expect(await frame.getAttribute('src')).toMatch(/\/api\/objects\/[\da-f]{64}\?.*&inline=1#/);
    await tabToAndPress(withViewer, withViewer.getByRole('link', { name: 'Past the file' }));
    await tabTo(withViewer, withViewer.getByRole('checkbox', { name: /I have read this form/ }));
    await withViewer.keyboard.press('Space');
    await tabToAndPress(withViewer, withViewer.getByRole('button', { name: 'Agree and enroll' }));
    await seeHeading(withViewer, 'You are enrolled');

    const deceived = await browser.open({ as: await newPerson() });
    await deceived.route('**/api/objects/**', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 another one %%EOF' }),
    );
    await deceived.goto(consent);
    await see(deceived.getByRole('alert').getByText('This is another file'));
    await waitUntilHidden(deceived.getByRole('button', { name: 'Agree and enroll' }));
    await waitUntilHidden(deceived.getByRole('link', { name: /^Open the form/ }));
  });
});

describe('consent form of a researcher', () => {
  it('keeps both texts when two people edit at the same time, shows what a new version replaces, and compares versions', async () => {
    const study = await recruiting('Names of colours, by two');
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}?tab=consent`);
    const text = page.getByLabel('Text', { exact: true }).first();
    await see(text);
    await text.fill(
      form(0).body_markdown.replace('They stay here.', 'They stay here for ten years.'),
    );
    // Meanwhile, the consent form is changed in another window.
    await callApi('PUT', `/api/studies/${study.study_id}/consent/`, {
      token: researcher.token,
      body: { ...form(2), body_markdown: `${form(2).body_markdown}\n\nNobody else sees them.` },
    });
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'Version 2 was published while you' });
    await see(conflict);
    await see(conflict.locator('del', { hasText: 'Nobody else sees them.' }));
    await see(conflict.locator('ins', { hasText: 'for ten years' }));
    expect(await page.getByRole('button', { name: 'Check and publish' }).isDisabled()).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    await tabToAndPress(page, conflict.getByRole('button', { name: 'Go on with my text' }));
    await page.getByRole('button', { name: 'Check and publish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It replaces version 2.').waitFor();
    await dialog.getByRole('tab', { name: 'What changes since version 2' }).click();
    await see(dialog.locator('ins', { hasText: 'for ten years' }));
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish as version 3' }).click();
    await seeText(page, 'Version 3 is in force');
    expect(await text.inputValue()).toContain('for ten years');

    await tabToAndPress(page, page.getByRole('button', { name: 'Compare two versions' }));
    await page
      .getByLabel('Earlier', { exact: true })
      .selectOption({ label: await labelOf(page, 1) });
    const compared = page.locator('details', { hasText: '32 paragraphs are the same' });
    await see(compared);
    await page.getByLabel('Later', { exact: true }).selectOption({ label: await labelOf(page, 2) });
    await see(page.locator('ins', { hasText: '2 tries' }));
    // The options of a closed list are in the page but not visible, so the test waits until the
    // option is attached.
    await page.getByRole('option', { name: 'German: changed' }).waitFor({ state: 'attached' });
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
  });
});
