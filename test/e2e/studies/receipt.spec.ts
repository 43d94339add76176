import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AgreementReceipt } from '../../../contracts/enrolment/agreement-receipts';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { demoPerson, enrolByApi, newPerson, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

describe('receipt of a consent', () => {
  it('is linked from the history, and its file proves what was agreed to', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Colours of the evening', 5);
    const person = await newPerson({ first_name: 'Rosa' });
    await enrolByApi(person, study);
    const page = await browser.open({ as: person, reducedMotion: 'reduce' });
    await page.goto('/history/participation');
    await page.getByRole('link', { name: 'Receipt of your agreement' }).click();
    await seeHeading(page, 'Receipt of your agreement');
    await seeText(page, 'Colours of the evening');
    await see(page.getByRole('link', { name: researcher.email }));
    await seeHeading(page, 'How to check it');
    // The workers seal the agreement within seconds: they add it to the study's hash chain. Until
    // then, the page says that the seal follows.
    await waitUntilHidden(page.getByText('Follows within seconds'));
    expect(await seriousViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8');
    const { consent, exact_text, record } = JSON.parse(file) as AgreementReceipt;
    expect(sha256(exact_text ?? '')).toBe(consent.sha256);
    expect(sha256(Buffer.from(record?.previous ?? '', 'hex'), record?.text ?? '')).toBe(
      record?.seal,
    );
    await page.emulateMedia({ media: 'print' });
    await seeText(page, consent.sha256);
    await waitUntilHidden(page.getByRole('button', { name: 'Download' }));
  });
});

describe('printed consent form', () => {
  it('shows the study, who runs it and since when the form is in force, and no controls', async () => {
    const researcher = await demoPerson('researcher');
    const study = await recruit(researcher, 'Words of the morning', 5);
    const page = await browser.open({ as: await newPerson(), reducedMotion: 'reduce' });
    await page.goto(`/study/details/${study.study_id}`);
    await page.getByRole('button', { name: 'Enroll now' }).click();
    await see(page.getByRole('checkbox'));
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('main');
    await see(paper.getByText('Words of the morning').last());
    await see(paper.getByText(`Responsible: ${researcher.first_name}`));
    await see(paper.getByText(/^Version 1, Published on/));
    await waitUntilHidden(page.getByRole('checkbox'));
    await waitUntilHidden(page.getByRole('button', { name: 'Print' }));
  });
});
