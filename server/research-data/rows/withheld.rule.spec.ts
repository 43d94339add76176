import type { Json } from './json.rule';
import { withheld } from './withheld.rule';

const days = { day: '2026-11-23', last_day: '2026-11-24' };
const at = Date.parse('2026-11-23T14:28:27.123Z');
const of = (value: Json) => withheld(value, days);

describe('what an anonymous session does not give out', () => {
  it('are clock times, however they are written', () => {
    const times: Json[] = [
      at,
      at + 0.5,
      Math.floor(at / 1000),
      at * 1000,
      String(at),
      '2026-11-23T14:28:27.123Z',
      '2026-11-23 14:28',
      new Date(at).toString(),
      '11/23/2026, 2:28:27 PM',
    ];
    for (const time of times) expect([time, of(time)]).toEqual([time, { value: null, count: 1 }]);
    expect(of({ a: [{ b: at }], c: 1 })).toEqual({ value: { a: [{ b: null }], c: 1 }, count: 1 });
    expect(of({ [at]: 1 })).toEqual({ value: { '[withheld]': 1 }, count: 1 });
    expect(of(`a;b\n1;${at}\n2;2026-11-23T14:28:27Z`)).toEqual({
      value: 'a;b\n1;[withheld]\n2;[withheld]',
      count: 2,
    });
  });

  it('are addresses and agent strings', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';
    expect(of({ ip: '203.0.113.7', six: '2001:db8::1', agent })).toEqual({
      value: { ip: null, six: null, agent: '[withheld]' },
      count: 3,
    });
    expect(of('from 203.0.113.7 to here')).toMatchObject({ value: 'from [withheld] to here' });
  });

  it('are not measures, answers, nor times of other days', () => {
    const kept: Json = {
      rt: 300.5,
      elapsed: 123_456,
      count: 1_000_000_000,
      born: '1990-01-01T10:00',
      clock: 'at 14:28',
      version: '8.3.0',
      list: [true, null, ''],
      big: 9_007_199_254_740_991,
      __proto__: 1,
    };
    expect(of(kept)).toEqual({ value: kept, count: 0 });
  });
});
