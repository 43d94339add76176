import { usableMemory, planReportMemory } from './report-memory.rule';

const GB = 1_000_000_000;

describe('The threads that check study files', () => {
  it.each([
    ['16 GB', 16, { atOnce: 2, memoryMb: 400 }],
    ['3.2 GB', 3.2, { atOnce: 2, memoryMb: 400 }],
    ['2 GB', 2, { atOnce: 1, memoryMb: 400 }],
    ['1 GB', 1, { atOnce: 1, memoryMb: 250 }],
    ['256 MB', 0.256, { atOnce: 1, memoryMb: 96 }],
  ] as const)(
    'use a quarter of the memory at most, and check one file at a time if it is small: %s',
    (_, gb, most) => {
      expect(planReportMemory(gb * GB, 400)).toEqual(most);
    },
  );

  it('use the container’s memory limit when it is below the machine’s memory', () => {
    expect(usableMemory(8 * GB, 1 * GB)).toBe(GB);
    expect([undefined, 0, 2 ** 64].map((limit) => usableMemory(8 * GB, limit))).toEqual(
      Array(3).fill(8 * GB),
    );
  });
});
