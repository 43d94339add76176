import { reportAttention, reportErrors, reportAutomationAndSleep } from './events';

const told: object[] = [];
reportErrors((event) => told.push(event));
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
])(
  'an error that another script rethrew is reported with its original file and line, in %s',
  (_, stack) => {
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
  },
);

test('a thrown value without a stack is reported with the line where it was thrown', () => {
  for (const error of ['no', null, failed(), failed('TypeError: x\n    at <anonymous>')])
    thrown(error);
  expect(told).toHaveLength(4);
  for (const one of told)
    expect(one).toMatchObject({ file: 'task/jatos.js', line: 1, column: 900 });
});

test('an unhandled rejection is reported with its file and line, and without the run’s address', () => {
  const event = Object.assign(new Event('unhandledrejection'), { reason: failed(chromium) });
  window.dispatchEvent(event);
  expect(told).toMatchObject([{ message: 'TypeError: x is not defined', file: 'task/wait.html' }]);
  expect(JSON.stringify(told)).not.toContain('secret');
});

describe('For the judgement of a run,', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('a pause of the page and a change of the system clock are reported, a slow drift is not', () => {
    const signs: object[] = [];
    let [day, page] = [1_000_000, 0];
    jest.useFakeTimers();
    jest.spyOn(Date, 'now').mockImplementation(() => day);
    jest.spyOn(performance, 'now').mockImplementation(() => page);
    reportAutomationAndSleep((event) => signs.push(event));
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

  test('a browser that is controlled by a program is reported when it says so', () => {
    const signs: object[] = [];
    Object.defineProperty(navigator, 'webdriver', { value: true, configurable: true });
    reportAutomationAndSleep((event) => signs.push(event));
    expect(signs).toEqual([{ type: 'automated' }]);
    Object.defineProperty(navigator, 'webdriver', { value: false, configurable: true });
  });
});

test('moving the focus into a frame of the page does not count as leaving the window', () => {
  const told: unknown[] = [];
  let isInside = true;
  reportAttention(
    ({ type }) => told.push(type),
    () => isInside,
  );
  window.dispatchEvent(new Event('blur'));
  isInside = false;
  window.dispatchEvent(new Event('blur'));
  expect(told).toEqual(['blur']);
});
