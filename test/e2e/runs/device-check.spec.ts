import type { Page } from 'playwright-core';
import { seriousViolations, tooSmallControls, horizontalOverflow } from '../support/accessibility';
import { notesRuntime, demoPerson, newPerson, type Person, recruit } from '../support/api';
import { useBrowser } from '../support/browser';
import { tabToAndPress, tabTo } from '../support/keyboard';
import { see, seeHeading, waitForPath, seeText } from '../support/see';

/** Fake devices of Chromium: a green picture with a clock, and a beep each second. */
const devices = '--use-fake-device-for-media-stream';
/** The first browser grants requests for devices, the second one denies them. */
const browser = useBrowser([devices, '--use-fake-ui-for-media-stream']);
const refusing = useBrowser([devices, '--use-fake-ui-for-media-stream=deny']);

let researcher: Person;
beforeAll(async () => {
  researcher = await demoPerson('researcher');
});
const needing = (title: string, ...requirements: string[]) =>
  recruit(researcher, title, 5, 'catalogue', notesRuntime, { requirements });

const part = (page: Page, name: string) => page.getByRole('region', { name });
/** Keeps each stream, so that a test can check whether its tracks have ended. */
const keepStreams = (page: Page) =>
  page.addInitScript(`
    window.streams = [];
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (wanted) => ask(wanted).then((s) => (window.streams.push(s), s));
  `);
const tracks = (page: Page) =>
  page.evaluate<string[]>('window.streams.flatMap((s) => s.getTracks().map((t) => t.readyState))');

describe('device check before a study', () => {
  it('tests microphone, camera and tone with the keyboard alone', async () => {
    const study = await needing('Voices and faces', 'desktop', 'microphone', 'camera');
    const page = await browser.open({ as: await newPerson() });
    await keepStreams(page);
    await page.goto(`/study/details/${study.study_id}`);
    await seeText(page, 'This study needs a computer.');
    await tabTo(page, page.getByRole('link', { name: 'Check your device' }));
    await page.keyboard.press('Enter');
    await waitForPath(page, `/study/details/${study.study_id}/check`);
    await seeHeading(page, 'Check your device');
    await see(part(page, 'Device').getByText('Ready', { exact: true }));
    expect(await tracks(page)).toEqual([]);

    await tabToAndPress(page, page.getByRole('button', { name: 'Test the microphone' }));
    await see(part(page, 'Microphone').getByText('Your voice arrives'));
    await tabToAndPress(page, page.getByRole('button', { name: 'Test the camera' }));
    await see(part(page, 'Camera').getByText('If you see yourself, the camera works'));
    expect(await tracks(page)).toEqual(['live', 'live']);
    expect(await seriousViolations(page)).toEqual([]);

    await tabToAndPress(page, page.getByRole('button', { name: 'Play a tone' }));
    await tabToAndPress(page, page.getByRole('button', { name: 'I heard it' }));
    await see(part(page, 'Sound').getByText('You hear what studies play.'));

    await tabToAndPress(page, part(page, 'Microphone').getByRole('button', { name: 'Stop' }));
    expect(await tracks(page)).toEqual(['ended', 'live']);
    await page.evaluate("window.dispatchEvent(new Event('pagehide'))");
    expect(await tracks(page)).toEqual(['ended', 'ended']);
    await tabTo(page, page.getByRole('link', { name: 'Back to the study' }));
    await page.keyboard.press('Enter');
    await see(page.getByRole('button', { name: 'Enroll now' }));
  });

  it('explains on a phone how to allow a refused device', async () => {
    const page = await refusing.open({ viewport: { width: 360, height: 800 } });
    await page.goto('/check');
    await page.getByRole('button', { name: 'Test the microphone' }).click();
    await see(part(page, 'Microphone').getByText('The microphone was not allowed. To allow it'));
    await page.getByRole('button', { name: 'Test the camera' }).click();
    await see(part(page, 'Camera').getByText('The camera was not allowed. To allow it'));
    expect(await seriousViolations(page)).toEqual([]);
    expect(await tooSmallControls(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toEqual([]);
  });

  it('is the only page that can use the microphone, even when the person allowed it', async () => {
    const ask =
      "navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'given', (e) => e.name)";
    const page = await browser.open();
    await page.goto('/pricing');
    expect(await page.evaluate(ask)).toBe('NotAllowedError');
    expect(browser.problems.splice(0)).toEqual([
      '/pricing: Permissions policy violation: microphone is not allowed in this document.',
    ]);
    // A permission belongs to a document, so the web app loads the check as a new document even if
    // only the address changes.
    await page.evaluate(
      "history.pushState(null, '', '/check'); dispatchEvent(new PopStateEvent('popstate'))",
    );
    await seeHeading(page, 'Check your device');
    await page.getByRole('button', { name: 'Test the microphone' }).click();
    await see(part(page, 'Microphone').getByText('Your voice arrives'));
    expect(await page.evaluate(ask)).toBe('given');
  });
});
