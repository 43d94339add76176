import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { notesRuntime, callApi, demoPerson, newPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeHeading, waitForPath, seeText } from '../support/see';

const browser = useBrowser();

describe('personal data of an account', () => {
  it('is copied on the server with visible progress, downloaded, and deleted', async () => {
    const person = await newPerson({ first_name: 'Clara', last_name: 'Kopie' });
    const page = await browser.open({ as: person, reducedMotion: 'reduce' });
    await page.goto('/profile/privacy');
    await page.getByRole('button', { name: 'Make a copy' }).click();
    await seeText(page, 'Your copy is ready');
    await page.reload();
    await seeText(page, 'Your copy is ready');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const files = unzipSync(readFileSync(await download.path()));
    expect(
      Object.values(files)
        .map((file) => Buffer.from(file).toString())
        .join('\n'),
    ).toContain(person.email);
    await waitForPath(page, '/profile/privacy');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this copy?' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await waitUntilHidden(page.getByText('Your copy is ready'));
  });

  it('includes a list of the researchers who saw the person’s name, with the study', async () => {
    const researcher = await demoPerson('researcher');
    const call = <T = { _id: string }>(
      method: string,
      path: string,
      body?: object,
      token = researcher.token,
    ) => callApi<T>(method, path, { token, ...(body && { body }) });
    const study = await call('POST', '/api/studies/', {
      title: 'A list with names',
      description: 'Words.',
      duration_minutes: 10,
      runtime: notesRuntime,
      privacy_level: 'roster_on_start',
    });
    const consent = await call<{ _id: string; sha256: string }>(
      'PUT',
      `/api/studies/${study._id}/consent/`,
      { title: 'Consent form', body_markdown: 'Words.' },
    );
    const session = await call('POST', `/api/studies/${study._id}/sessions/`, { capacity: 5 });
    await call('PUT', `/api/sessions/${session._id}/`, { state: 'active' });
    const person = await newPerson({ first_name: 'Nora', last_name: 'Name' });
    const page = await browser.open({ as: person, reducedMotion: 'reduce' });
    await page.goto('/profile/privacy');
    await seeHeading(page, 'Nobody saw your name');

    const mine = await call(
      'POST',
      `/api/sessions/${session._id}/participations/`,
      { consent: { _id: consent._id, sha256: consent.sha256 } },
      person.token,
    );
    await call('PUT', `/api/participations/${mine._id}/`, { action: 'start' }, person.token);
    await call('GET', `/api/sessions/${session._id}/roster/`);
    await page.reload();
    const table = page.getByRole('table', { name: 'Who saw your name' });
    await see(table.getByRole('link', { name: 'A list with names' }));
    expect(await table.getByRole('row').count()).toBe(2);
    expect(await seriousViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
    expect(await seriousViolations(page)).toEqual([]);
  });
});
