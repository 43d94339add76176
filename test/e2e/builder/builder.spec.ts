import type { Page } from 'playwright-core';
import type { Study } from '../../../contracts/studies/studies';
import { eventually } from '../../support/chance/wait';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  expectFocus,
  hasFocus,
  tabToAndPress,
  pressUntilFocused,
  tabTo,
} from '../support/keyboard';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});

const newStudy = (title: string) =>
  callApi<Study>('POST', '/api/studies/', {
    token: researcher.token,
    body: {
      title,
      description: 'Say in which colour a word is written, whatever it means.',
      duration_minutes: 10,
      privacy_level: 'anonymous',
    },
  });

const item = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });
const inFrame = (page: Page) => page.frameLocator('iframe');

/** Searches for an item, adds it and names it; afterwards its name field has the focus. */
async function addByKeyboard(page: Page, search: string, name: string) {
  await see(page.getByRole('dialog', { name: 'Add to the timeline' }));
  await hasFocus(page.getByLabel('What do you need?'));
  await page.keyboard.type(search);
  await see(page.locator('[role=option][data-combobox-selected]'));
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('textbox', { name: 'Name', exact: true }));
  await page.keyboard.type(name);
  await see(item(page, new RegExp(`^${name}`)));
}
const backToTree = async (page: Page) => {
  await page.keyboard.press('Escape');
  await hasFocus(page.locator('[role=treeitem][aria-selected=true]'));
};

