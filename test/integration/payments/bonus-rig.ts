import type { Bonus, BonusPreview } from '../../../contracts/payments/bonuses';
import type { ApiErrorBody } from '../../../contracts/base/errors';
import { rosterTagOf } from '../../../server/enrolment/rosters/roster-entries';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { participationRequestsOf } from '../enrolment/decisions/ends';
import { paidParticipantsOf } from './paid-participants';

type Kind = 'bonuses' | 'top-up' | 'pay-by-answers';

/** Makes requests about bonuses, top-ups and pay by answers of paid sessions. */
export function bonusRequestsOf(run: RunningApp) {
  const paid = paidParticipantsOf(run);
  const ends = participationRequestsOf(run);
  const ask = (
    r: RecruitingStudy,
    kind: Kind,
    body: object,
    { key, who = r.researcher }: { key?: string; who?: TestPerson } = {},
  ) =>
    run
      .http()
      .post(`/api/sessions/${r.session_id}/${kind}/`)
      .set({ ...who.headers, ...(key !== undefined && { 'idempotency-key': key }) })
      .send(body);
  const preview = async (r: RecruitingStudy, kind: Kind, body: object): Promise<BonusPreview> =>
    (await ask(r, kind, body).expect(200)).body as BonusPreview;
  const decide = (r: RecruitingStudy, tag: string, decision: object) =>
    run
      .http()
      .post(`/api/sessions/${r.session_id}/decisions/`)
      .set(r.researcher.headers)
      .send({ decisions: [{ tag, decision }] });
  return {
    ...paid,
    ends,
    ask,
    preview,
    /** Requests the preview, and then pays what it shows. */
    give: async (r: RecruitingStudy, kind: Kind, body: object, key?: string): Promise<Bonus> => {
      const { digest } = await preview(r, kind, body);
      const answer = await ask(r, kind, { ...body, digest }, key === undefined ? {} : { key });
      expect([answer.status, answer.body]).toEqual([201, answer.body]);
      return answer.body as Bonus;
    },
    /** Sends a request that is refused. @returns the invalid fields with their codes */
    faults: async (
      r: RecruitingStudy,
      body: object,
      kind: Kind = 'bonuses',
    ): Promise<[string, string][]> => {
      const answer = await ask(r, kind, body);
      const said = answer.body as ApiErrorBody;
      expect([answer.status, said.code]).toEqual([400, 'validation_failed']);
      return (said.fields ?? []).map(({ path, code }) => [path, code]);
    },
    /** Makes participants who completed, and approves all of them. */
    approved: async (r: RecruitingStudy, count = 1) => {
      const people = await paid.completed(r, count);
      for (const { id } of people) await ends.act(id, r.researcher, { action: 'approve' });
      return people;
    },
    /** Returns the code that stands for the participant in exported files. */
    codeOf: async (participationId: string): Promise<string> => {
      const [row]: { code: string }[] = await run.source.query(
        `SELECT encode(pseudonym, 'hex') AS code FROM research.participation WHERE id = $1`,
        [participationId],
      );
      return row?.code ?? '';
    },
    tag: async ({ session_id }: RecruitingStudy, participationId: string): Promise<string> => {
      const [row]: { pseudonym: Buffer }[] = await run.source.query(
        `SELECT pseudonym FROM research.participation WHERE id = $1`,
        [participationId],
      );
      return rosterTagOf(run.app.get(Secrets), session_id, row?.pseudonym ?? Buffer.alloc(0));
    },
    /** Decides by the tag on the roster, as in an anonymous session. */
    decide,
    approve: async (r: RecruitingStudy, tag: string): Promise<void> => {
      await decide(r, tag, { action: 'approve' }).expect(200);
    },
    /** Reads a person's payments, without the reward. */
    extras: async (person: TestPerson) =>
      (await paid.own(person)).filter(({ kind }) => kind !== 'reward'),
  };
}

export const bonusForAll = { reason: 'You were fast.', amount: 200, to: 'approved' } as const;
