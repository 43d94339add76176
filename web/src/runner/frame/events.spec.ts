import { tellAttention, tellErrors, tellSigns } from './events';

const told: object[] = [];
tellErrors((event) => told.push(event));
beforeEach(() => told.splice(0));

const at = 'https://files.example/s/secretsecret';
const failed = (stack?: string) => {
  const error = new TypeError('x is not defined');
  error.stack = stack;
  return error;
};
const chromium = `TypeError: x is not defined\n    at draw (${at}/task/wait.html:6:23)\n    at ${at}/task/jatos.js:1:900`;
const firefox = `draw@${at}/task/wait.html:6:23\n@${at}/task/jatos.js:1:900`;
const thrown = (error: unknown) =>
  window.dispatchEvent(
    new ErrorEvent('error', {
      message: 'Uncaught TypeError: x is not defined',
      filename: `${at}/task/jatos.js`,
      lineno: 1,
      colno: 900,
      error,
    }),
  );

test.each([
  ['Chromium', chromium],
  ['Firefox', firefox],
])('an error that another script threw again is told with its own place, in %s', (_, stack) => {
  thrown(failed(stack));
  expect(told).toEqual([
    {
      type: 'error',
      message: 'Uncaught TypeError: x is not defined',
      file: 'task/wait.html',
      line: 6,
      column: 23,
    },
  ]);
});

test('what is no error, or does not say where it was made, is told where it was thrown', () => {
  for (const error of ['no', null, failed(), failed('TypeError: x\n    at <anonymous>')])
    thrown(error);
  expect(told).toHaveLength(4);
  for (const one of told)
    expect(one).toMatchObject({ file: 'task/jatos.js', line: 1, column: 900 });
});

test('a rejection that nobody handled is told with its place, and without the run’s address', () => {
  const event = Object.assign(new Event('unhandledrejection'), { reason: failed(chromium) });
  window.dispatchEvent(event);
  expect(told).toMatchObject([{ message: 'TypeError: x is not defined', file: 'task/wait.html' }]);
  expect(JSON.stringify(told)).not.toContain('secret');
});

describe('Signs by which a run is judged', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('that the time of day has moved on without the page, or was set back, is told; drifting is not', () => {
    const signs: object[] = [];
    let [day, page] = [1_000_000, 0];
    jest.useFakeTimers();
    jest.spyOn(Date, 'now').mockImplementation(() => day);
    jest.spyOn(performance, 'now').mockImplementation(() => page);
    tellSigns((event) => signs.push(event));
    const pass = (ofDay: number, ofPage = 5_000) => {
      day += ofDay;
      page += ofPage;
      jest.advanceTimersByTime(5_000);
    };
    pass(5_000);
    pass(5_020);
    pass(605_000);
    pass(5_000);
    pass(-3_595_000);
    expect(signs).toEqual([
      { type: 'clock_jump', at: 15_000, ms: 1_000_000 },
      { type: 'clock_jump', at: 25_000, ms: -10_000_000 },
    ]);
  });

  test('that a program drives the browser is told, where the browser says so', () => {
    const signs: object[] = [];
    Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true });
    tellSigns((event) => signs.push(event));
    expect(signs).toEqual([{ type: 'automated' }]);
    Object.defineProperty(navigator, 'webdriver', { value: false, configurable: true });
  });
});

test('the window is not left when the keyboard goes to a frame of the page', () => {
  const told: unknown[] = [];
  let isInside = true;
  tellAttention(
    ({ type }) => told.push(type),
    () => isInside,
  );
  window.dispatchEvent(new Event('blur'));
  isInside = false;
  window.dispatchEvent(new Event('blur'));
  expect(told).toEqual(['blur']);
});
