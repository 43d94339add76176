import { days, addMilliseconds } from '../../../server/platform/concurrency/clock';
import { Secrets } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { redeemInvitation } from '../../../server/researchers/invitations/invitation-code';
import { type RunningApp } from '../../support/app/app';
import { type TestPerson } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';

/** A time a year from now, in the format of the API. */
export const timeInAYear = addMilliseconds(new Date(), days(365)).toISOString();

/** Makes the calls of administrators about invitation codes, and registers people with a code. */
export const invitationRequestsOf = (running: RunningApp, administrator: TestPerson) => {
  const create = async (
    body: object = {},
  ): Promise<{ _id: string; code: string; max_uses: number | null; uses: number }> =>
    await bodyOf(
      running.http().post('/api/invitations/').set(administrator.headers).send(body).expect(201),
    );
  const change = (id: string, body: object, who = administrator) =>
    running.http().put(`/api/invitations/${id}/`).set(who.headers).send(body);
  const audited = (id: string): Promise<unknown> =>
    running.source.query(
      `SELECT action, actor_id, details FROM platform.audit WHERE details->>'invitation_id' = $1 ORDER BY id`,
      [id],
    );
  const spend = (code: string) =>
    running.app
      .get(UnitOfWork)
      .run((tx) => redeemInvitation(tx, running.app.get(Secrets), code, running.clock.now()));
  /** Tells whether the code is valid, by using it in a transaction that is rolled back. */
  const check = async (code: string) => {
    let taken = false;
    await running.app
      .get(UnitOfWork)
      .run(async (tx) => {
        taken = await redeemInvitation(tx, running.app.get(Secrets), code, running.clock.now());
        throw new Error('only to see');
      })
      .catch(() => undefined);
    return taken;
  };

  return { create, change, audited, spend, check };
};
