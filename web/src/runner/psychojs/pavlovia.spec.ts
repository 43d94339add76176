import { fakeCommonlab } from '../../test/fake-commonlab';
import { PavloviaStandIn } from './pavlovia';
import { PsychoJsPage } from './psychojs-page';
import { PsychoJsRows } from './psychojs-rows';

/** A fake with the parts of PsychoJS that are visible from outside. */
class PsychoJs {
  declare _hosts: string[];
  constructor(hosts: string[] = []) {
    this._hosts = [...hosts, 'https://pavlovia.org/run/', 'https://run.pavlovia.org/'];
  }
  /** Returns its arguments, which the test compares; PsychoJS' own `quit` closes the session. */
  quit(given?: object) {
    return { quit: this._hosts.length, ...given };
  }
}
class ExperimentHandler {
  declare _trialsData: object[];
  constructor() {
    this._trialsData = [];
  }
}

afterEach(() => {
  for (const name of ['_hosts', '_trialsData'])
    delete (Object.prototype as Record<string, unknown>)[name];
  history.replaceState(null, '', '/');
});

function study({
  participant = 'ab12',
  config = null,
}: { participant?: string; config?: unknown } = {}) {
  const { commonlab, said } = fakeCommonlab();
  const rows = new PsychoJsRows((message) => {
    if (message.type === 'record') said.push([message.kind, message.data]);
  });
  const page = new PsychoJsPage({ participant, onRow: (row) => rows.add(row) });
  page.watch();
  const load = () =>
    Promise.resolve({ ok: config !== null, json: () => Promise.resolve(config) } as Response);
  const pavlovia = new PavloviaStandIn(commonlab, page, rows, load);
  const ask = (method: string, path: string, body?: unknown) =>
    pavlovia.answer({ url: new URL(path, 'https://pavlovia.org/api/v2/'), method, body });
  const session = 'experiments/0/sessions';
  return { said, page, pavlovia, ask, session };
}
const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
const results = (key: string, value: string) => form({ key, value });

describe('a page with PsychoJS', () => {
  it('is one of the hosts of Pavlovia, and has the participant’s id before PsychoJS reads it', () => {
    const { page } = study();
    expect(page.isHere).toBe(false);
    const psychoJs = new PsychoJs(['https://lab.example/']);
    expect(page.isHere).toBe(true);
    expect(psychoJs._hosts).toEqual([
      'https://lab.example/',
      'https://pavlovia.org/run/',
      'https://run.pavlovia.org/',
      'http://localhost/',
    ]);
    expect(location.search).toBe('?participant=ab12');
    expect(Object.keys(psychoJs)).toEqual(['_hosts']);
  });

  it('has no participant’s id in a preview', () => {
    study({ participant: '' });
    new PsychoJs();
    expect(location.search).toBe('');
  });

  it('leaves other objects with the same property names unchanged', () => {
    const { page } = study();
    const other: { _hosts?: unknown; _trialsData?: unknown } = {};
    other._hosts = ['https://lab.example/'];
    other._trialsData = 'words';
    expect(Object.entries(other)).toEqual([
      ['_hosts', ['https://lab.example/']],
      ['_trialsData', 'words'],
    ]);
    const frozen: { _hosts?: unknown } = Object.freeze({});
    expect(() => (frozen._hosts = 1)).not.toThrow();
    for (const name in {}) throw new Error(name);
    expect(page.isHere).toBe(false);
  });

  it('records each row immediately, also after the study cleared its data', async () => {
    const { said, page, ask, session } = study();
    new PsychoJs();
    const handler = new ExperimentHandler();
    handler._trialsData.push({ n: 1 });
    expect(handler._trialsData.push({ n: 2 })).toBe(2);
    handler._trialsData = [];
    handler._trialsData.push({ n: 3 });
    expect(said.map(([, row]) => row)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(page.lists).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 3 }]]);
    // A table that contains only rows that are already recorded adds no trial.
    for (const table of ['n\n1\n2\n', 'n\n3\n'])
      await ask('POST', `${session}/here/results`, results('a.csv', table));
    expect(said.map(([kind]) => kind)).toEqual(['trial', 'trial', 'trial', 'event']);
  });
});

