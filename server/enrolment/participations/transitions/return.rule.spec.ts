import { returnOutcomes } from '../../../../contracts/external-returns';
import { participationStates } from '../../../../contracts/participations';
import { judgeTransition } from '../participation.rule';
import { actionOf, judgeReturn } from './return.rule';

describe('A return from an external study', () => {
  it('changes a participation exactly where the table of transitions lets it', () => {
    for (const outcome of returnOutcomes)
      for (const state of participationStates) {
        const done = judgeReturn(outcome, state).result === 'done';
        const legal = judgeTransition(actionOf[outcome], 'system', state).kind === 'allowed';
        expect([outcome, state, done]).toEqual([outcome, state, legal]);
      }
  });

  it('says what is so already, whatever was decided since', () => {
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
  ] as const)('is refused with its reason: %s of one that is %s', (outcome, state, reason) => {
    expect(judgeReturn(outcome, state)).toEqual({ result: 'refused', reason });
  });
});
