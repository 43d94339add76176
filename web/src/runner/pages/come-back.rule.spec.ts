import { resumeNoticeOf } from './come-back.rule';

describe('the notice about coming back to a study', () => {
  it('names the hours that the study allows if the seat is kept that long', () => {
    expect(resumeNoticeOf({ mode: 'trial', hours: 2 }, 120)).toEqual({
      text: 'resume_trial',
      count: 2,
    });
  });

  it('names the minutes for which the seat is kept if the study allows more', () => {
    expect(resumeNoticeOf({ mode: 'trial', hours: 48 }, 60)).toEqual({
      text: 'resume_trial_minutes',
      count: 60,
    });
    expect(resumeNoticeOf({ mode: 'restart', hours: 2 }, 119)).toEqual({
      text: 'resume_restart_minutes',
      count: 119,
    });
  });

  it('says that the same page opens again in a study of several pages', () => {
    expect(resumeNoticeOf({ mode: 'component', hours: 1 }, 60)).toEqual({
      text: 'resume_component',
      count: 1,
    });
  });

  it('names no time for a study of one sitting', () => {
    expect(resumeNoticeOf({ mode: 'one_sitting', hours: 48 }, 60)).toEqual({
      text: 'resume_one_sitting',
    });
  });
});
