import { comeBack } from './come-back.rule';

describe('What is promised to a participant who leaves a study', () => {
  it('is the time of the study where the seat lasts as long', () => {
    expect(comeBack({ mode: 'trial', hours: 2 }, 120)).toEqual({ text: 'resume_trial', count: 2 });
  });

  it('is no longer than the seat', () => {
    expect(comeBack({ mode: 'trial', hours: 48 }, 60)).toEqual({
      text: 'resume_trial_minutes',
      count: 60,
    });
    expect(comeBack({ mode: 'restart', hours: 2 }, 119)).toEqual({
      text: 'resume_restart_minutes',
      count: 119,
    });
  });

  it('is to go on at the same page in a study of several', () => {
    expect(comeBack({ mode: 'component', hours: 1 }, 60)).toEqual({
      text: 'resume_component',
      count: 1,
    });
  });

  it('is nothing where it is made for one sitting', () => {
    expect(comeBack({ mode: 'one_sitting', hours: 48 }, 60)).toEqual({
      text: 'resume_one_sitting',
    });
  });
});
