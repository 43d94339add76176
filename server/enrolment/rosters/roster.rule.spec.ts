import { participationStates } from '../../../contracts/enrolment/participations';
import { showsName } from './roster.rule';

describe('showsName', () => {
  const named = (level: Parameters<typeof showsName>[0], started: boolean) =>
    participationStates.filter((s) => showsName(level, s, started));
  it("shows nobody's name in an anonymous session", () =>
    expect([...named('anonymous', true), ...named('anonymous', false)]).toEqual([]));
  it('shows the names of participants who completed when the level is roster_on_completion', () =>
    expect(named('roster_on_completion', true)).toEqual(['completed', 'approved', 'rejected']));
  it('shows the names of participants who started, also of those who left, when the level is roster_on_start', () => {
    expect(named('roster_on_start', true)).toEqual([...participationStates]);
    expect(named('roster_on_start', false)).toEqual([]);
  });
});
