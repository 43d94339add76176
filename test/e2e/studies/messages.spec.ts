import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { demoPerson, enrolByApi, newPerson, type Person, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

describe('messages between a participant and the researchers', () => {
  it('appear on the other side’s open page, are counted in the menu until they are read, and can be reported', async () => {
    const study = await recruit(researcher, 'Faces and questions', 10);
    const ada = await newPerson({ first_name: 'Ada' });
    await enrolByApi(ada, study);

    const [page, desk] = await Promise.all([
      browser.open({ as: ada }),
      browser.open({ as: researcher }),
    ]);
    await desk.goto(`/sessions/${study.session_id}/messages`);
    await seeHeading(desk, 'Nobody wrote yet');

    await page.goto('/history/participation');
    await page.getByRole('link', { name: 'Write to the researchers' }).click();
    await seeHeading(page, 'The researchers');
    const words = page.getByRole('textbox', { name: 'Your message' });
    await words.fill('Is there a break?');
    await page.getByRole('button', { name: 'Send' }).click();
    await seeText(page, 'Please confirm this first');
    await page.getByRole('checkbox', { name: /ends the anonymity/ }).check();
    await words.press('Control+Enter');
    await see(page.getByRole('list').getByText('Is there a break?'));
    expect(await seriousViolations(page)).toEqual([]);

    // The researcher's list of conversations fills without a reload, and so does the count in the
    // menu.
    const line = desk.getByRole('link', { name: /^Participant [0-9a-f]{6} \(new\)$/ });
    await see(line);
    await seeText(desk, /conversations? (has|have) something new/);
    await line.click();
    await seeText(desk, 'Is there a break?');
    await desk
      .getByRole('textbox', { name: 'Your message' })
      .fill('Ten minutes, after the first half.');
    await desk.getByRole('checkbox', { name: /ends the anonymity/ }).check();
    await desk.getByRole('button', { name: 'Send' }).click();
    expect(await seriousViolations(desk)).toEqual([]);
    expect(await tooSmallControls(desk)).toEqual([]);

    await seeText(page, 'Ten minutes, after the first half.');
    await page.getByRole('button', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this message' });
    await dialog.getByRole('textbox').fill('Only a try');
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Report it' }).click();
    await seeText(page, 'An administrator will read it.');

    const office = await browser.open({ as: await demoPerson('administrator') });
    await office.goto('/admin/messages');
    await seeText(office, 'Ten minutes, after the first half.');
    await office.getByRole('button', { name: 'Leave it' }).first().click();
    await seeText(office, 'The message stays as it is.');

    await page.setViewportSize({ width: 360, height: 740 });
    expect(await horizontalOverflow(page)).toEqual([]);
  });

  it('can be sent to many participants in one step, as a separate message for each', async () => {
    const study = await recruit(researcher, 'Faces for many', 10, 'catalogue', undefined, {
      privacy_level: 'roster_on_start',
    });
    const people = await Promise.all([1, 2].map(() => newPerson()));
    for (const person of people) await enrolByApi(person, study);
    const desk = await browser.open({ as: researcher });
    await desk.goto(`/sessions/${study.session_id}/messages`);
    await desk.getByRole('button', { name: 'Write to many' }).click();
    await desk.getByRole('textbox', { name: 'Your message' }).fill('The session ends later.');
    await desk.getByRole('button', { name: 'Send to all of them' }).click();
    await seeText(desk, 'Reached 2 people');
    const page = await browser.open({ as: people[1] as Person });
    await page.goto('/messages');
    await page.getByRole('link', { name: /Faces for many/ }).click();
    await seeText(page, 'The session ends later.');
  });
});
