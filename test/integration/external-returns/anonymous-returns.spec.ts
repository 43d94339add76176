/**
 * @long: `npm test -- long` tests each pair of returns with everything that the participant or a
 * deadline can do on the same day; other runs test two of these acts
 */
import { returnOutcomes } from '../../../contracts/external-returns/external-returns';
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import type { RunningApp } from '../../support/app/launch-app';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { sharedApp } from '../../support/app/shared-app';
import {
  externalStudyRequestsOf,
  signedReturn,
  type SentParameters,
  type ExternalParticipant,
} from './external-study';

const chance = printSeededRandom('what happens on the day of two returns');

let run: RunningApp;
let outside: ReturnType<typeof externalStudyRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  outside = externalStudyRequestsOf(run);
});
afterAll(() => run.close());

const sweeps = (state: string) => (of: ExternalParticipant) =>
  run.source.query(
    `UPDATE research.participation SET state = $2, moved_by = 'system', due_at = NULL,
       updated_at = now() WHERE id = $1`,
    [of.id, state],
  );
/** What a participant who started, or a deadline, can do during the day. */
const today: Record<string, (of: ExternalParticipant) => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  withdrew: ({ id, person }) => outside.asking.transition(id, person, 'withdraw'),
  'timed out': sweeps('timed_out'),
  'typed the code': async ({ r, id, person }) =>
    outside.type(id, person, (await outside.proofs(r)).codes.completed),
  'typed a wrong code': ({ id, person }) => outside.type(id, person, 'AAAAAAAA'),
  'came back': async ({ r, person, sent }) =>
    outside.redirect(signedReturn((await outside.proofs(r)).secret, sent, 'screened_out'), person),
  'came back signed out': async ({ r, sent }) =>
    outside.redirect(signedReturn((await outside.proofs(r)).secret, sent, 'completed')),
};
const asked = returnOutcomes.flatMap((first) =>
  returnOutcomes.map((second) => [first, second] as const),
);
/** Reports these outcomes from the study's server, one after the other. @returns the answers */
async function answers(
  r: RecruitingStudy,
  { session, participant }: SentParameters,
  outcomes: readonly string[],
) {
  const { token } = await outside.proofs(r);
  const said: unknown[] = [];
  for (const outcome of outcomes)
    said.push(await outside.server({ session, participant, outcome, token }));
  return said;
}
/** Like `answers`, but reports each outcome by a request of a signed return address. */
async function answersToAddresses(
  r: RecruitingStudy,
  sent: SentParameters,
  outcomes: readonly string[],
) {
  const { secret } = await outside.proofs(r);
  const said: unknown[] = [];
  for (const outcome of outcomes)
    said.push(await outside.redirect(signedReturn(secret, sent, outcome)));
  return said;
}

describe.each(['yesterday', 'today'])(
  'An external study whose participant began %s, in an anonymous session',
  (began) => {
    it.each(asked)(
      'gets the same answers to %s and %s whatever the participant did today, and its researchers see the same',
      async (...outcomes) => {
        const told: Record<string, unknown> = {};
        const { nothing, ...others } = today;
        const played = [
          ['nothing', nothing] as const,
          ...sampleUnlessLongRun(Object.entries(others), 2, chance),
        ];
        for (const [name, step] of played)
          for (const ask of [answers, answersToAddresses]) {
            const taking = await outside.start(await outside.recruitOutside());
            if (began === 'yesterday') await moveStepsToYesterday(run, taking.r.session_id);
            await step?.(taking);
            const said = await ask(taking.r, taking.sent, outcomes);
            const { arrived } = await outside.proofs(taking.r);
            told[`${ask.name} ${name}`] = JSON.parse(
              JSON.stringify({ said, arrived }).replaceAll(taking.r.study_id, 'study'),
            ) as unknown;
          }
        for (const [name] of played)
          for (const ask of [answers, answersToAddresses])
            expect([name, told[`${ask.name} ${name}`]]).toEqual([
              name,
              told[`${ask.name} nothing`],
            ]);
      },
    );
  },
);

describe('A return to an anonymous session that the participation’s real state does not allow', () => {
  it('changes nothing; the participant sees that immediately, and the researchers on the next day', async () => {
    const taking = await outside.start(await outside.recruitOutside());
    const { r, id, person, sent } = taking;
    await moveStepsToYesterday(run, r.session_id);
    await outside.asking.transition(id, person, 'withdraw');
    const [said] = await answers(r, sent, ['completed']);
    expect(said).toMatchObject({ status: 200, body: { result: 'done', state: 'completed' } });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started', 'withdrawn']);
    const refused = { way: 'server', result: 'refused', reason: 'over' };
    expect((await outside.own(id, person)).body.arrived).toMatchObject([refused]);
    const arrived = async () => (await outside.proofs(r)).arrived;
    expect(await arrived()).toMatchObject([{ tag: null, way: 'server', result: 'done' }]);
    await moveStepsToYesterday(run, r.session_id);
    expect(await arrived()).toMatchObject([{ ...refused, tag: sent.participation }]);
    expect(await answers(r, sent, ['completed'])).toMatchObject([
      { body: { result: 'refused', reason: 'over', state: 'withdrawn' } },
    ]);
  });

  it('is unknown for a participant who enrolled today and has not started', async () => {
    const r = await outside.recruitOutside({ allow_repeats: true });
    const { sent, person, id } = await outside.start(r);
    await outside.asking.transition(id, person, 'withdraw');
    await moveStepsToYesterday(run, r.session_id);
    const second = await outside.asking.ask<{ _id: string }>(
      'POST',
      `/api/studies/${r.study_id}/sessions/`,
      r.researcher,
      { capacity: 20, privacy_level: 'anonymous' },
    );
    const other = { ...r, session_id: second.body._id };
    await outside.asking.ask('PUT', `/api/sessions/${other.session_id}/`, r.researcher, {
      state: 'active',
    });
    const there = { ...sent, session: other.session_id };
    const before = await answers(other, there, ['completed']);
    expect((await outside.asking.enrol(other, person)).status).toBe(201);
    expect(await answers(other, there, ['completed'])).toEqual(before);
    expect(before).toMatchObject([{ body: { reason: 'unknown_participant', state: null } }]);
  });
});
