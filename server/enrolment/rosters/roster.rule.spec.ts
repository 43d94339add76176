import { participationStates } from '../../../contracts/enrolment/participations';
import { showsName } from './roster.rule';

describe('whose name a researcher may learn', () => {
  const named = (level: Parameters<typeof showsName>[0], started: boolean) =>
    participationStates.filter((s) => showsName(level, s, started));
  it("is nobody's in an anonymous study", () =>
    expect([...named('anonymous', true), ...named('anonymous', false)]).toEqual([]));
  it('is theirs who completed, with a roster upon completion', () =>
    expect(named('roster_on_completion', true)).toEqual(['completed', 'approved', 'rejected']));
  it('is theirs who started, even if they dropped out, with a roster upon start', () => {
    expect(named('roster_on_start', true)).toEqual([...participationStates]);
    expect(named('roster_on_start', false)).toEqual([]);
  });
});
