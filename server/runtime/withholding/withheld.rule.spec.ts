import type { Json } from '../record-format/json.rule';
import { withholdTimes, withholdTimesInText } from './withheld.rule';
import { extendTimeout } from '../../../test/support/chance/wait';

const days = { day: '2026-11-23', last_day: '2026-11-24' };
const at = Date.parse('2026-11-23T14:28:27.123Z');
const of = (value: Json) => withholdTimes(value, days);
const shown = (text: string) => withholdTimesInText(text, days);
const taken = '[withheld]';

/** A moment of the run, in formats in which studies write it. */
const written = [
  '2026-11-23T14:28:27.123Z',
  '2026-11-23 14:28',
  '2026-11-23T14:28:27+01:00',
  '20261123T142827Z',
  '2026/11/23 14:28:27',
  '2026-11-23_14h28.27.123',
  '11/23/2026, 2:28:27 PM',
  '11/23/2026, 2:28:27\u202fPM',
  '23.11.2026, 14:28:27',
  '23/11/2026 14:28',
  'Mon Nov 23 2026 15:28:27 GMT+0100',
  'Mon Nov 23 2026 15:28:27 GMT+0100 (Central European Standard Time)',
  'Mon, 23 Nov 2026 14:28:27 GMT',
  'November 23, 2026 at 2:28 PM',
  '23. November 2026 um 14:28',
  '1795444107',
  '1795444107.123',
  '1795444107123',
  '1795444107123000',
];
const places = ['203.0.113.7', '2001:db8::1', 'fe80::1ff:fe23:4567:890a', '::ffff:203.0.113.7'];

describe('Values withheld in an anonymous session', () => {
  it('include clock times in every format', () => {
    const times: Json[] = [at, at + 0.5, -at, Math.floor(at / 1000), at * 1000, ...written];
    for (const time of times) expect([time, of(time)]).toEqual([time, { value: null, count: 1 }]);
    expect(of({ a: [{ b: at }], c: 1 })).toEqual({ value: { a: [{ b: null }], c: 1 }, count: 1 });
    expect(of({ [at]: 1 })).toEqual({ value: { [taken]: 1 }, count: 1 });
  });

  it.each([...written, ...places])('include %s, also within a text of any length', (said) => {
    const long = 'words and words '.repeat(20);
    for (const [before, behind] of [
      [long, '.'],
      ['it said ', ' then'],
      [`${long}`, ` ${long}`],
      ['a;b\n1;', '\n2;x'],
      ['(', '), and'],
      ['at: ', ': refused'],
    ] as const)
      expect(of(`${before}${said}${behind}`)).toEqual({
        value: `${before}${taken}${behind}`,
        count: 1,
      });
  });

  it('include IP addresses and user agent strings', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';
    expect(of({ ip: '203.0.113.7', six: '2001:db8::1', agent })).toEqual({
      value: { ip: null, six: null, agent: null },
      count: 3,
    });
  });

  it('exclude measures, answers and times of other days', () => {
    const kept: Json = {
      rt: 300.5,
      elapsed: 123_456,
      count: 1_000_000_000,
      born: '1990-01-01',
      birthday: 'born on 23.11.1990 at home',
      last: 'Mon Nov 23 1992 was long ago',
      month: 'May 3, 2026',
      code: 'a :: b, std::vector',
      version: '8.3.0',
      share: '0.1795444107',
      list: [true, null, ''],
      big: 9_007_199_254_740_991,
      n: 1e21,
      long: [1_600_000_000_000, 18_956_323_280_831],
      __proto__: 1,
    };
    expect(of(kept)).toEqual({ value: kept, count: 0 });
    expect(shown(JSON.stringify(kept))).toBe(JSON.stringify(kept));
  });
});

