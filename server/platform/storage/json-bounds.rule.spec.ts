import { isWithinJsonBounds } from './json-bounds.rule';

const bounds = { depth: 3, values: 10 };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('bounds of untrusted JSON', () => {
  it('limit the depth and the number of values', () => {
    expect(isWithinJsonBounds(nested(3), bounds)).toBe(true);
    expect(isWithinJsonBounds(nested(4), bounds)).toBe(false);
    expect(isWithinJsonBounds(JSON.stringify([{ a: [] }, { a: [] }, 1]), bounds)).toBe(true);
    expect(isWithinJsonBounds(JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8, 9]), bounds)).toBe(true);
    expect(isWithinJsonBounds(JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), bounds)).toBe(false);
    expect(isWithinJsonBounds('[[],[],[],[]]', bounds)).toBe(true);
    expect(isWithinJsonBounds('[[],[],[],[],[]]', bounds)).toBe(false);
  });

  it('ignore brackets and commas inside strings', () => {
    for (const text of ['[[[[', ',,,,,,,,,,', '"[[[[', '\\', '\\"[[[[,,,,,,,,,', 'a\\\\'])
      expect(isWithinJsonBounds(JSON.stringify([text, { [text]: text }]), bounds)).toBe(true);
    expect(isWithinJsonBounds(`["\\\\",${nested(4)}]`, bounds)).toBe(false);
  });

  it('are checked quickly, also for invalid JSON', () => {
    const began = process.cpuUsage();
    for (const part of ['"', '\\', '"\\', '[', '[]', 'a', ',"'])
      isWithinJsonBounds(part.repeat(4_000_000 / part.length));
    // Measures CPU time, because other load on the machine does not change it. A quadratic
    // algorithm would take minutes.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
  });
});
