import { ParticipationState } from '../../../contracts/enrolment/participations';
import { SessionState } from '../../../contracts/enrolment/sessions';
import { describeError, refusalStateCodes } from './error-texts';

describe('sentence of an error that names a state', () => {
  it('names the state in the reader’s language, not by its code', () => {
    expect(describeError('illegal_transition', 'en', { from: 'timed_out' })).toBe(
      'This is not possible in the present state: time ran out.',
    );
    expect(describeError('illegal_transition', 'de', { from: 'completed' })).toBe(
      'Im jetzigen Stand ist das nicht möglich: abgeschlossen.',
    );
    expect(describeError('illegal_transition', 'de', { from: 'DISABLED' })).toContain('gesperrt');
  });

  it('exists for each state of participations and sessions', () => {
    expect(refusalStateCodes).toEqual(
      expect.arrayContaining([...ParticipationState.options, ...SessionState.options]),
    );
  });
});