describe('experiment builder', () => {
  it('creates and publishes a Stroop task with the keyboard alone', async () => {
    const { _id } = await newStudy('A Stroop by keyboard');
    const page = await browser.open({ as: researcher, cookiesAccepted: false });
    await page.goto(`/experiments/build/${_id}`);
    await seeHeading(page, 'How do you want to begin?');
    expect(await seriousViolations(page)).toEqual([]);
    await tabToAndPress(page, page.getByRole('button', { name: /^Empty/ }));
    await tabToAndPress(page, page.getByRole('button', { name: 'Add', exact: true }));
    await addByKeyboard(page, 'instructions', 'Welcome');

    await backToTree(page);
    await page.keyboard.press('Insert');
    await addByKeyboard(page, 'block', 'Words');
    await tabToAndPress(page, page.getByRole('button', { name: 'Begin a table' }));
    const cell = (name: string, row: number) =>
      page.getByRole('textbox', { name: `${name}, row ${row}` });
    await hasFocus(cell('word', 1));
    await page.keyboard.press('ArrowUp');
    await hasFocus(page.getByRole('textbox', { name: 'Name of column 1' }));
    for (const name of ['colour', 'key']) {
      await tabToAndPress(page, page.getByRole('button', { name: 'Column', exact: true }));
      await hasFocus(page.getByRole('textbox', { name: /^Name of column/ }).last());
      await page.keyboard.type(name);
    }
    await page.keyboard.press('ArrowDown');
    await hasFocus(cell('key', 1));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await hasFocus(cell('word', 1));
    for (const [i, row] of [
      ['red', 'blue', 'b'],
      ['green', 'green', 'g'],
    ].entries()) {
      if (i > 0) await page.keyboard.press('Enter');
      for (const [j, value] of row.entries()) {
        await hasFocus(cell(['word', 'colour', 'key'][j] ?? '', i + 1));
        await page.keyboard.type(value);
        if (j < 2) await page.keyboard.press('Tab');
      }
    }
    await seeText(page, /^Runs 2 times round/);

    await backToTree(page);
    await page.keyboard.press('Insert');
    await addByKeyboard(page, 'answered by a key', 'Word');
    const text = page.getByRole('textbox', { name: 'What is shown' });
    // Bold is set in the visual editor; placeholders of the table are written in the HTML view.
    await tabTo(page, page.locator('[contenteditable=true]'));
    await page.keyboard.press('ControlOrMeta+b');
    await see(page.getByRole('button', { name: 'Bold', pressed: true }));
    await pressUntilFocused(page, 'Shift+Tab', page.getByRole('button', { name: 'HTML' }), 20);
    await page.keyboard.press('Enter');
    await hasFocus(text);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('<p style="color: {{colour}}">{{word}}</p>');
    const responses = page.getByRole('group', { name: 'Responses' });
    await tabTo(page, responses.getByRole('radio', { name: 'Any key' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, responses.getByRole('button', { name: 'Add a key' }));
    for (const key of ['b', 'g']) {
      await page.keyboard.press('Enter');
      await see(responses.getByText('Press the key now; Tab cancels'));
      await page.keyboard.press(key);
      await see(responses.getByRole('button', { name: `Remove the key ${key.toUpperCase()}` }));
    }
    const answer = 'The response that is right';
    await tabTo(
      page,
      page.getByRole('combobox', { name: `${answer}: where the value comes from` }),
    );
    await page.keyboard.type('From the t');
    await tabTo(page, page.getByRole('combobox', { name: answer, exact: true }));
    await page.keyboard.type('key');

    await backToTree(page);
    await page.keyboard.press('Insert');
    await addByKeyboard(page, 'answered by a key', 'End');
    await backToTree(page);
    await page.keyboard.press('Alt+ArrowLeft');
    await seeText(page, 'End is now 3 of 3');
    await see(page.locator('[data-saving=saved]'));
    expect(await seriousViolations(page)).toEqual([]);

    // The preview gets the focus, and shows the words in their colours.
    await page.keyboard.press('Control+Enter');
    await hasFocus(page.locator('iframe'));
    await see(page.locator('[data-state=running]'));
    await see(inFrame(page).getByText('Welcome. Here you say what is to be done.'));
    await page.keyboard.press('ArrowRight');
    for (const [word, colour, key] of [
      ['red', 'rgb(0, 0, 255)', 'b'],
      ['green', 'rgb(0, 128, 0)', 'g'],
    ] as const) {
      const shown = inFrame(page).getByText(word, { exact: true });
      await see(shown);
      expect(
        await shown.evaluate((e) => e.ownerDocument.defaultView?.getComputedStyle(e).color),
      ).toBe(colour);
      await page.keyboard.press(key);
    }
    await see(inFrame(page).getByText('Press a key'));
    // The trial takes any key, also Tab, so the person leaves the preview with Escape, and can run
    // it again.
    await page.keyboard.press('Escape');
    await hasFocus(page.getByRole('button', { name: 'Run', exact: true }));
    await tabTo(page, page.locator('iframe'));
    await page.keyboard.press('x');
    await seeText(page, 'The experiment is over');
    await seeText(page, '4 recorded trials');
    await tabToAndPress(page, page.getByText('4 recorded trials'));
    expect(await page.locator('dl dd').allTextContents()).toContain('true');

    await tabToAndPress(page, page.getByRole('button', { name: 'Publish to the study' }));
    await seeText(page, /^Published as version 1\./);
    await see(page.getByRole('button', { name: 'Published' }));
    const study = await callApi<Study>('GET', `/api/studies/${_id}/`, { token: researcher.token });
    expect(study.runtime).toMatchObject({ kind: 'builder', entry: 'index.html' });

    await page.reload();
    await see(item(page, /^Words.*2 rows/));
    const names = await page.getByRole('treeitem').allTextContents();
    expect(names.map((name) => name.replace(/2 rows$/, ''))).toEqual([
      'Welcome',
      'Words',
      'Word',
      'End',
    ]);
  });

  it('undoes a deletion, moves through the tree with the keyboard, and lists what is wrong', async () => {
    const { _id } = await newStudy('A flanker that is changed');
    const page = await browser.open({ as: researcher, cookiesAccepted: false });
    await page.goto(`/experiments/build/${_id}`);
    await page.getByRole('button', { name: /^Flanker/ }).click();
    const items = page.getByRole('treeitem');
    await see(items.first());
    const count = await items.count();
    await items.first().click();
    await page.keyboard.press('Delete');
    await expectCount(page, count - 1);
    await page.keyboard.press('Control+z');
    await expectCount(page, count);
    await page.keyboard.press('End');
    await hasFocus(items.last());
    await page.keyboard.press('Home');
    await hasFocus(items.first());
    await page.keyboard.press('Insert');
    await addByKeyboard(page, 'picture, answered by a key', 'No picture');
    const wrong = page.getByRole('button', { name: '1 to mend' });
    await see(wrong);
    await page.getByRole('treeitem').last().click();
    // Shift+Tab, because Tab would lead into the preview, whose trial takes the keys.
    await pressUntilFocused(page, 'Shift+Tab', wrong, 50);
    await expectFocus(page, 'Shift+Tab to what is to be mended');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^No picture:/ }).click();
    await hasFocus(page.getByRole('combobox', { name: 'What is shown', exact: true }));
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('shows one panel at a time on a phone, without horizontal overflow', async () => {
    const { _id } = await newStudy('Questions on a phone');
    const page = await browser.open({
      as: researcher,
      cookiesAccepted: false,
      viewport: { width: 360, height: 800 },
    });
    await page.goto(`/experiments/build/${_id}`);
    await seeHeading(page, 'How do you want to begin?');
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.getByRole('button', { name: /^Questionnaire/ }).click();
    await see(page.getByRole('treeitem').first());
    for (const part of ['Structure', 'Settings', 'Preview']) {
      await page.locator('label').filter({ hasText: part }).click();
      await see(page.getByRole('region', { name: part }));
      expect(await horizontalOverflow(page)).toEqual([]);
      expect(await seriousViolations(page)).toEqual([]);
    }
  });
});

const expectCount = (page: Page, count: number) =>
  eventually(
    () => page.getByRole('treeitem').count(),
    (now) => now === count,
  );
