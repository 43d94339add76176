import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadDriver } from './lib/client.mjs';
import { systemLoad, sum } from './lib/figures.mjs';
import { launchHostedStudy, enrolPeople } from './lib/hosted.mjs';
import { makePeople } from './lib/population.mjs';
import { openRunPage, launchChromium } from './lib/run-page.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';

const PRESSES = 200;
const FRAMES = 200;
/**
 * If the time between two frames is longer than these milliseconds, a frame was dropped (at 60 Hz).
 */
const DROPPED_MS = 25;

/**
 * A page that measures two delays in milliseconds: from the press of a key to the code that handles
 * it, and between two frames while an element moves. When it runs as a study, it also stores a
 * record of each key.
 */
const page = `<!doctype html><html lang="en"><title>Keys</title><body><p id="box">x</p><script>
const heard = [], gaps = [];
addEventListener('keydown', (event) => {
  heard.push(performance.now() - event.timeStamp);
  if (window.commonlab) commonlab.record({ key: event.key, n: heard.length });
});
window.frames200 = () => new Promise((resolve) => {
  let last;
  const next = (now) => {
    if (last !== undefined) gaps.push(now - last);
    last = now;
    document.getElementById('box').style.marginLeft = (gaps.length % 100) + 'px';
    if (gaps.length < ${FRAMES}) requestAnimationFrame(next); else resolve();
  };
  requestAnimationFrame(next);
});
window.measured = () => ({ heard, gaps });
window.over = () => commonlab.finish();
</script></body></html>`;

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Frame} Frame
 * @typedef {{ heard: number[], gaps: number[] }} Measured
 */

/**
 * Measures first the time between frames, then how late the page handles keys, which are pressed at
 * an uneven pace.
 * @param {Page} window @param {Frame} frame
 * @returns {Promise<Measured>}
 */
async function measure(window, frame) {
  await frame.waitForFunction('window.measured');
  await frame.evaluate('frames200()');
  for (let n = 0; n < PRESSES; n++) {
    await window.keyboard.press('f');
    await sleep(10 + (n % 7));
  }
  await frame.waitForFunction(`window.measured().heard.length >= ${PRESSES}`);
  return frame.evaluate('window.measured()');
}

/**
 * Measures how the page around a study affects the timing of the study. The same page runs as a
 * study, and alone from a bare server, alternately in the same browser.
 * @param {{ quick: boolean }} options
 */
export async function frame({ quick }) {
  const rounds = quick ? 2 : 5;
  const setting = await startBenchmarkProduct();
  const driver = new LoadDriver(setting.port, 1);
  const browser = await launchChromium();
  const bare = createServer((_, response) => {
    // The bare page is cross-origin isolated, as the study's frame is, so that clocks have the same
    // resolution.
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      })
      .end(page);
  }).listen(0, '127.0.0.1');
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const people = await makePeople(setting.db, rounds + 1);
    const launched = await launchHostedStudy(
      setting.port,
      owner?.token ?? '',
      { 'index.html': page },
      { capacity: people.length },
    );
    const seats = await enrolPeople(driver, launched, people);
    const address = /** @type {import('node:net').AddressInfo} */ (bare.address());
    /** @type {{ product: Measured[], bare: Measured[] }} */
    const measured = { product: [], bare: [] };
    for (const [i, person] of people.entries()) {
      const window = await openRunPage(browser, setting.port, person.token, seats[i] ?? '');
      const ours = await measure(window.page, await window.begin());
      await window.close();
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const alone = await context.newPage();
      await alone.goto(`http://127.0.0.1:${address.port}/`);
      const theirs = await measure(alone, alone.mainFrame());
      await context.close();
      // The first measurement of each kind only warms up the browser.
      if (i === 0) continue;
      measured.product.push(ours);
      measured.bare.push(theirs);
    }
    const [p, b] = [together(measured.product), together(measured.bare)];
    const later = p.heard - b.heard;
    return {
      lines: [
        {
          what: `frame: key to code, mean of ${(rounds * PRESSES).toLocaleString('en')} presses`,
          measured: `${p.heard.toFixed(2)} ms`,
          beside: `a bare page ${b.heard.toFixed(2)} ms`,
          aim: '≤ 1 ms more',
          held: later <= 1,
        },
        {
          what: `frame: dropped, of ${(rounds * (FRAMES - 1)).toLocaleString('en')} frames`,
          measured: `${p.dropped}`,
          beside: `a bare page ${b.dropped}`,
          aim: 'no more',
          held: p.dropped <= b.dropped,
        },
      ],
      notes: [
        `frame: with a record a press; mean between frames ${p.gap.toFixed(2)} ms, bare ` +
          `${b.gap.toFixed(2)} ms; keys are sent by the driver, the screen is drawn by software; load ${systemLoad()}`,
      ],
    };
  } finally {
    driver.close();
    bare.close();
    await browser.close();
    await setting.stop();
  }
}

/** @param {Measured[]} all */
function together(all) {
  const heard = all.flatMap((one) => one.heard.slice(0, PRESSES));
  const gaps = all.flatMap((one) => one.gaps);
  const mean = (/** @type {number[]} */ values) => sum(values) / values.length;
  return {
    heard: mean(heard),
    gap: mean(gaps),
    dropped: gaps.filter((gap) => gap > DROPPED_MS).length,
  };
}
