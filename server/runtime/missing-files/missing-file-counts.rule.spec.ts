import { MissingFileCounts, missingFileLimits } from './missing-file-counts.rule';

const miss = (key_hash: string, path: string, times = 1) => ({ key_hash, path, times });

describe('Requests for files that a version does not have', () => {
  it('are counted by run and path, and returned once', () => {
    const gathered = new MissingFileCounts();
    for (const path of ['a.png', 'b.png', 'a.png']) gathered.add(miss('1', path));
    gathered.add(miss('2', 'a.png', 5));
    expect(gathered.take()).toEqual([
      miss('1', 'a.png', 2),
      miss('1', 'b.png'),
      miss('2', 'a.png', 5),
    ]);
    expect(gathered.take()).toEqual([]);
  });

  it('have a maximum number of paths per run; known paths are still counted', () => {
    const gathered = new MissingFileCounts();
    for (let n = 0; n < 10_000; n++) gathered.add(miss('1', `${n}.png`));
    gathered.add(miss('1', '0.png', 2 * missingFileLimits.times));
    gathered.add(miss('2', 'a.png'));
    const taken = gathered.take();
    expect(taken).toHaveLength(missingFileLimits.paths + 1);
    expect(taken[0]).toEqual(miss('1', '0.png', missingFileLimits.times));
  });

  it('have a maximum number of runs at a time', () => {
    const gathered = new MissingFileCounts();
    for (let n = 0; n < 2 * missingFileLimits.runs; n++) gathered.add(miss(String(n), 'a.png'));
    gathered.add(miss('0', 'b.png'));
    expect(gathered.take()).toHaveLength(missingFileLimits.runs + 1);
  });

  it('have paths that PostgreSQL accepts', () => {
    const gathered = new MissingFileCounts();
    gathered.add(miss('1', `a\u0000b\ud800c${'x'.repeat(1_000)}`));
    const [taken] = gathered.take();
    expect(taken?.path).toHaveLength(missingFileLimits.pathLength);
    expect(taken?.path.slice(0, 6)).toBe('a b cx');
  });
});
