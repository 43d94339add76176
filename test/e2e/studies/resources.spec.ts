import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/accessibility';
import { callApi, newPerson, type Person } from '../support/api';
import { useBrowser } from '../support/browser';
import { waitUntilHidden, see, seeText } from '../support/see';

const browser = useBrowser();
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let parent: string;
let researcher: Person;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'commonlab-resources-'));
  researcher = await newPerson({ is_researcher: true });
});
afterAll(() => rm(parent, { recursive: true }));

/** Makes a sound of this many seconds: 48 kHz, two channels, 16 bits, 192,000 bytes a second. */
function wav(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 192_000);
  for (let at = 0; at < data.length; at += 2) data.writeInt16LE(((at * 7) % 4000) - 2000, at);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(192_000, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

const isPiece = (method: string) => method === 'PATCH';
const line = (page: Page, name: string) => page.getByRole('row', { name });
const open = async () => {
  const page = await browser.open({ as: researcher });
  await page.goto('/resources');
  await see(page.getByRole('heading', { name: 'Files', level: 1 }));
  return page;
};
/** Drops files on the middle of the page, as a file manager does. */
const drop = (page: Page, files: readonly { name: string; text: string }[]) =>
  page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(
        new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
  }, files);

it('a folder is uploaded completely although the connection is cut twice, and its files can be organised with the keyboard', async () => {
  const folder = join(parent, 'stimuli');
  await mkdir(join(folder, 'faces'), { recursive: true });
  await writeFile(join(folder, 'tone.wav'), wav(60));
  for (let i = 0; i < 20; i++)
    await writeFile(
      join(folder, 'faces', `${String(i).padStart(2, '0')}.png`),
      Buffer.from(pixel, 'base64'),
    );
  const page = await open();
  let pieces = 0;
  await page.route('**/api/uploads/*/', (route) => {
    if (!isPiece(route.request().method())) return route.continue();
    pieces += 1;
    return pieces === 2 || pieces === 4 ? route.abort('connectionreset') : route.continue();
  });
  await page.locator('input[webkitdirectory]').first().setInputFiles(folder);
  await seeText(page, '21 files are stored.');
  expect(pieces).toBeGreaterThan(4);
  browser.problems.splice(0);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();

  // All steps use the keyboard: into the folder, rename, delete, undo.
  await line(page, 'stimuli').focus();
  await page.keyboard.press('Enter');
  await line(page, 'faces').focus();
  await page.keyboard.press('Enter');
  await line(page, '00.png').focus();
  await page.keyboard.press('F2');
  await see(page.locator('[role=dialog] input:focus'));
  await page.keyboard.type('00 smile');
  await page.keyboard.press('Enter');
  await see(line(page, '00 smile.png'));
  await line(page, '01.png').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  await seeText(page, '2 entries are deleted');
  await waitUntilHidden(line(page, '01.png'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(line(page, '01.png'));
  await line(page, '00 smile.png').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move' }).click();
  await page.getByRole('treeitem', { name: 'Your files' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await seeText(page, '“00 smile.png” is moved');
  await page.goto('/resources');
  await see(line(page, '00 smile.png'));
  expect(await seriousViolations(page)).toEqual([]);

  // Seeks near the end of a sound: the browser requests only those bytes.
  await line(page, 'stimuli').focus();
  await page.keyboard.press('Enter');
  await line(page, 'tone.wav').focus();
  await page.keyboard.press('Enter');
  const sound = page.locator('audio');
  await see(sound);
  const ranged = page.waitForResponse(
    (answer) =>
      answer.status() === 206 && /^bytes=[1-9]\d{5,}-/.test(answer.request().headers().range ?? ''),
  );
  await sound.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 55;
  });
  await ranged;
  expect(await seriousViolations(page)).toEqual([]);
}, 120_000);

it('a dropped file whose name is taken waits for a decision, and the page says why a file is refused', async () => {
  const page = await open();
  await see(page.getByRole('button', { name: 'New folder' }));
  await drop(page, [{ name: 'list.csv', text: 'a,b\n1,2\n' }]);
  await seeText(page, '1 file is stored.');
  await drop(page, [
    { name: 'list.csv', text: 'a,b\n3,4\n' },
    { name: 'bad.svg', text: '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>' },
  ]);
  await seeText(page, 'This drawing has a script. Export it without scripts and event handlers.');
  await page.getByRole('button', { name: 'Keep both' }).click();
  await see(line(page, 'list (2).csv'));
  // The browser counts a refused piece among the problems of a page.
  browser.problems.splice(0);
});

it('after a reload, the upload of the same file continues where it stopped', async () => {
  const file = join(parent, 'long.wav');
  await writeFile(file, wav(50));
  const page = await open();
  let isCut = false;
  await page.route('**/api/uploads/*/', (route) => {
    if (!isPiece(route.request().method()) || !isCut) return route.continue();
    return route.abort('connectionreset');
  });
  const first = page.waitForResponse((answer) => isPiece(answer.request().method()));
  await page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(file);
  await first;
  isCut = true;
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  isCut = false;
  await see(page.getByRole('heading', { name: '1 upload is not finished' }));
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the same file again' }).click();
  await (await chosen).setFiles(file);
  await seeText(page, '1 file is stored.');
  const { items } = await callApi<{ items: unknown[] }>('GET', '/api/uploads/', {
    token: researcher.token,
  });
  expect(items).toEqual([]);
  browser.problems.splice(0);
});
