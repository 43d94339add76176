import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import type { TimelineDraft } from '../../../contracts/study-files/study-timelines';
import { emptyTimeline, type Timeline } from '../../../contracts/timeline/timeline';
import { eventually } from '../../support/chance/wait';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  apiCallerOfDemoResearcher,
  createBuilderStudy,
  keyboardTrial,
} from '../support/builder-studies';
import { see, seeText } from '../support/see';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';

const browser = useBrowser();

const threeWords: Timeline = {
  ...emptyTimeline('Three words', 'en'),
  nodes: [
    keyboardTrial('first', { stimulus: 'One' }),
    {
      id: 'block',
      type: 'block',
      name: 'block',
      nodes: [keyboardTrial('inside', { stimulus: 'Two' })],
    },
    keyboardTrial('last', { stimulus: 'Three' }),
  ],
};

/** Makes a builder study with this draft, and opens its builder page. */
async function built(timeline: Timeline) {
  const call = await apiCallerOfDemoResearcher();
  const { _id: study } = await createBuilderStudy(call);
  const at = `/api/studies/${study}/timeline/`;
  await call('PUT', at, { version: 0, timeline });
  const as = await demoPerson('researcher');
  const page = await browser.open({ as, cookiesAccepted: false });
  await page.goto(`/experiments/build/${study}`);
  await see(page.getByRole('treeitem').first());
  /** Waits until the server has stored a matching draft. */
  const saved = (is: (nodes: Timeline['nodes']) => boolean) =>
    eventually(
      async () => (await call<TimelineDraft>('GET', at)).timeline?.nodes ?? [],
      (nodes) => is(nodes),
    );
  return { page, saved };
}
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const item = (page: Page, name: string) => page.getByRole('treeitem', { name });

describe('builder import and export', () => {
  it('downloads a folder whose JSON file recreates the same experiment', async () => {
    const { page } = await built(threeWords);
    const download = page.waitForEvent('download');
    await choose(page, 'Download as a folder');
    const files = unzipSync(readFileSync(await (await download).path()));
    const text = strFromU8(files['timeline.json'] ?? new Uint8Array());
    expect(JSON.parse(text)).toEqual(threeWords);
    expect(Object.keys(files)).toContain('index.html');

    const other = await built({
      ...threeWords,
      nodes: [keyboardTrial('else', { stimulus: 'Else' })],
    });
    await choose(other.page, 'Bring in JSON');
    const [chooser] = await Promise.all([
      other.page.waitForEvent('filechooser'),
      other.page.getByRole('button', { name: 'Open a file' }).click(),
    ]);
    const buffer = Buffer.from(text);
    await chooser.setFiles({ name: 'timeline.json', mimeType: 'application/json', buffer });
    await other.page.getByRole('button', { name: 'Use it' }).click();
    await see(item(other.page, 'last'));
    await other.saved((nodes) => JSON.stringify(nodes) === JSON.stringify(threeWords.nodes));
  });

  it('pastes a table from a spreadsheet', async () => {
    const { page, saved } = await built(threeWords);
    await item(page, 'block').click();
    await page.getByRole('button', { name: 'Paste a table' }).click();
    const rowsField = page.getByLabel('Rows from a spreadsheet, or CSV');
    await rowsField.fill('word,ms\nred,200\nblue,400,brown\n');
    await see(page.getByRole('alert').getByText(/^Line 3 has more cells than the heading/));
    expect(await page.getByRole('button', { name: 'Use this table' }).isDisabled()).toBe(true);
    await rowsField.fill('word\tms\nred\t200,5\nblue\t400\n');
    await seeText(page, 'Number, decimal comma read');
    expect(await seriousViolations(page)).toEqual([]);
    await rowsField.fill('word\tms\nred\t200.0\nblue\t400\n');
    await seeText(page, '2 rows. Check what each column was read as.');
    expect(await horizontalOverflow(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use this table' }).click();
    // A typed cell is converted to the type of its column when it loses the focus.
    await page.getByRole('textbox', { name: 'ms, row 2' }).fill('400.0');
    await page.getByRole('textbox', { name: 'word, row 2' }).focus();
    await see(page.locator('input[data-cell="1,1"][value="400"]'));
    const nodes = await saved((all) => all.some((one) => one.type === 'block' && one.variables));
    const rows = [
      ['red', 200],
      ['blue', 400],
    ];
    expect(nodes[1]).toMatchObject({ variables: { columns: ['word', 'ms'], rows } });
  });

  it('moves a node by dragging, also into a block', async () => {
    const { page, saved } = await built(threeWords);
    await item(page, 'last').dragTo(item(page, 'block'));
    const nodes = await saved((all) => all.length === 2);
    expect(nodes[1]).toMatchObject({ nodes: [{ id: 'inside' }, { id: 'last' }] });
  });

  it('previews the experiment from the selected node on', async () => {
    const { page } = await built(threeWords);
    await item(page, 'inside').click();
    await page.locator('label').filter({ hasText: 'From here' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await see(page.locator('[data-state=running]'));
    const inFrame = page.frameLocator('iframe');
    await see(inFrame.getByText('Two'));
    await page.keyboard.press('x');
    await see(inFrame.getByText('Three'));
    await page.keyboard.press('x');
    await seeText(page, '2 recorded trials');
  });
});
