import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, enrolByApi, newPerson, type Person, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitForMail } from '../support/inbox';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

/** Returns the date this many days from now, as `2027-05-03`. */
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

/** Books a time. The page asks for one confirmation. */
async function book(time: Locator): Promise<void> {
  await time.click();
  await time.page().getByRole('button', { name: 'Book this time' }).click();
}

describe('study on site', () => {
  it('lets a researcher plan slots and record attendance, and a participant book and change a slot', async () => {
    const study = await recruit(researcher, 'Faces in the room', 10, 'catalogue', {
      kind: 'onsite',
      place: 'Room 12',
    });
    const ada = await newPerson({ first_name: 'Ada' });
    await enrolByApi(ada, study);

    const desk = await browser.open({ as: researcher });
    await desk.goto(`/experiments/details/${study.study_id}?tab=sessions`);
    await desk.getByRole('link', { name: 'Slots' }).click();
    await seeHeading(desk, 'No slots yet');
    await desk.getByRole('button', { name: 'Add slots' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Add slots' });
    await dialog.getByLabel('From day', { exact: true }).fill(day(7));
    await dialog.getByLabel('To day', { exact: true }).fill(day(8));
    for (const weekday of ['Sat', 'Sun']) await dialog.getByText(weekday, { exact: true }).click();
    await dialog.getByLabel('Place').fill('Room 12');
    await dialog.getByRole('button', { name: 'Add slots' }).click();
    await seeText(desk, '6 slots were added.');
    await see(desk.getByText('0 of 1').first());
    expect(await seriousViolations(desk)).toEqual([]);
    expect(await tooSmallControls(desk)).toEqual([]);

    const page = await browser.open({ as: ada });
    await page.goto(`/study/details/${study.study_id}`);
    await book(page.getByRole('button', { name: /^Book / }).first());
    await seeText(page, 'Your slot is booked.');
    await seeText(page, 'Say this tag when you come:');
    // The researcher's calendar fills without a reload.
    await see(desk.getByText('1 of 1'));
    await page.getByRole('button', { name: 'Choose another slot' }).click();
    await book(page.getByRole('button', { name: /^Book / }).last());
    await seeText(page, 'Your slot is moved.');
    const fileOf = async (button: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      return readFile(await saved.path(), 'utf8');
    };
    const uid = /^UID:(.*)$/m.exec(await fileOf('Save to calendar'))?.[1];
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflow(page)).toEqual([]);
    // The calendar file of a cancelled booking removes the entry. The file of a new booking brings
    // the same entry back.
    await page.getByRole('button', { name: 'Cancel the slot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the slot' }).click();
    const gone = await fileOf('Take it out of the calendar');
    expect(gone).toContain('METHOD:CANCEL');
    expect(gone).toContain(`UID:${uid}`);
    await book(page.getByRole('button', { name: /^Book / }).last());
    expect(await fileOf('Save to calendar')).toContain(`UID:${uid}`);

    const { items } = await callApi<{ items: { _id: string }[] }>('GET', '/api/participations/', {
      token: ada.token,
    });
    const mine = await callApi<{ tag: string; booking: { slot: { starts_at: string } } }>(
      'GET',
      `/api/participations/${items[0]?._id}/slots/`,
      { token: ada.token },
    );
    await desk.getByRole('tab', { name: 'Who is expected' }).click();
    if (mine.booking.slot.starts_at.slice(0, 10) !== day(7)) {
      await desk.getByRole('combobox', { name: 'Day' }).click();
      await desk.getByRole('option').last().click();
    }
    const tag = mine.tag.match(/.{4}/g)?.join(' ') ?? '';
    await see(desk.getByText(tag));
    // When the list is printed, it stays a table with one row per person.
    await desk.emulateMedia({ media: 'print' });
    await desk.setViewportSize({ width: 718, height: 1_000 });
    const line = desk.getByRole('row').filter({ hasText: tag });
    expect(await line.evaluate((row) => getComputedStyle(row).display)).toBe('table-row');
    await desk.setViewportSize({ width: 1_280, height: 800 });
    await desk.emulateMedia({ media: null });
    expect(await seriousViolations(desk)).toEqual([]);
    await desk.getByRole('button', { name: `${tag} is here` }).click();
    // The page asks for a confirmation because the slot is on another day.
    await desk.getByRole('button', { name: 'Yes, is here' }).click();
    await desk.getByRole('button', { name: `${tag} has finished` }).click();
    await see(desk.getByRole('cell', { name: 'Completed' }));
    await page.goto('/history/participation');
    await seeText(page, 'Completed');
  });

  it('shows other participants immediately that the last seat of a slot is taken, and that it is free again', async () => {
    const study = await recruit(researcher, 'Smells in the room', 10, 'catalogue', {
      kind: 'onsite',
      place: 'Room 12',
    });
    await callApi('POST', `/api/sessions/${study.session_id}/slots/`, {
      token: researcher.token,
      body: {
        kind: 'one',
        starts: `${day(7)}T10:00`,
        duration_minutes: 60,
        zone: 'UTC',
        seats: 1,
        place: 'Room 14',
      },
    });
    const [books, chooses] = [
      await newPerson({ first_name: 'Cleo' }),
      await newPerson({ first_name: 'Dan' }),
    ];
    const { _id } = await enrolByApi(books, study);
    await enrolByApi(chooses, study);
    const page = await browser.open({ as: chooses });
    await page.goto(`/study/details/${study.study_id}`);
    await see(page.getByRole('button', { name: /^Book / }));
    // The study states another place than the slots. The page shows only the place of the slots.
    await see(page.getByText(/Room 14/));
    expect(await page.getByText(/Room 12/).count()).toBe(0);
    const { slots } = await callApi<{ slots: { _id: string }[] }>(
      'GET',
      `/api/participations/${_id}/slots/`,
      { token: books.token },
    );
    const own = `/api/participations/${_id}/slot/`;
    await callApi('PUT', own, { token: books.token, body: { slot_id: slots[0]?._id } });
    await seeText(page, 'Full');
    await callApi('DELETE', own, { token: books.token });
    await see(page.getByRole('button', { name: /^Book / }));
  });

  it('lets a participant remove a cancelled slot from the calendar, by the email and by the page', async () => {
    const study = await recruit(researcher, 'Voices in the room', 10, 'catalogue', {
      kind: 'onsite',
      place: 'Room 12',
    });
    const plan = { token: researcher.token };
    await callApi('POST', `/api/sessions/${study.session_id}/slots/`, {
      ...plan,
      body: {
        kind: 'one',
        starts: `${day(7)}T10:00`,
        duration_minutes: 60,
        zone: 'UTC',
        seats: 1,
        place: 'Room 12',
      },
    });
    const bea = await newPerson({ first_name: 'Bea' });
    await enrolByApi(bea, study);
    const page = await browser.open({ as: bea });
    await page.goto(`/study/details/${study.study_id}`);
    await book(page.getByRole('button', { name: /^Book / }));
    await seeText(page, 'Your slot is booked.');
    const [slot] = (
      await callApi<{ slots: { _id: string }[] }>(
        'GET',
        `/api/sessions/${study.session_id}/slots/`,
        plan,
      )
    ).slots;
    await callApi('DELETE', `/api/slots/${slot?._id}/`, plan);
    const mail = await waitForMail(bea.email, /^Your slot was cancelled: Voices in the room/);
    expect(mail.text).toContain('the file attached takes it out');

    await page.goto('/history/participation');
    await seeText(page, 'Your slot was cancelled');
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflow(page)).toEqual([]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Take it out of the calendar' }).click(),
    ]);
    expect(await readFile(await saved.path(), 'utf8')).toContain('STATUS:CANCELLED');
  });
});
