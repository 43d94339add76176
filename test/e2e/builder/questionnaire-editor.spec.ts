import type { Locator, Page } from 'playwright-core';
import type { Study } from '../../../contracts/studies/studies';
import { elementTypes } from '../../../contracts/timeline/timeline-questionnaire';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi, demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import { hasFocus, tabToAndPress, pressUntilFocused, tabTo, typeInto } from '../support/keyboard';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();

/** The labels of all kinds of questions. */
const kinds = [
  'Yes or no',
  'Long text',
  'Short text or number',
  'One of several',
  'Any of several',
  'One of a long list',
  'Scale',
  'Several statements on one scale',
  'Text without a question',
];

/**
 * Moves backwards with Shift+Tab: forwards, Tab would enter the preview, which handles keys itself.
 */
const backTo = (page: Page, what: Locator): Promise<void> =>
  pressUntilFocused(page, 'Shift+Tab', what, 150);

describe('questionnaire editor', () => {
  it('creates a questionnaire with every kind of question and one conditional question, with the keyboard alone', async () => {
    expect(kinds).toHaveLength(elementTypes.length);
    const researcher = await demoPerson('researcher');
    const { _id } = await callApi<Study>('POST', '/api/studies/', {
      token: researcher.token,
      body: {
        title: 'Questions by keyboard',
        description: 'Some questions about you.',
        duration_minutes: 5,
        privacy_level: 'anonymous',
      },
    });
    const page = await browser.open({ as: researcher, cookiesAccepted: false });
    await page.goto(`/experiments/build/${_id}`);
    await seeHeading(page, 'How do you want to begin?');
    await tabToAndPress(page, page.getByRole('button', { name: /^Empty/ }));
    await tabToAndPress(page, page.getByRole('button', { name: 'Add', exact: true }));
    await hasFocus(page.getByLabel('What do you need?'));
    await page.keyboard.type('questionnaire');
    await see(page.locator('[role=option][data-combobox-selected]'));
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('textbox', { name: 'Name', exact: true }));
    await page.keyboard.type('About you');

    const first = page.getByRole('region', { name: 'Page 1' });
    const cards = page.locator('[data-question]');
    // Removes the default questions, so that the questionnaire has each kind once.
    for (let left = await cards.count(); left > 0; left--)
      await tabToAndPress(page, first.getByRole('button', { name: /^Remove “/ }).first());
    for (const kind of kinds) {
      await tabTo(page, first.getByRole('combobox', { name: 'Kind of the new question' }));
      await page.keyboard.type(kind);
      await tabToAndPress(page, first.getByRole('button', { name: 'Add a question' }));
      await hasFocus(cards.last());
    }
    const shown = await cards.allTextContents();
    expect(shown.map((text, i) => text.startsWith(`${i + 1}. ${kinds[i] ?? ''}`))).toEqual(
      kinds.map(() => true),
    );

    const open = async (place: number) => {
      if ((await cards.nth(place).getAttribute('aria-expanded')) === 'true') return;
      await backTo(page, cards.nth(place));
      await page.keyboard.press('Enter');
      await see(cards.nth(place).and(page.locator('[aria-expanded=true]')));
    };
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await open(0);
    await typeInto(page, field('Wording'), 'Do you smoke?');
    await typeInto(page, field('Stored as'), 'smokes');
    await page.keyboard.press('Tab');
    await see(page.locator('[data-question=smokes]'));
    await tabToAndPress(page, cards.nth(1));
    await typeInto(page, field('Wording'), 'Since when?');
    await tabTo(page, page.getByRole('combobox', { name: 'Shown', exact: true }));
    await page.keyboard.type('After a');
    await typeInto(page, field('Answer'), 'true');
    await tabToAndPress(page, cards.nth(2));
    await typeInto(page, field('Wording'), 'How many cigarettes a day?');
    await tabTo(page, page.getByRole('combobox', { name: 'What is typed' }));
    await page.keyboard.type('Number');
    // The editor takes 0 as a limit, and not as an empty field.
    await typeInto(page, page.getByRole('textbox', { name: 'Smallest' }), '0');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('textbox', { name: 'Smallest' }).inputValue()).toBe('0');
    await backTo(page, page.getByRole('button', { name: 'Move “How many cigarettes a day?” up' }));
    await page.keyboard.press('Enter');
    expect((await cards.nth(1).textContent())?.includes('How many')).toBe(true);
    // The pressed button keeps the focus although its question has moved.
    await hasFocus(page.getByRole('button', { name: 'Move “How many cigarettes a day?” up' }));
    await see(page.locator('[data-saving=saved]'));
    expect(await seriousViolations(page)).toEqual([]);

    // The preview shows what participants see: one question appears only after an answer.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Enter');
    await hasFocus(page.locator('iframe'));
    const frame = page.frameLocator('iframe');
    await see(frame.getByText('Do you smoke?'));
    expect(await frame.getByText('Since when?').isVisible()).toBe(false);
    await tabTo(page, frame.getByRole('radio', { name: 'Yes' }));
    await page.keyboard.press('Space');
    await see(frame.getByText('Since when?'));
    await tabTo(page, frame.getByRole('textbox', { name: 'Since when?' }));
    await page.keyboard.type('Last year');
    await tabTo(page, frame.getByRole('button').last());
    await page.keyboard.press('Enter');
    await seeText(page, 'The experiment is over');
    await tabToAndPress(page, page.getByText('1 recorded trial'));
    expect((await page.locator('dl dd').allTextContents()).join()).toContain('Last year');

    await page.reload();
    await page.getByRole('treeitem', { name: /^About you/ }).click();
    await see(page.locator('[data-question=smokes]'));
    expect(await cards.count()).toBe(kinds.length);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await horizontalOverflow(page)).toEqual([]);
  });
});
