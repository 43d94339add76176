/** @long: `npm test -- long` tests more random histories */
import fc from 'fast-check';
import { privacyLevels } from '../../../../contracts/studies/studies';
import { bodyOf } from '../../../support/app/body-of';
import { sharedApp } from '../../../support/app/shared-app';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople, makeResearcher } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { makeConsent, makeStudy } from '../../studies/fixtures';
import { privacyLevelRequestsOf } from './levels';

/**
 * The test simulates random histories of a study. Every run of the test makes the same histories.
 * The environment variable LEVELS_SEED chooses other histories, and LEVELS_RUNS their number.
 */
const seed = Number(process.env.LEVELS_SEED ?? 20_261_123);
const numRuns = Number(process.env.LEVELS_RUNS ?? 12);

const persons = 3;
const which = fc.nat({ max: 5 });
const step = fc.oneof(
  fc.record({ do: fc.constant('recruit' as const), level: fc.constantFrom(...privacyLevels) }),
  fc.record({ do: fc.constant('close' as const), session: which }),
  ...[1, 2].map(() =>
    fc.record({
      do: fc.constant('enrol' as const),
      session: which,
      person: fc.nat({ max: persons - 1 }),
    }),
  ),
  fc.record({
    do: fc.constant('move' as const),
    participation: which,
    action: fc.constantFrom('start', 'complete', 'withdraw'),
  }),
);

describe(`The rosters of ${numRuns} random study histories (seed ${seed})`, () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await sharedApp()));
  afterAll(() => run.close());

  it('share no tag, id or pseudonym between sessions of which only one shows the name', async () => {
    const on = privacyLevelRequestsOf(run);
    let several = 0;
    const history = fc.array(step, { minLength: 12, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), history, async (allow_repeats, steps) => {
        const researcher = await makeResearcher(run.source);
        const study_id = await makeStudy(run, researcher, { allow_repeats });
        const { _id, sha256 } = await makeConsent(run, researcher, study_id);
        const people = await makePeople(run.source, persons);
        const sessions: RecruitingStudy[] = [];
        const taken: { id: string; person: number }[] = [];
        /**
         * Maps each value in a roster, except states, days and names, to the session that showed
         * it.
         */
        const shownIn = new Map<string, string>();

        for (const one of steps) {
          if (one.do === 'recruit') {
            const made = await on.create({ study_id, researcher }, one.level);
            if (made.status !== 201) continue;
            const session_id = (made.body as { _id: string })._id;
            await on.launch(session_id, researcher).expect(200);
            sessions.push({ study_id, session_id, researcher, consent: { _id, sha256 } });
          } else if (one.do === 'move') {
            const it = taken[one.participation % Math.max(1, taken.length)];
            const who = it && people[it.person];
            if (who) await on.move(it.id, who, one.action);
          } else {
            const session = sessions[one.session % Math.max(1, sessions.length)];
            if (!session) continue;
            if (one.do === 'close')
              await on.send('put', `/api/sessions/${session.session_id}/`, researcher, {
                state: 'closed',
              });
            else {
              const who = people[one.person];
              const answer = who && (await on.enrol(session, who));
              if (answer?.status === 201)
                taken.push({ id: (answer.body as { _id: string })._id, person: one.person });
            }
          }
          for (const session of sessions)
            for (const { tag, entry, participation_id, ...line } of await on.roster(session)) {
              for (const value of [tag, entry, participation_id])
                if (value !== null) {
                  expect(shownIn.get(value) ?? session.session_id).toBe(session.session_id);
                  shownIn.set(value, session.session_id);
                }
              expect(participation_id === null && line.since === null).toBe(line.email === null);
            }
        }

        for (const source of [
          `SELECT p.pseudonym, s.privacy_level FROM research.participation p
           JOIN research.session s ON s.id = p.session_id WHERE p.study_id = $1`,
          `SELECT a.pseudonym, s.privacy_level FROM research.agreement a
           JOIN research.participation p ON p.study_id = a.study_id AND p.pseudonym = a.pseudonym
           JOIN research.session s ON s.id = p.session_id WHERE a.study_id = $1`,
        ]) {
          const [found]: { most: number; levels: number }[] = await run.source.query(
            `SELECT coalesce(max(n), 0)::int AS most, coalesce(max(total), 0)::int AS levels FROM (
               SELECT count(DISTINCT privacy_level) AS n,
                 (SELECT count(DISTINCT privacy_level) FROM (${source}) x) AS total
               FROM (${source}) y GROUP BY pseudonym) z`,
            [study_id],
          );
          expect(found?.most).toBeLessThanOrEqual(1);
          several += Number((found?.levels ?? 0) > 1);
        }
        if (allow_repeats) return;
        const standing = await Promise.all(
          people.map(async (who) => {
            const { items } = await bodyOf<{ items: { study_id: string; state: string }[] }>(
              run.http().get('/api/participations/').set(who.headers).expect(200),
            );
            return items.filter(
              (p) =>
                p.study_id === study_id && ['enrolled', 'started', 'completed'].includes(p.state),
            ).length;
          }),
        );
        expect(Math.max(...standing)).toBeLessThanOrEqual(1);
      }),
      { numRuns, seed, endOnFailure: true },
    );
    // In some histories, the study must have had participants in sessions of different privacy
    // levels. Otherwise the test would have tested nothing.
    expect(several).toBeGreaterThan(2);
  }, 120_000); // each history needs some hundred calls
});
