import fc from 'fast-check';
import { parseExactJson } from './json.rule';

describe('the value of a record', () => {
  it('equals the parsed JSON for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(parseExactJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps the digits of numbers beyond double precision', () => {
    const text =
      '{"big":12345678901234567890,"small":-9007199254740993,"held":9007199254740992,' +
      '"far":1e400,"near":1e300,"half":0.30000000000000004,"text":"12345678901234567890"}';
    expect(parseExactJson(text)).toEqual({
      big: '12345678901234567890',
      small: '-9007199254740993',
      held: 9007199254740992,
      far: '1e400',
      near: 1e300,
      half: 0.30000000000000004,
      text: '12345678901234567890',
    });
  });

  it('is undefined when the JSON is nested too deep to be serialized', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
    expect(parseExactJson(nested(250))).toBeDefined();
    expect(parseExactJson(nested(251))).toBeUndefined();
    const quoted = JSON.stringify({ a: `\\"${'['.repeat(2_000)}`, b: '"' });
    expect(parseExactJson(quoted)).toEqual(JSON.parse(quoted));
  });

  it('is undefined for text that is not JSON, and takes the last of duplicate keys', () => {
    for (const text of ['', '{"a":NaN}', "{'a':1}", '{"a":1', 'plain'])
      expect(parseExactJson(text)).toBeUndefined();
    expect(parseExactJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    const own = parseExactJson('{"__proto__":{"polluted":1}}') as object;
    expect(Object.keys(own)).toEqual(['__proto__']);
    expect('polluted' in own).toBe(false);
  });

  it('is found in linear time in text that is not JSON, and exact in a text as long as a whole run', () => {
    const began = process.cpuUsage();
    expect(parseExactJson(`1234567890123456"${'\\"'.repeat(127_000)}`)).toBeUndefined();
    // Measures processor time, which a busy machine does not lengthen. A quadratic algorithm would
    // take minutes.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
    const long = JSON.stringify('\\"'.repeat(4_000_000));
    const [number, text] = parseExactJson(`[12345678901234567890,${long}]`) as [string, string];
    expect([number, text === JSON.parse(long)]).toEqual(['12345678901234567890', true]);
  });
});
