import { inHashOrder } from '../facts';
import { factsOfEachParticipation, type Leaks } from './leak';

/**
 * Leaks that the test adds on purpose, in which an account and its participation have the same
 * place in two lists, or the same rare combination of values.
 */
export const leaksByOrderAndRarity: Leaks = {
  'lists of both sides in the order in which they were written': {
    way: 'order',
    facts: (history) => {
      const inTime = [...history.anonymous].sort(
        (a, b) => (a.moments[0] ?? 0) - (b.moments[0] ?? 0),
      );
      return [
        ...inTime.map(({ participation_id }, i) => ({
          place: 'participations',
          row: { participation_id, ctid: `(0,${i + 1})` },
        })),
        ...inTime.map(({ person }, i) => ({
          place: 'own histories',
          row: { account_id: person._id, ctid: `(3,${i + 1})` },
        })),
      ];
    },
  },
  'the exact timing of a page beside the run, in anonymous studies and in others': {
    way: 'rarity',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }) => {
          const timing = { frame_ms: 5 + history.people.indexOf(person) * 0.7, long_tasks: 3 };
          return [
            { place: 'anonymous runs', row: { participation_id, timing } },
            { place: 'runs with names', row: { email: person.email, ...timing } },
          ];
        }),
      ),
  },
  'age and education beside the participation': {
    way: 'rarity',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }) => {
          const told = { age: 20 + history.people.indexOf(person) * 3, education_level: 'master' };
          return [
            { place: 'participations', row: { participation_id, demographics: told } },
            { place: 'profiles', row: { account_id: person._id, ...told } },
          ];
        }),
      ),
  },
};
