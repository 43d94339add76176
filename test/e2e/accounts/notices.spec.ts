import type { NoticePreferences } from '../../../contracts/notices/notices';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import {
  notesRuntime,
  callApi,
  demoPerson,
  enrolByApi,
  newPerson,
  type Person,
} from '../support/api';
import { useBrowser } from '../support/browser';
import { linkInMail, waitForMail } from '../support/inbox';
import { tabToAndPress } from '../support/keyboard';
import { see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

const chosenBy = (person: Person) =>
  callApi<NoticePreferences>('GET', '/api/notices/preferences/', { token: person.token });

/** Lets a researcher decide about the participation of this person in a study that pays nothing. */
async function decideAbout(person: Person): Promise<void> {
  const researcher = await demoPerson('researcher');
  const call = <T = { _id: string }>(method: string, path: string, body?: object) =>
    callApi<T>(method, path, { token: researcher.token, ...(body && { body }) });
  const { _id: study_id } = await call('POST', '/api/studies/', {
    title: 'Words without pay',
    description: 'Words.',
    duration_minutes: 10,
    runtime: notesRuntime,
    privacy_level: 'roster_on_start',
  });
  const form = await call<{ _id: string; sha256: string }>(
    'PUT',
    `/api/studies/${study_id}/consent/`,
    { title: 'Consent form', body_markdown: 'Words.' },
  );
  const { _id: session_id } = await call('POST', `/api/studies/${study_id}/sessions/`, {
    capacity: 3,
  });
  await call('PUT', `/api/sessions/${session_id}/`, { state: 'active' });
  const study = {
    study_id,
    session_id,
    link_key: null,
    title: 'Words without pay',
    consent: { _id: form._id, sha256: form.sha256 },
  };
  const { _id } = await enrolByApi(person, study);
  for (const action of ['start', 'complete'])
    await callApi('PUT', `/api/participations/${_id}/`, { token: person.token, body: { action } });
  const { items } = await call<{ items: { entry: string }[] }>(
    'GET',
    `/api/sessions/${session_id}/roster/`,
  );
  await call('PUT', `/api/sessions/${session_id}/roster/${items[0]?.entry ?? ''}/`, {
    action: 'approve',
  });
}

describe('email notifications to a person', () => {
  it('are chosen on a profile page with the keyboard, including quiet hours', async () => {
    const person = await newPerson({ first_name: 'Nora' });
    const page = await browser.open({ as: person, reducedMotion: 'reduce' });
    await page.goto('/profile/');
    await page.getByRole('link', { name: 'Choose your emails' }).click();
    await waitForPath(page, '/profile/notices');
    await seeHeading(page, 'Emails');
    const fresh = page.getByRole('checkbox', { name: 'New studies for you' });
    await tabToAndPress(page, fresh, 'Space');
    await seeText(page, 'Saved');
    await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
    await page.getByLabel('Until').selectOption('09:30');
    await eventually(
      () => chosenBy(person),
      ({ quiet }) => quiet?.until === '09:30',
    );
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await chosenBy(person)).toMatchObject({
      wanted: { new_studies: true, reminder: true },
      zone,
      quiet: { from: '21:00', until: '09:30' },
    });
    expect(await seriousViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.reload();
    await see(page.getByRole('checkbox', { name: 'New studies for you', checked: true }));
  });

  it('are stopped by the unsubscribe link of an email, without a sign-in, after a confirmation on the page', async () => {
    const person = await newPerson({ first_name: 'Nils' });
    await decideAbout(person);
    const mail = await waitForMail(person.email, /approved|accepted/i);
    expect(linkInMail(mail, '/profile/notices')).toMatch(/\/profile\/notices$/);
    const link = /<(\S+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const page = await browser.open({ reducedMotion: 'reduce' });
    await page.goto(link);
    await waitForPath(page, '/unsubscribe');
    await seeHeading(page, 'Stop these emails?');
    expect((await chosenBy(person)).wanted.decision).toBe(true);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await seeText(page, /no more emails of this kind: Decisions/);
    expect((await chosenBy(person)).wanted).toMatchObject({ decision: false, reminder: true });
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
  });
});
