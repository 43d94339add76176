import { participationStates } from '../../../contracts/enrolment/participations';
import { refusalToShowNames, showsName } from './roster.rule';

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

describe('refusalToShowNames', () => {
  const refusal = (
    privacy_level: Parameters<typeof refusalToShowNames>[0]['privacy_level'],
    sees_names: boolean,
    mayLearnNames: boolean,
  ) => refusalToShowNames({ privacy_level, sees_names }, mayLearnNames);
  it('is the same for every reader of an anonymous session', () => {
    for (const sees of [true, false])
      for (const approved of [true, false])
        expect(refusal('anonymous', sees, approved)).toBe('session_anonymous');
  });
  it.each(['roster_on_completion', 'roster_on_start'] as const)(
    'is null only for approved researchers with access to the roster, when the level is %s',
    (level) => {
      expect(refusal(level, true, true)).toBeNull();
      expect(refusal(level, true, false)).toBe('researcher_not_approved');
      expect(refusal(level, false, true)).toBe('forbidden');
      expect(refusal(level, false, false)).toBe('forbidden');
    },
  );
});
