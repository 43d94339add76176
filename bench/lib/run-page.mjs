import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, ensureChromium } from '../../scripts/lib/chromium.mjs';

export const launchChromium = async () =>
  chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS });

/**
 * Reads a file of an installed package; the measured studies upload it as one of their files.
 * @param {string} path
 */
export const readPackageFile = (path) => readFileSync(`node_modules/${path}`);

/**
 * Opens the page around a study as a participant, in a browser window of its own.
 * @param {import('playwright-core').Browser} browser @param {number} port
 * @param {string} token @param {string} participation
 */
export async function openRunPage(browser, port, token, participation) {
  const url = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name: 'ff_user_access_token', value: token, url }]);
  const page = await context.newPage();
  const open = () => page.goto(`${url}/run/${participation}`);
  await open();
  /** Presses Begin, or Go on after a reload. @returns the frame of the study */
  const begin = async () => {
    await page.getByRole('button', { name: /^(Begin|Go on with the study)$/ }).click();
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    if (!frame) throw new Error('no frame');
    // Waits until the frame shows the study's page. Before that, the frame has the content security
    // policy of the page around it, and not that of the study.
    await frame.waitForURL(({ protocol }) => protocol !== 'about:');
    return frame;
  };
  return { page, open, begin, close: () => context.close() };
}
