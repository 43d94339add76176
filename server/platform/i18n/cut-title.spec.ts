import { limits } from '../../../contracts/base/limits';
import { truncatedTitle } from './cut-title';

describe('A title that is cut', () => {
  it('stays as it is if it is short', () => {
    expect(truncatedTitle('Reading times')).toBe('Reading times');
  });

  it('ends before a character that would be cut in two, and before a space', () => {
    const full = 'y'.repeat(limits.title - 1);
    expect(truncatedTitle(`${full}😀`)).toBe(full);
    expect(truncatedTitle(`${full} more`)).toBe(full);
  });
});