describe('a request of PsychoJS to Pavlovia', () => {
  it('is intercepted once PsychoJS is loaded: its calls and its configuration, but no file', () => {
    const { pavlovia } = study();
    const asked = (address: string, method = 'GET') =>
      pavlovia.catches({ url: new URL(address), method, body: undefined });
    const base = document.createElement('base');
    base.href = 'http://localhost/s/key/index.html';
    document.head.append(base);
    const call = 'https://pavlovia.org/api/v2/experiments/0/sessions';
    expect(asked(call, 'POST')).toBe(false);
    new PsychoJs();
    expect([asked(call, 'POST'), asked(`${call}/here`, 'DELETE')]).toEqual([true, true]);
    expect(asked('http://localhost/s/key/config.json?json')).toBe(true);
    expect([
      asked('http://localhost/s/key/words.json'),
      asked('https://lab.example/config.json'),
      asked('https://pavlovia.org/api/v2/proxy/https://lab.example/a.png'),
      asked('https://pavlovia.org/assets/default.png'),
    ]).toEqual([false, false, false, false]);
    base.remove();
  });

  it.each([
    ['none', null, { experiment: { name: 'Words', fullpath: 'Words' } }],
    ['no table', 'words', { experiment: { name: 'Words' } }],
    [
      'one of Pavlovia’s',
      {
        experiment: { name: 'own', fullpath: 'lab/own', keep: 1 },
        pavlovia: { URL: 'https://other.example' },
        gitlab: { projectId: 77 },
        words: ['a'],
      },
      {
        experiment: { name: 'own', fullpath: 'lab/own', keep: 1 },
        gitlab: { projectId: 77 },
        words: ['a'],
      },
    ],
  ])(
    'gets a configuration that points to this server when the study has %s',
    async (_, config, found) => {
      document.title = 'Words [PsychoPy]';
      const { pavlovia } = study({ config });
      const url = new URL('http://localhost/s/key/config.json');
      const { status, body } = await pavlovia.answer({ url, method: 'GET', body: null });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...found, pavlovia: { URL: 'https://pavlovia.org' } });
      expect(body).toHaveProperty('gitlab.projectId');
    },
  );

  it('opens a session that sends its table regularly when single rows are not detected', async () => {
    const { ask, session } = study();
    new PsychoJs();
    const opened = { status2: 'RUNNING', saveFormat: 'CSV', saveIncompleteResults: true };
    const before = await ask('POST', session, form({}));
    expect(before).toMatchObject({
      status: 200,
      body: { token: 'here', experiment: { ...opened, partialResultsUploadPeriod: 0.5 } },
    });
    new ExperimentHandler();
    const { body } = await ask('POST', 'experiments/lab%2Fown/sessions', '');
    expect(body).not.toHaveProperty('experiment.partialResultsUploadPeriod');
  });

  it('stores only new rows, in CSV or JSON, before the call returns', async () => {
    const { said, ask, session } = study();
    const at = `${session}/here/results`;
    const key = 'ab12_words_2026-11-26_06h27.24.123.csv';
    void ask('POST', at, results(key, 'n,word\n1,red\n'));
    void ask('POST', at, new URLSearchParams({ key, value: 'n,word\n1,red\n2,blue\n' }).toString());
    void ask('POST', at, JSON.stringify({ key: 'results', value: '[{"n":1}]' }));
    const stored = [...said];
    await ask('POST', at, results('words.txt', 'only words'));
    await ask('POST', at, results(key, ''));
    expect(stored).toEqual([
      ['trial', '{"n":1,"word":"red"}'],
      ['event', { type: 'sent', to: 'pavlovia', name: 'ab12_words.csv' }],
      ['trial', '{"n":2,"word":"blue"}'],
      ['trial', '{"n":1}'],
      ['event', { type: 'sent', to: 'pavlovia', name: 'results' }],
    ]);
    expect(said.slice(stored.length)).toEqual([['text', 'only words']]);
  });

  it('stores logs as text and recordings as files', async () => {
    const { said, ask, session } = study();
    const logs = form({ logs: '0.1\tEXP\tbegins', compressed: 'false' });
    await ask('POST', `${session}/here/logs`, logs);
    expect(said).toEqual([['event', { type: 'log', part: 1, text: '0.1\tEXP\tbegins' }]]);
    const media = form({ media: new File(['x'], 'ab_w_2026-11-26_06h27.24.123_mic') });
    const answer = await ask('POST', `${session}/here/media`, media);
    expect(answer).toEqual({ status: 200, body: { uploadToken: 'here' } });
    expect(await ask('GET', `${session}/here/media/here/status`)).toMatchObject({
      body: { status: 'COMPLETED' },
    });
    expect(await ask('POST', `${session}/here/media`, form({}))).toMatchObject({ status: 404 });
  });

  it.each([
    ['is over when it is completed', 'DELETE', '', 'isCompleted=true', true, 'finish'],
    ['asks who stops in the middle', 'DELETE', '', form({ isCompleted: 'false' }), false, 'stop'],
    ['asks nobody whose page goes away', 'POST', '/delete', form({}), false, undefined],
  ])('%s', async (_, method, part, body, successful, then) => {
    const { said, ask, session } = study();
    expect(await ask(method, `${session}/here${part}`, body)).toEqual({ status: 200, body: {} });
    expect(said).toEqual([
      ['event', { type: 'end', successful }],
      ...(then === undefined ? [] : [[then, null]]),
    ]);
  });

  it.each([
    ['has sent its data and calls quit without more', [{}], true, 'finish'],
    ['has sent its data and calls quit with nothing', [], true, 'finish'],
    ['calls quit without more after its rows', [{ message: 'Thanks' }], false, 'ask'],
    ['says that it is completed', [{ isCompleted: true }], false, 'finish'],
    ['says false, as for Escape', [{ message: 'Goodbye', isCompleted: false }], false, 'stop'],
    ['says false, and has sent its data', [{ isCompleted: false }], true, 'ask'],
  ])('recognizes the end of a study that %s', async (_, given, isSent, then) => {
    const { said, ask, session, pavlovia } = study();
    const psychoJs = new PsychoJs();
    new ExperimentHandler()._trialsData.push({ n: 1 });
    const url = new URL('https://pipe.jspsych.org/api/data/');
    if (isSent) expect(pavlovia.catches({ url, method: 'POST', body: '' })).toBe(false);
    const answer = psychoJs.quit(...given);
    expect(answer).toEqual({ quit: 3, ...given[0] });
    const isCompleted = String(given.some((one) => 'isCompleted' in one && one.isCompleted));
    await ask('DELETE', `${session}/here`, form({ isCompleted }));
    expect(said.at(-1)).toEqual([then, null]);
  });

  it('does not treat a request for a condition from DataPipe as the end', async () => {
    const { said, ask, session, pavlovia } = study();
    new PsychoJs().quit();
    const url = new URL('https://pipe.jspsych.org/api/condition/');
    pavlovia.catches({ url, method: 'POST', body: '' });
    await ask('DELETE', `${session}/here`, form({ isCompleted: 'false' }));
    expect(said.at(-1)).toEqual(['stop', null]);
  });

  it('gets an error for an unsupported call instead of a false success', async () => {
    const { said, ask } = study();
    for (const path of ['shelf/here/value', 'surveys/abc/model', 'experiments/0/resources?token=a'])
      expect(await ask('GET', path)).toEqual({ status: 404, body: { error: 'NOT_KEPT_HERE' } });
    expect(said).toEqual([]);
  });
});
