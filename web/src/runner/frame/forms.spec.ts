import { fakeCommonlab } from '../../test/fake-commonlab';
import { SentForms } from './forms';

const submit = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'submit') ?? {};
let stop = new AbortController();
beforeEach(() => {
  history.pushState(null, '', '/s/key/part/one.html?a=1');
  // At the end of each test, `stop` removes the listeners that the test has added.
  const add = window.addEventListener.bind(window);
  jest
    .spyOn(window, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      add(type, listener, { signal: stop.signal }),
    );
});
afterEach(() => {
  stop.abort();
  jest.restoreAllMocks();
  Object.defineProperty(HTMLFormElement.prototype, 'submit', submit);
});

function study(html: string, isRun = true) {
  stop.abort();
  stop = new AbortController();
  document.body.innerHTML = html;
  const { commonlab, said } = fakeCommonlab();
  const went: string[] = [];
  // Counts the forms that the browser itself would send.
  const sent = jest.fn();
  HTMLFormElement.prototype.submit = sent;
  new SentForms({ ...commonlab, isRun }, (page) => went.push(page)).catch();
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) sent();
    event.preventDefault();
  });
  const press = async (button = 'button') => {
    document.querySelector<HTMLElement>(button)?.click();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { said, went, sent, press };
}
const fields = `<input name="age" value="31"><input type="checkbox" name="likes[]" value="tea" checked>
  <input type="checkbox" name="likes[]" value="coffee" checked>
  <input type="checkbox" name="likes[]" value="milk"><input name="action" value="trap">
  <textarea name="words">a "b"
c</textarea><button name="go" value="1">Send</button>`;
const row = {
  commonlab_form: 'part/one.html',
  age: '31',
  'likes[]': ['tea', 'coffee'],
  action: 'trap',
  words: 'a "b"\nc',
  go: '1',
};

it('a form whose address has no server stores its fields as a trial and ends the study', async () => {
  const { said, went, sent, press } = study(
    `<form method="POST" action="save.php">${fields}</form>`,
  );
  await press();
  expect(said).toMatchObject([
    ['trial', { ...row, words: expect.stringMatching(/^a "b"\r?\nc$/) as string }],
    ['finish', null],
  ]);
  expect([went, sent.mock.calls]).toEqual([[], []]);
});

it('a submitted form opens the page that the form or its button names', async () => {
  const one = study(`<form method="post" action="two.html?b=2">${fields}</form>`);
  await one.press();
  expect(one.said.map(([kind]) => kind)).toEqual(['trial']);
  expect(one.went).toEqual(['http://localhost/s/key/part/two.html?b=2']);
  const other = study(
    `<form action="save.php"><button formmethod="post" formaction="../">Next</button></form>`,
  );
  await other.press();
  expect(other.went).toEqual(['http://localhost/s/key/']);
});

it('a form without an address, and a GET form for a script, count as sent to a server', async () => {
  for (const attributes of ['method="post"', 'action="save.php"']) {
    const { said, press } = study(`<form id="f" ${attributes}><input name="a"><button></form>`);
    await press();
    expect(said).toMatchObject([
      ['trial', { commonlab_form: 'part/one.html#f', a: '' }],
      ['finish', null],
    ]);
  }
});

it.each([
  ['action="two.html?b=2#c"', 'http://localhost/s/key/part/two.html?age=31&size=a+b#c'],
  ['method="GET" action="../"', 'http://localhost/s/key/?age=31&size=a+b'],
  ['method="put"', 'http://localhost/s/key/part/one.html?age=31&size=a+b'],
])(
  'a GET form stores its fields as a trial, and opens its page with them as the query (%s)',
  async (attributes, page) => {
    const { said, went, sent, press } = study(
      `<form ${attributes}><input name="age" value="31"><input name="size" value="a b"><button></form>`,
    );
    await press();
    expect(said).toEqual([['trial', { commonlab_form: 'part/one.html', age: '31', size: 'a b' }]]);
    expect([went, sent.mock.calls]).toEqual([[page], []]);
  },
);

it('a GET form without fields stores nothing', async () => {
  const { said, sent, press } = study('<form action="two.html"><button></form>');
  await press();
  expect(said).toEqual([]);
  expect(sent).toHaveBeenCalledTimes(1);
});

it('a form stores one answer when its button is pressed twice', async () => {
  const { said, press } = study('<form method="post"><button></form>');
  void press();
  await press();
  expect(said.filter(([kind]) => kind === 'trial')).toHaveLength(1);
});

it('a form that a script submits is handled like one that a button submits', async () => {
  const { said, sent } = study('<form method="post" action="save.php"><input name="a"></form>');
  document.querySelector('form')?.submit();
  await new Promise((resolve) => setTimeout(resolve));
  expect(said.map(([kind]) => kind)).toEqual(['trial', 'finish']);
  expect(sent).not.toHaveBeenCalled();
});

it.each([
  ['for another host', 'method="post" action="https://data.example/save.php"'],
  ['for the server beside the study', 'method="post" action="/save.php"'],
  ['by GET, for a file that is no page', 'action="two.json"'],
  ['for a dialog', 'method="dialog"'],
])('a form is left to the browser when it is %s', async (_, attributes) => {
  const { said, sent, press } = study(`<form ${attributes}><input name="a"><button></form>`);
  await press();
  document.querySelector('form')?.submit();
  expect(said).toEqual([]);
  expect(sent).toHaveBeenCalledTimes(2);
});

it('a form that the study’s own script handles is left to the script', async () => {
  const { said, press } = study('<form method="post" action="save.php"><button></form>');
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
  await press();
  expect(said).toEqual([]);
});

it('a submitted form stores a long answer in full, together with its file fields; a preview then shows the end mark', async () => {
  const long = 'x'.repeat(90_000);
  const { said, press } = study(
    `<form method="post"><textarea name="words">${long}</textarea><input type="file" name="f"><button></form>`,
    false,
  );
  await press();
  const [[kind, text] = []] = said;
  expect(kind).toBe('text');
  expect(JSON.parse(String(text))).toEqual([
    { commonlab_form: 'part/one.html', words: long, f: '' },
  ]);
  expect(document.querySelector('[role=status]')?.textContent).toBe('■');
});
