import { withheldText } from './withheld-text.rule';

const days = { day: '2026-11-02', last_day: '2026-11-02' };
const now = Date.parse('2026-11-02T10:20:30.400Z');
const without = (value: unknown) => withheldText(JSON.stringify(value), days);

test('takes out when it was, in every way to write it, and leaves JSON', () => {
  const text = without({
    ms: now,
    s: now / 1000,
    us: now * 1000,
    list: [now, 'x'],
    iso: new Date(now).toISOString(),
    said: new Date(now).toUTCString(),
    said_here: `on Mon Nov 02 2026 10:20:30 GMT+0000 (UTC)`,
    words: `began at ${now}`,
  });
  expect(JSON.parse(text)).toEqual({
    ms: null,
    s: null,
    us: null,
    list: [null, 'x'],
    iso: '[withheld]',
    said: '[withheld]',
    said_here: 'on [withheld] (UTC)',
    words: 'began at [withheld]',
  });
});

test('takes out addresses and agent strings', () => {
  expect(without({ ip: '203.0.113.9', agent: 'Mozilla/5.0 (X11) Chrome/156' })).toBe(
    '{"ip":"[withheld]","agent":"[withheld]"}',
  );
});

test('leaves what is no time of these days: reaction times, other years, versions, long numbers', () => {
  const value = {
    rt: 312.5,
    elapsed: 1_234_567,
    born: '1999-11-02T10:20:30Z',
    v: '1.2.3',
    n: 1e21,
  };
  expect(without(value)).toBe(JSON.stringify(value));
  expect(without([1_600_000_000_000, 17_956_323_280_831])).toBe('[1600000000000,17956323280831]');
});

test('of a text that is no JSON, too', () => {
  expect(withheldText(`time,rt\n${now},5\n`, days)).toBe('time,rt\n[withheld],5\n');
});
