import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { demoPerson } from '../support/api';
import { useBrowser } from '../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchUploadedStudy,
  trialsIn,
  waitUntilStored,
} from '../support/running-here';
import { seeHeading, seeText } from '../support/see';

const browser = useBrowser();

/**
 * A stand-in for PsychoJS 2024.2: sends the same requests to Pavlovia, and keeps its data under the
 * same names.
 */
const psychoJs = `
const form = (fields) => {
  const data = new FormData();
  for (const name in fields) data.append(name, fields[name]);
  return data;
};
export class PsychoJS {
  constructor({ hosts = [] } = {}) {
    this._hosts = [...hosts, 'https://pavlovia.org/run/', 'https://run.pavlovia.org/'];
  }
  async start({ expInfo }) {
    this.info = { ...expInfo, ...Object.fromEntries(new URLSearchParams(location.search)) };
    if (!this._hosts.some((url) => location.href.indexOf(url) === 0)) throw 'not a host';
    const { pavlovia, gitlab, experiment } = await (await fetch('config.json')).json();
    this.name = experiment.name;
    if (KEEPS) this._trialsData = []; else this.rows = [];
    const sessions = pavlovia.URL + '/api/v2/experiments/' + gitlab.projectId + '/sessions';
    const opened = await (await fetch(sessions, { method: 'POST', body: form({}) })).json();
    if (opened.experiment.status2 !== 'RUNNING') throw opened;
    this.url = sessions + '/' + opened.token;
    addEventListener('pagehide', () => {
      if (this.isClosed) return;
      navigator.sendBeacon(this.url + '/results', form(this.results));
      navigator.sendBeacon(this.url + '/delete', form({ isCompleted: false }));
    });
  }
  get data() { return KEEPS ? this._trialsData : this.rows; }
  nextEntry(row) { this.data.push({ ...row, ...this.info }); }
  get results() {
    const names = [...new Set(this.data.flatMap(Object.keys))];
    const line = (cells) => cells.map((one) => one ?? '').join(',');
    const lines = this.data.map((row) => line(names.map((name) => row[name])));
    const key = this.info.participant + '_' + this.name + '_' + this.info.date + '.csv';
    return { key, value: '\\ufeff' + [line(names), ...lines].join('\\n') + '\\n' };
  }
  async save() {
    const sent = await fetch(this.url + '/results', { method: 'POST', body: form(this.results) });
    if (!sent.ok) throw await sent.json();
  }
  async quit({ isCompleted }) {
    await this.save();
    const text = new Response('0.5\\tEXP\\tat ' + this.info.date).body;
    const packed = await new Response(text.pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
    const logs = btoa(String.fromCharCode(...new Uint8Array(packed)));
    await fetch(this.url + '/logs', { method: 'POST', body: form({ logs, compressed: true }) });
    await fetch(this.url, { method: 'DELETE', body: form({ isCompleted }) });
    this.isClosed = true;
    if (isCompleted) location.href = 'https://panel.example/done';
  }
}`;
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Words [PsychoPy]</title>
<script src="study.js" type="module"></script></head><body><button>Red</button></body></html>`;
const script = `
import { PsychoJS } from './lib/psychojs-2024.2.4.js';
const psychoJS = new PsychoJS({ debug: true });
const button = document.querySelector('button');
await psychoJS.start({ expInfo: { participant: 'asked', session: '001', date: DATE } });
let n = 0;
button.textContent = 'Answer';
button.onclick = async () => {
  n += 1;
  psychoJS.nextEntry({ n, rt: n / 7 });
  STEP
};`;
const exported = (keeps: boolean, step: string, date = "'2024-11-26_06h27.24.123'") => ({
  'index.html': Buffer.from(page),
  'study.js': Buffer.from(script.replace('STEP', step).replace('DATE', date)),
  'lib/psychojs-2024.2.4.js': Buffer.from(psychoJs.replaceAll('KEEPS', String(keeps))),
});
const events = (records: readonly { kind: string; data: string }[]) =>
  records
    .filter(({ kind }) => kind === 'event')
    .map(({ data }) => JSON.parse(data) as { type: string });

describe('study made with PsychoJS', () => {
  it('runs unchanged, stores each row immediately, and exports rows with the pseudonym', async () => {
    const files = exported(true, 'if (n === 3) await psychoJS.quit({ isCompleted: true });');
    const study = await launchUploadedStudy(files, 'Words of PsychoPy', {
      resume: { mode: 'restart', hours: 24 },
    });
    const { page: window, participation } = await enrolAndOpenStudy(browser, study);
    await window.goto(`/run/${participation}`);
    await clickBegin(window);
    const answer = window.frameLocator('iframe').getByRole('button', { name: 'Answer' });
    await answer.click();
    // The first row is stored before the study saves its data.
    await waitUntilStored(study.session_id, (records) => trialsIn(records).length === 1);
    await answer.click();
    await answer.click();
    await seeHeading(window, 'All of your answers have arrived');

    const records = await recordsOfSession(study.session_id);
    const rows = trialsIn(records) as { n?: number; participant?: string }[];
    expect(rows).toMatchObject([1, 2, 3].map((n) => ({ n, rt: n / 7, session: '001' })));
    // The experiment's dialog does not ask the participant for a name: each row holds the pseudonym.
    expect(rows.every(({ participant = '' }) => /^[0-9a-f]{16,}$/.test(participant))).toBe(true);
    expect(records.some(({ kind }) => kind === 'amend' || kind === 'text')).toBe(false);
    expect(events(records)).toEqual(
      expect.arrayContaining([
        { type: 'log', part: 1, text: '0.5\tEXP\tat 2024-11-26_06h27.24.123' },
        { type: 'end', successful: true },
      ]),
    );
    // The product does not follow the redirect that the study makes at its end.
    expect(window.url()).toContain(`/run/${participation}`);
    const said = browser.problems.splice(0);
    expect(said.filter((one) => !one.includes('panel.example'))).toEqual([]);

    const researcher = await browser.open({ as: await demoPerson('researcher') });
    await researcher.goto(`/experiments/details/${study.study_id}?tab=data`);
    await researcher.getByLabel('Format of the table').selectOption('json');
    await researcher.getByRole('button', { name: 'Make an export' }).click();
    await seeText(researcher, '1 run, 3 rows');
    const [download] = await Promise.all([
      researcher.waitForEvent('download'),
      researcher.getByRole('button', { name: 'Download' }).click(),
    ]);
    const archive = unzipSync(readFileSync(await download.path()));
    const table = JSON.parse(strFromU8(archive['data.json'] ?? new Uint8Array())) as object[];
    expect(table).toMatchObject([1, 2, 3].map((n) => ({ run_kind: 'trial', n, rt: n / 7 })));
  });

  it('stores only new or changed rows when it sends complete tables, also those sent while a page unloads', async () => {
    const step = `if (n === 3) psychoJS.data[0].late = 'yes';
  if (n < 3) await psychoJS.save(); else location.href = 'bye.html';`;
    const files = {
      ...exported(false, step),
      'bye.html': Buffer.from(
        '<!doctype html><html lang="en"><title>Bye</title><button onclick="commonlab.finish()">Bye</button></html>',
      ),
    };
    const study = await launchUploadedStudy(files, 'Tables of PsychoPy', {
      resume: { mode: 'component', hours: 24 },
    });
    const { page: window, participation } = await enrolAndOpenStudy(browser, study);
    await window.goto(`/run/${participation}`);
    await clickBegin(window);
    const frame = window.frameLocator('iframe');
    for (const stored of [1, 2]) {
      await frame.getByRole('button', { name: 'Answer' }).click();
      await waitUntilStored(study.session_id, (records) => trialsIn(records).length === stored);
    }
    await frame.getByRole('button', { name: 'Answer' }).click();
    await frame.getByRole('button', { name: 'Bye' }).click();
    await seeHeading(window, 'All of your answers have arrived');
    const records = await recordsOfSession(study.session_id);
    expect(trialsIn(records)).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3, session: '001' }]);
    const amended = records.filter(({ kind }) => kind === 'amend').map(({ data }) => data);
    expect(amended.map((data) => JSON.parse(data) as object)).toMatchObject([
      { trial: 0, data: { n: 1, late: 'yes' } },
    ]);
    expect(events(records)).toContainEqual({ type: 'end', successful: false });
  });

  it('asks the participant who stops midway what the stop should mean', async () => {
    const study = await launchUploadedStudy(
      exported(true, 'await psychoJS.quit({ isCompleted: false });'),
      'Stopped words',
      { resume: { mode: 'restart', hours: 24 } },
    );
    const { page: window, participation } = await enrolAndOpenStudy(browser, study);
    await window.goto(`/run/${participation}`);
    await clickBegin(window);
    await window.frameLocator('iframe').getByRole('button', { name: 'Answer' }).click();
    await seeHeading(window, 'You want to stop');
    expect(trialsIn(await recordsOfSession(study.session_id))).toMatchObject([{ n: 1 }]);
  });
});
