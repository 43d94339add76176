import { nameAsWords } from './spelled-out.rule';

describe('the name of a parameter or plugin', () => {
  it('becomes words that begin with a capital letter', () => {
    expect(nameAsWords('trial_duration')).toBe('Trial duration');
    expect(nameAsWords('_loop')).toBe('Loop');
  });
});
