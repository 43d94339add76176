import { returnOutcomes } from '../../../contracts/external-returns/external-returns';
import { participationStates } from '../../../contracts/enrolment/participations';
import { judgeTransition } from '../model/participation.rule';
import { transitionOfReturnOutcome, judgeReturn, returnVerdictForSender } from './return.rule';

describe('A return from an external study', () => {
  it('changes a participation only when the table of transitions allows it', () => {
    for (const outcome of returnOutcomes)
      for (const state of participationStates) {
        const done = judgeReturn(outcome, state).result === 'done';
        const legal =
          judgeTransition(transitionOfReturnOutcome[outcome], 'system', state).kind === 'allowed';
        expect([outcome, state, done]).toEqual([outcome, state, legal]);
      }
  });

  it('answers `already` when the participation has its outcome, whatever was decided later', () => {
    for (const state of ['completed', 'approved', 'rejected'] as const)
      for (const outcome of ['completed', 'failed_check'] as const)
        expect(judgeReturn(outcome, state)).toEqual({ result: 'already', reason: null });
    expect(judgeReturn('screened_out', 'screened_out').result).toBe('already');
  });

  it.each([
    ['completed', 'enrolled', 'not_started'],
    ['completed', 'timed_out', 'timed_out'],
    ['completed', 'screened_out', 'over'],
    ['screened_out', 'completed', 'over'],
    ['completed', 'withdrawn', 'over'],
    ['failed_check', 'nullified', 'over'],
  ] as const)('is refused: outcome %s of a participation that is %s', (outcome, state, reason) => {
    expect(judgeReturn(outcome, state)).toEqual({ result: 'refused', reason });
  });
});

describe('The answer to the sender of a return in an anonymous session', () => {
  const nothing = { decided: false, came: false, reported: null } as const;

  it('is the result for a participation in the state that the roster shows', () => {
    for (const outcome of returnOutcomes)
      for (const told of participationStates) {
        const { state, ...verdict } = returnVerdictForSender(outcome, { ...nothing, told });
        expect(verdict).toEqual(judgeReturn(outcome, told));
        expect(state).toBe(verdict.result !== 'done' ? told : stateAfter(outcome));
      }
    expect(returnVerdictForSender('completed', { ...nothing, told: undefined })).toEqual({
      result: 'refused',
      reason: 'unknown_participant',
      state: null,
    });
  });

  it('is `done` for all participants who started today, unless the roster shows a decision about them', () => {
    for (const outcome of returnOutcomes)
      for (const told of [undefined, ...participationStates]) {
        const came = { ...nothing, came: true, told };
        expect(returnVerdictForSender(outcome, came)).toEqual({
          result: 'done',
          reason: null,
          state: stateAfter(outcome),
        });
        expect(returnVerdictForSender(outcome, { ...came, decided: true })).toEqual(
          returnVerdictForSender(outcome, { ...nothing, told }),
        );
      }
  });

  it('depends on what the study’s server reported earlier about the participant', () => {
    for (const first of returnOutcomes)
      for (const outcome of returnOutcomes) {
        const { state, ...verdict } = returnVerdictForSender(outcome, {
          ...nothing,
          told: 'started',
          reported: first,
        });
        expect(verdict).toEqual(judgeReturn(outcome, stateAfter(first)));
        expect(state).toBe(stateAfter(first));
      }
  });
});

const stateAfter = (outcome: (typeof returnOutcomes)[number]) =>
  outcome === 'screened_out' ? 'screened_out' : 'completed';
