import { resumeNoticeOf } from './come-back.rule';

describe('the time within which a participant may resume', () => {
  it('is the study’s when the seat lasts as long', () => {
    expect(resumeNoticeOf({ mode: 'trial', hours: 2 }, 120)).toEqual({
      text: 'resume_trial',
      count: 2,
    });
  });

  it('is not longer than the seat', () => {
    expect(resumeNoticeOf({ mode: 'trial', hours: 48 }, 60)).toEqual({
      text: 'resume_trial_minutes',
      count: 60,
    });
    expect(resumeNoticeOf({ mode: 'restart', hours: 2 }, 119)).toEqual({
      text: 'resume_restart_minutes',
      count: 119,
    });
  });

  it('names the same page for a study of several pages', () => {
    expect(resumeNoticeOf({ mode: 'component', hours: 1 }, 60)).toEqual({
      text: 'resume_component',
      count: 1,
    });
  });

  it('is none for a study of one sitting', () => {
    expect(resumeNoticeOf({ mode: 'one_sitting', hours: 48 }, 60)).toEqual({
      text: 'resume_one_sitting',
    });
  });
});
