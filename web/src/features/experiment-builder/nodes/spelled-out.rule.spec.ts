import { spelledOut } from './spelled-out.rule';

describe('the name of a parameter or plugin', () => {
  it('becomes words that begin with a capital letter', () => {
    expect(spelledOut('trial_duration')).toBe('Trial duration');
    expect(spelledOut('_loop')).toBe('Loop');
  });
});
