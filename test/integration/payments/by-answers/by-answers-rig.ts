import { ReleaseHolds } from '../../../../server/payments/holds/release-holds';
import { days } from '../../../../server/platform/concurrency/clock';
import type { OwnApp, TestClock } from '../../../support/app/app';
import type { Recruiting } from '../../../support/people/recruiting';
import { bonusesOf } from '../bonus-rig';
import type { PaidParticipant } from '../paid-participants';

const by_answers = { most: 300 };
/** The money of one spot, in cents: the reward, the most by answers, and a fee of a tenth of each. */
export const spot = 495 + 330;
export const kind = 'pay-by-answers';
export const reason = 'Right answers';
export const names = { privacy_level: 'roster_on_start', by_answers, capacity: 6 };
export const anonymous = { privacy_level: 'anonymous', by_answers, capacity: 6 };

/**
 * Requests about sessions that pay by answers, on an installation that holds the money before a
 * session launches.
 */
export function payingByAnswersOf(run: OwnApp, clock: TestClock) {
  const paid = bonusesOf(run);
  const tomorrow = () => clock.advance(days(1));
  const close = (r: Recruiting) => paid.change(r, { state: 'closed' }).expect(200);
  return {
    ...paid,
    tomorrow,
    release: ({ session_id }: Recruiting) =>
      run.app.get(ReleaseHolds, { strict: false }).release(session_id),
    approveAll: async (r: Recruiting, people: readonly PaidParticipant[]) => {
      for (const { id } of people) await paid.approve(r, await paid.tag(r, id));
    },
    /** Makes a closed session whose participants are approved, with their codes in exports. */
    over: async (options: typeof names | typeof anonymous = names, count = 5) => {
      const r = await paid.launched(6 * spot, options);
      const people = await paid.completed(r, count);
      const isAnonymous = options === anonymous;
      if (isAnonymous) tomorrow();
      for (const { id } of people)
        if (isAnonymous) await paid.approve(r, await paid.tag(r, id));
        else await paid.ends.act(id, r.researcher, { action: 'approve' });
      await close(r);
      if (isAnonymous) tomorrow();
      const codes = await Promise.all(people.map(({ id }) => paid.codeOf(id)));
      return { r, people, codes };
    },
    close,
    linesOf: async (people: readonly PaidParticipant[], amount = 200) =>
      Promise.all(people.map(async ({ id }) => ({ participant: await paid.codeOf(id), amount }))),
  };
}

/** Status and code of an answer. */
export const refusal = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];

export const linesFor = (codes: readonly string[], amountOf: (n: number) => number = () => 200) =>
  codes.map((participant, n) => ({ participant, amount: amountOf(n) }));
