import { ReleaseHolds } from '../../../../server/payments/holds/release-holds';
import { days } from '../../../../server/platform/concurrency/clock';
import type { SeparateApp, TestClock } from '../../../support/app/app';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { bonusRequestsOf } from '../bonus-rig';
import type { PaidParticipant } from '../paid-participants';

const by_answers = { most: 300 };
/**
 * The money that one spot needs, in cents: the reward of 450 and the maximum of 300 for answers,
 * each with a fee of a tenth.
 */
export const spotCost = 495 + 330;
export const payByAnswersKind = 'pay-by-answers';
export const payByAnswersReason = 'Right answers';
export const namedSessionOptions = { privacy_level: 'roster_on_start', by_answers, capacity: 6 };
export const anonymousSessionOptions = { privacy_level: 'anonymous', by_answers, capacity: 6 };

/**
 * Makes requests about sessions that pay by answers. The installation holds the money before a
 * session launches.
 */
export function payByAnswersRequestsOf(run: SeparateApp, clock: TestClock) {
  const paid = bonusRequestsOf(run);
  const tomorrow = () => clock.advance(days(1));
  const close = (r: RecruitingStudy) => paid.change(r, { state: 'closed' }).expect(200);
  return {
    ...paid,
    tomorrow,
    release: ({ session_id }: RecruitingStudy) =>
      run.app.get(ReleaseHolds, { strict: false }).release(session_id),
    approveAll: async (r: RecruitingStudy, people: readonly PaidParticipant[]) => {
      for (const { id } of people) await paid.approve(r, await paid.tag(r, id));
    },
    /** Makes a closed session whose participants are approved, with their codes in exports. */
    over: async (
      options: typeof namedSessionOptions | typeof anonymousSessionOptions = namedSessionOptions,
      count = 5,
    ) => {
      const r = await paid.launched(6 * spotCost, options);
      const people = await paid.completed(r, count);
      const isAnonymous = options === anonymousSessionOptions;
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

export const statusAndCodeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];

export const payLinesFor = (
  codes: readonly string[],
  amountOf: (n: number) => number = () => 200,
) => codes.map((participant, n) => ({ participant, amount: amountOf(n) }));