describe('Names of values in an anonymous session', () => {
  it('cause the value to be withheld completely when they mean a point in time', () => {
    const told: Json = {
      date: 'some day',
      timezone: 'Europe/Berlin',
      start_time: '14:28:27.1 or so',
      clock: { hour: 14, minute: 28 },
      start_hour: 14,
      start_minute: 28,
      getHours: 14,
      parts: { year: 2026, month: 10, day: 23 },
      now: [2026, 11, 23, 14, 28, 27],
      time: [14, 28],
      brands: [{ brand: 'Chromium', version: '156' }],
    };
    expect(of(told).value).toEqual({
      date: null,
      timezone: null,
      start_time: null,
      clock: { hour: null, minute: null },
      start_hour: null,
      start_minute: null,
      getHours: null,
      parts: { year: null, month: null, day: null },
      now: null,
      time: null,
      brands: [{ brand: null, version: null }],
    });
  });

  it('cause only moments to be withheld from rows of jsPsych, lab.js and PsychoJS', () => {
    const jsPsych = {
      ...{ rt: 512, stimulus: '<p>RED</p>', response: 'f', trial_type: 'html-keyboard-response' },
      ...{ trial_index: 7, plugin_version: '2.1.0', time_elapsed: 46354, correct: true },
      view_history: [{ page_index: 0, viewing_time: 4100.2 }],
      mouse_tracking_data: [{ x: 28, y: 11, t: 20785, event: 'mousemove' }],
    };
    const labJs = {
      ...{ sender: 'Stimulus', sender_type: 'canvas.Screen', sender_id: '0_1_0', duration: 612.4 },
      ...{ time_run: 46354.6, time_render: 46360.1, time_show: 46372.7, time_end: 46985.1 },
      ...{ time_commit: 46985.9, ended_on: 'response', response_action: 'keydown(f)' },
    };
    const psychoJs = {
      ...{
        'key_resp.keys': 'space',
        'key_resp.rt': 0.523,
        'trials.thisN': 3,
        'image.started': 12.34,
      },
      ...{
        'image.stopped': 13.1,
        expName: 'stroop',
        frameRate: 60.1,
        participant: '3',
        session: '001',
      },
    };
    for (const row of [jsPsych, labJs, psychoJs]) expect(of(row)).toEqual({ value: row, count: 0 });
    expect(of({ ...labJs, timestamp: '2026-11-23T14:28:27.123Z' }).value).toEqual({
      ...labJs,
      timestamp: null,
    });
    expect(of({ ...psychoJs, date: '2026-11-23_14h28.27.123' }).value).toEqual({
      ...psychoJs,
      date: null,
    });
  });

  it('leave values visible when they mean a duration: hours of sleep, days of a diary, dates of birth', () => {
    const kept: Json = {
      ...{
        hours: 7,
        minutes: 30.5,
        day: 3,
        birth_month: 11,
        birth_day: 23,
        time: 512,
        started: 3.2,
      },
      ...{ update: 5, candidate: 'A', timestamp: 10_233.4, hsl: { h: 200, s: 50, l: 50 } },
    };
    expect(of(kept)).toEqual({ value: kept, count: 0 });
  });
});

describe('The text of a record', () => {
  it('stays valid JSON, however its values are formatted', () => {
    for (const [text, left] of [
      [`{"at":${at},"rt":5}`, '{"at":null,"rt":5}'],
      ['[-1795444107]', '[null]'],
      ['{"at":1795444107e3}', '{"at":null}'],
      ['{"at":1.795444107123E12}', '{"at":null}'],
      ['{"at":1795444107123456789}', '{"at":null}'],
      ['{"at":"\\u0031795444107"}', '{"at":null}'],
      [`{"at":${at},"at":1}`, '{"at":1}'],
      ['["11\\/23\\/2026, 2:28:27 PM"]', '[null]'],
      [`"${at}"`, 'null'],
    ] as const)
      expect([text, shown(text)]).toEqual([text, left]);
  });

  it('loses withheld values when it is not JSON, too', () => {
    expect(shown(`time,rt\n${at},5\n`)).toBe(`time,rt\n${taken},5\n`);
    expect(shown(`{"at":${at},`)).toBe(`{"at":${taken},`);
    expect(shown('2026-11-23T14:28:27Z')).toBe(taken);
  });
});

/** The length that a record may have; a quadratic pattern would take very long for it. */
const bytes = 256_000;
const filled = (unit: string, before = '') =>
  before + unit.repeat(Math.floor((bytes - before.length) / unit.length));

describe('A record designed to keep the server busy', () => {
  it.each([
    ['a string that never ends', filled('\\"', '"')],
    ['such a string of JSON with a long number', filled('\\"', '1234567890123456"')],
    ['quotes', filled('"')],
    ['digits', filled('1')],
    ['numbers', filled('1795444107 ')],
    ['half of a date', filled('2026-11-')],
    ['half of a clock time', filled('2026-11-23T14:')],
    ['a fraction without an end', filled('1', '2026-11-23T14:28:27.')],
    ['a number with a fraction without an end', filled('1', '1795444107.')],
    ['colons', filled(':')],
    ['colons and digits', filled('a:')],
    ['dots', filled('1.')],
    ['dots alone', filled('.')],
    ['half of a month', filled('Nov 23 2026 ')],
    ['words before a month', filled('Monday, ')],
    ['spaces', filled(' ')],
    ['letters', filled('a')],
    ['parentheses', filled('(', 'Mon Nov 23 2026 15:28:27 GMT ')],
    ['agents', filled('Mozilla/5')],
    ['lists in lists', filled('[')],
    ['an object in an object', filled('{"a":')],
    ['backslashes', filled('\\', '"')],
  ])('is read as quickly as any other when it contains %s', (_, text) => {
    const began = performance.now();
    const left = shown(text);
    // The limit is twenty times the usual time; a backtracking pattern would take many seconds.
    expect(performance.now() - began).toBeLessThan(extendTimeout(1_000));
    expect(left).not.toMatch(/(?<!\d)1795444107(?!\d)|2026-11-23T14:28/);
  });

  it('keeps values that are not times unchanged', () => {
    const text = filled('\\"', '"');
    expect(shown(text)).toBe(text);
    expect(shown(JSON.stringify([filled('\\"'), 1]))).toBe(JSON.stringify([filled('\\"'), 1]));
  });
});
