import { readFile } from 'node:fs/promises';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import {
  notesRuntime,
  callApi,
  demoPerson,
  enrolByApi,
  newPerson,
  type Person,
  recruit,
} from '../support/api';
import { useBrowser } from '../support/browser';
import { expectFocus, hasFocus, tabToAndPress, tabTo } from '../support/keyboard';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';
import { eventually } from '../../support/chance/wait';

const browser = useBrowser();

let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

/** Makes a session. It is not anonymous: an anonymous session shows today's steps only tomorrow. */
const recruitNamed = (title: string) =>
  recruit(researcher, title, 4, 'catalogue', notesRuntime, { privacy_level: 'roster_on_start' });
const move = (who: Person, id: string, action: string) =>
  callApi('PUT', `/api/participations/${id}/`, { token: who.token, body: { action } });

describe('page of a session', () => {
  it('opens from its tile, updates while people take part, and takes decisions about them', async () => {
    const study = await recruitNamed('Colours that move');
    const [ada, ben] = [
      await newPerson({ first_name: 'Ada' }),
      await newPerson({ first_name: 'Ben' }),
    ];
    const page = await browser.open({ as: researcher, reducedMotion: 'reduce' });
    await page.goto('/sessions/dashboard');
    await page.getByRole('link', { name: study.title }).click();
    await waitForPath(page, `/sessions/${study.session_id}`);
    await seeHeading(page, /^Colours that move.* · Session 1 · /);
    await seeText(page, 'Nobody has taken a spot yet. The first one appears here by itself.');

    const { _id } = await enrolByApi(ada, study);
    await enrolByApi(ben, study);
    await see(page.locator('[data-chart=curve] canvas'));
    await move(ada, _id, 'start');
    await move(ada, _id, 'complete');
    // With the keyboard, a person can read the numbers at each point of the chart.
    const chart = page.getByRole('slider', { name: 'Spots over time, point by point' });
    await chart.focus();
    await page.keyboard.press('Home');
    await eventually(
      () => chart.getAttribute('aria-valuetext'),
      (text) => text?.endsWith(': 0 taken, 0 completed') === true,
    );
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'People' }).click();
    expect(new URL(page.url()).hash).toBe('#people');
    const people = page.getByRole('table', { name: 'People' });
    const done = people.getByRole('row').filter({ hasText: 'Completed' });
    await see(done);
    expect(await seriousViolations(page)).toEqual([]);

    await done.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await see(done.or(people).getByText(/^Will be approved\./));
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitUntilHidden(people.getByText(/^Will be approved\./));

    await done.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve 1' }).click();
    // Leaving the page sends the decisions that it has not sent yet.
    await page.getByRole('link', { name: 'Study', exact: true }).click();
    await waitForPath(page, `/experiments/details/${study.study_id}?tab=sessions`);
    await eventually(
      () =>
        callApi<{ items: { state: string }[] }>('GET', '/api/participations/', {
          token: ada.token,
        }),
      ({ items }) => items[0]?.state === 'approved',
    );
  });

  it('applies all decisions of a file or none, and lists the lines with errors', async () => {
    const study = await recruitNamed('Decided by file');
    const people = [
      await newPerson({ first_name: 'Eva' }),
      await newPerson({ first_name: 'Finn' }),
    ];
    for (const who of people) {
      const { _id } = await enrolByApi(who, study);
      await move(who, _id, 'start');
      await move(who, _id, 'complete');
    }
    const { items } = await callApi<{ items: { tag: string }[] }>(
      'GET',
      `/api/sessions/${study.session_id}/roster/?names=false`,
      { token: researcher.token },
    );
    const page = await browser.open({ as: researcher });
    await page.goto(`/sessions/${study.session_id}#people`);
    await page.getByRole('button', { name: 'Decide by file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decisions from a file' });
    // The downloaded list contains the tags, which the file of decisions needs.
    await see(dialog);
    await page.keyboard.press('Escape');
    await waitUntilHidden(dialog);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('participations.csv');
    const list = await readFile(await saved.path(), 'utf8');
    for (const { tag } of items) expect(list).toContain(`#${tag},completed,`);
    await page.getByRole('button', { name: 'Decide by file' }).click();
    const give = async (...lines: string[]) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'File' }).click(),
      ]);
      await chooser.setFiles({
        name: 'decisions.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r\n')),
      });
    };
    const send = dialog.getByRole('button', { name: 'Make these decisions' });
    const [first = '', second = ''] = items.map(({ tag }) => tag);
    await give(...list.trimEnd().split('\r\n'));
    await see(dialog.getByText('Line 1: A file has 1 to'));
    await give('tag,decision,category,reason', `${first},approve,,`, `${'0'.repeat(16)},approve,,`);
    await see(dialog.getByText('2 approved'));
    await send.click();
    await see(dialog.getByText('Line 3: Nobody in this session has this tag'));
    expect(await send.isDisabled()).toBe(true);

    const why =
      'Both checks of attention were answered with something else, and all pages took two minutes in all.';
    await give(
      'tag,decision,category,reason',
      `${first},approve,,`,
      `${second},reject,failed_checks,"${why} Ask us, if that was a mistake."`,
    );
    await see(dialog.getByText('1 rejected'));
    await send.click();
    await seeText(page, '2 decisions made; 0 stood already');
    const listed = page.getByRole('table', { name: 'People' });
    await see(listed.getByText('Not accepted'));
    // On a phone, each participation takes one or two lines.
    await page.setViewportSize({ width: 360, height: 740 });
    const heights = await listed
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(84);
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    const study = await recruitNamed('Keys that decide');
    const ida = await newPerson({ first_name: 'Ida' });
    const { _id } = await enrolByApi(ida, study);
    await move(ida, _id, 'start');
    await move(ida, _id, 'complete');
    const page = await browser.open({ as: researcher });
    await page.goto(`/sessions/${study.session_id}#people`);
    const box = page.getByRole('table', { name: 'People' }).getByRole('checkbox');
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Tab');
    await tabTo(page, page.getByRole('button', { name: 'Cancel 1 …' }));
    await page.keyboard.press('Enter');
    await seeText(page, 'Cancel one participation');
    await expectFocus(page, 'asking for the reason');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'thinking again');
    await tabToAndPress(page, page.getByRole('button', { name: 'Approve 1' }));
    await tabToAndPress(page, page.getByRole('button', { name: 'Undo' }));
    await expectFocus(page, 'undoing');
  });

  it('has a row in the dashboard’s table, where several sessions are paused together with the keyboard', async () => {
    const [lower, upper] = [
      await recruit(researcher, 'Lower of two lines', 4),
      await recruit(researcher, 'Upper of two lines', 4),
    ];
    const page = await browser.open({ as: researcher });
    await page.goto('/sessions/dashboard');
    await tabTo(page, page.getByRole('radio', { name: 'Tiles' }));
    await page.keyboard.press('ArrowRight');
    const row = (title: string) => page.getByRole('row', { name: title });
    await see(row(upper.title));
    expect(await seriousViolations(page)).toEqual([]);
    await tabTo(page, row(upper.title));
    await page.keyboard.press('Shift+ArrowDown');
    await hasFocus(row(lower.title));
    const bar = page.getByRole('region', { name: 'Selected sessions' });
    await see(bar.getByText('2 selected'));
    await tabToAndPress(page, bar.getByRole('button', { name: 'Pause 2' }));
    const dialog = page.getByRole('dialog', { name: 'Pause 2 sessions?' });
    await tabToAndPress(page, dialog.getByRole('button', { name: 'Pause 2' }));
    await waitUntilHidden(dialog);
    await waitUntilHidden(bar);
    for (const { title } of [upper, lower]) await see(row(title).getByText('Paused'));
    await hasFocus(row(lower.title));
    await page.keyboard.press('Enter');
    await waitForPath(page, `/sessions/${lower.session_id}`);
  });
});
