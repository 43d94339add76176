import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AgreementReceipt } from '../../contracts/agreement-receipts';
import { seriousViolations, smallTargets, sticksOut } from './support/accessibility';
import { callApi, newPerson, type Person, recruit, signInByApi } from './support/api';
import { useBrowser } from './support/browser';
import { hasFocus, press, tabTo } from './support/keyboard';
import { demoAccounts } from './support/product';
import { gone, see, seeHeading, seePath, seeText } from './support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await signInByApi(demoAccounts.researcher);
});

/** Long enough that its end is not on the first screen. */
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
  recruit(researcher, title, 5, 'catalogue', null, {}, form(tries));

describe('the consent form', () => {
  it('is read, understood and agreed to with the keyboard alone, on the way to the seat', async () => {
    const study = await recruiting('Names of colours');
    const person = await newPerson();
    const page = await browser.open({ as: person });
    await page.goto(`/study/details/${study.study_id}`);
    await press(page, page.getByRole('button', { name: 'Enroll now' }));
    await seePath(page, `/study/details/${study.study_id}/consent?session=${study.session_id}`);
    await seeHeading(page, 'Consent to name colours');
    await hasFocus(page.getByRole('heading', { level: 1 }));
    const progress = page.getByRole('progressbar', { name: /How much of the form/ });
    const seen = async () => Number(await progress.getAttribute('aria-valuenow'));
    expect(await seen()).toBeLessThan(90);
    await press(page, page.getByRole('link', { name: 'Your data' }));
    await hasFocus(page.getByRole('heading', { level: 2, name: 'Your data' }));
    await seeText(page, '100 % seen');

    await gone(page.getByRole('checkbox'));
    await tabTo(page, page.getByRole('radio', { name: 'No' }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Check my answers' }));
    await seeText(page, 'You may stop at any time, without giving a reason.');
    expect(await seriousViolations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await sticksOut(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await tabTo(page, page.getByRole('radio', { name: 'No' }));
    await page.keyboard.press('ArrowDown');
    await press(page, page.getByRole('button', { name: 'Check my answers' }));
    await seeText(page, 'You answered all questions rightly.');
    await tabTo(page, page.getByRole('checkbox', { name: /I have read this form/ }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Agree and enroll' }));
    await seeHeading(page, 'You are enrolled');
    await seePath(page, `/study/details/${study.study_id}`);
  });

  it('is agreed to in another language, whose text and questions the receipt proves', async () => {
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

  it('says when the tries are used up, also after a reload, and offers no agreement', async () => {
    const study = await recruiting('Names of colours, once', 1);
    const page = await browser.open({ as: await newPerson() });
    await page.goto(`/study/details/${study.study_id}/consent`);
    await seeText(page, 'You have 1 try left.');
    await page.getByRole('radio', { name: 'No' }).check();
    await page.getByRole('button', { name: 'Check my answers' }).click();
    await see(page.getByRole('alert').getByText('No tries are left'));
    await page.reload();
    await see(page.getByRole('alert').getByText('No tries are left'));
    await gone(page.getByRole('button', { name: 'Agree and enroll' }));
  });

  it('is read without an account, which is neither asked nor offered to agree', async () => {
    const study = await recruiting('Names of colours, for visitors');
    const page = await browser.open();
    await page.goto(`/study/details/${study.study_id}`);
    await page.getByRole('link', { name: 'Read it' }).click();
    await seeHeading(page, 'Consent to name colours');
    await seeText(page, 'Before you agree, you answer 1 question about this form.');
    await gone(page.getByRole('radio'));
  });
});
