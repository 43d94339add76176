import { createHash } from 'node:crypto';
import { RunningHashes } from './running-hashes';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const bytes = (text: string) => Buffer.from(text);

describe('running hashes of an upload', () => {
  it('equal the hashes of all pieces so far, however often they are read', () => {
    const hashes = new RunningHashes(2);
    hashes.add('a', 0, bytes('one'));
    hashes.add('a', 3, bytes('two'));
    expect(hashes.digestOf('a', 6)).toBe(sha256('onetwo'));
    expect(hashes.digestOf('a', 6)).toBe(sha256('onetwo'));
    hashes.add('a', 6, bytes('3'));
    expect(hashes.digestOf('a', 7)).toBe(sha256('onetwo3'));
  });

  it("are dropped when the next piece does not follow the hashed bytes, and begin again with a file's first byte", () => {
    const hashes = new RunningHashes(2);
    hashes.add('a', 0, bytes('one'));
    hashes.add('a', 9, bytes('two'));
    expect(hashes.coveredOf('a', 100)).toBe(0);
    hashes.add('a', 12, bytes('more'));
    expect(hashes.digestOf('a', 16)).toBeUndefined();
    hashes.add('a', 0, bytes('new'));
    expect(hashes.digestOf('a', 3)).toBe(sha256('new'));
  });

  it('do not cover a file that is shorter than what was hashed', () => {
    const hashes = new RunningHashes(2);
    hashes.add('a', 0, bytes('onetwo'));
    expect([hashes.coveredOf('a', 6), hashes.coveredOf('a', 5)]).toEqual([6, 0]);
    expect(hashes.digestOf('a', 5)).toBeUndefined();
  });

  it('are kept only for a limited number of files, those that were hashed last', () => {
    const hashes = new RunningHashes(2);
    hashes.add('a', 0, bytes('a'));
    hashes.add('b', 0, bytes('b'));
    hashes.add('a', 1, bytes('a'));
    hashes.add('c', 0, bytes('c'));
    expect(['a', 'b', 'c'].map((file) => hashes.coveredOf(file, 9))).toEqual([2, 0, 1]);
    hashes.forget('a');
    expect(hashes.coveredOf('a', 9)).toBe(0);
  });
});
