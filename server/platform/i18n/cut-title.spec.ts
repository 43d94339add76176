import { limits } from '../../../contracts/base/limits';
import { cutTitle } from './cut-title';

describe('A title that is cut', () => {
  it('stays as it is where it is short', () => {
    expect(cutTitle('Reading times')).toBe('Reading times');
  });

  it('ends before a character that would be cut in two, and before a space', () => {
    const full = 'y'.repeat(limits.title - 1);
    expect(cutTitle(`${full}😀`)).toBe(full);
    expect(cutTitle(`${full} more`)).toBe(full);
  });
});
