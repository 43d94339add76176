import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { callApi, enrolByApi, newPerson, recruit, signInByApi, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { demoAccounts } from '../support/product';
import { waitUntilHidden, see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await signInByApi(demoAccounts.researcher);
});

type Study = Awaited<ReturnType<typeof recruit>>;

/**
 * Completes the study at the external website as a new participant.
 * @returns the participant's pseudonym
 */
async function takePart(study: Study) {
  const person = await newPerson();
  const { token } = person;
  const { _id: participation } = await enrolByApi(person, study);
  const move = (action: string) =>
    callApi('PUT', `/api/participations/${participation}/`, { token, body: { action } });
  await move('start');
  const at = `/api/participations/${participation}/external/`;
  const { url } = await callApi<{ url: string }>('GET', at, { token });
  const { codes } = await callApi<{ codes: { completed: string } }>(
    'GET',
    `/api/sessions/${study.session_id}/external-returns/`,
    { token: researcher.token },
  );
  await callApi('POST', at, { token, body: { code: codes.completed } });
  return { participant: new URL(url).searchParams.get('participant') ?? '', move };
}
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

describe('data of an external study', () => {
  it('can be viewed, added, exported, removed by a withdrawal, and deleted', async () => {
    const study = await recruit(
      researcher,
      'Words elsewhere',
      5,
      'catalogue',
      { kind: 'external', url: 'https://survey.example/words' },
      { privacy_level: 'roster_on_start' },
    );
    const [a, b] = [await takePart(study), await takePart(study)];
    const page = await browser.open({ as: researcher });
    await page.goto(`/experiments/details/${study.study_id}?tab=runs`);
    await seeText(page, 'The other website holds the data of this study');
    await page.goto(`/experiments/details/${study.study_id}?tab=data`);
    await seeHeading(page, 'Data collected at the other website');
    expect(await seriousViolations(page)).toEqual([]);
    const file = page.locator('section[aria-labelledby=external-data] input[type=file]');

    const heading = 'ResponseId,participant,RecipientEmail,rt,said';
    const row = (who: string, rt: number) => `R_${rt},${who},x@lab.example,${rt},"red, then green"`;
    await file
      .first()
      .setInputFiles(csv('faulty.csv', heading, row(a.participant, 312), row('f'.repeat(32), 280)));
    await seeText(page, 'Nothing can be added yet');
    await seeText(page, 'Line 3: Nobody here has this pseudonym');
    await seeText(page, '1 of 2 rows has a known pseudonym');
    expect(await page.getByLabel('RecipientEmail').isChecked()).toBe(false);
    await seeText(page, 'Looks like e-mail addresses.');
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await tooSmallControls(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Cancel' }).click();

    await file
      .first()
      .setInputFiles(csv('words.csv', heading, row(a.participant, 312), row(b.participant, 280)));
    await seeText(page, '2 of 2 rows have a known pseudonym, 2 participants');
    await page.getByLabel('ResponseId').uncheck();
    await page.getByRole('button', { name: 'Add 2 rows' }).press('Enter');
    await seeText(page, 'Columns: rt, said');
    expect(await seriousViolations(page)).toEqual([]);

    await page.getByLabel('Format of the table').selectOption('json');
    await page.getByRole('button', { name: 'Make an export' }).click();
    await seeText(page, '2 rows of data collected elsewhere');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const files = unzipSync(readFileSync(await download.path()));
    const rows = JSON.parse(strFromU8(files['outside/words.json'] ?? new Uint8Array())) as object[];
    expect(rows).toContainEqual({
      run_participant: a.participant,
      run_session: study.session_id,
      run_row: 1,
      rt: 312,
      said: 'red, then green',
    });

    await a.move('withdraw-data');
    await page.reload();
    await see(page.getByText(/^Outdated/));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete these data' }).click();
    await seeText(page, 'The data are deleted');
    await waitUntilHidden(page.getByText('Columns: rt, said'));
  });
});
