import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { accountAdminRequestsOf } from './administering';
import { accountRequestsOf } from './account-requests';
import { bodyOf } from '../../support/app/body-of';

let run: RunningApp;
let administrator: TestPerson;
let change: ReturnType<typeof accountAdminRequestsOf>['change'];
let erase: ReturnType<typeof accountAdminRequestsOf>['erase'];
let auditOf: ReturnType<typeof accountAdminRequestsOf>['auditOf'];
beforeAll(async () => {
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
  ({ change, erase, auditOf } = accountAdminRequestsOf(run, administrator));
});
afterAll(() => run.close());

const unknownId = '018f0000-0000-7000-8000-000000000001';

describe('A deletion requested by an administrator', () => {
  it('ends every sign-in, also if the person had requested the deletion before', async () => {
    const people = accountRequestsOf(run);
    const profile = (token: string) =>
      run
        .http()
        .get('/api/users/profile/')
        .set({ authorization: `Bearer ${token}` });
    const [member, asked] = [await people.member(), await people.member()];
    await run
      .http()
      .delete('/api/users/profile/')
      .set({ authorization: `Bearer ${asked.token}` })
      .expect(202);
    for (const { _id, token } of [member, asked]) {
      await profile(token).expect(200);
      await erase(_id).expect(202);
      await profile(token).expect(401);
      expect(
        (await people.events('identity.signed-out', _id)).map(({ data }) => data.token_id),
      ).toEqual([null]);
      expect(await people.events('identity.deletion-requested', _id)).toHaveLength(1);
    }
  });

  it('is the only way to delete a researcher: it takes 30 days, a mail announces it, and the next sign-in cancels it', async () => {
    const people = accountRequestsOf(run);
    const member = await people.member();
    await run.source.query('UPDATE identity.account SET is_researcher = true WHERE id = $1', [
      member._id,
    ]);
    expect(
      (
        await run
          .http()
          .delete('/api/users/profile/')
          .set({ authorization: `Bearer ${member.token}` })
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'researcher_deletion' });
    const body = await bodyOf(erase(member._id).expect(202));
    expect(
      (Date.parse((body as { deletion_at: string }).deletion_at) - run.clock.now().getTime()) /
        86_400_000,
    ).toBeCloseTo(30, 2);
    expect((await erase(member._id).expect(202)).body).toEqual(body);
    expect(await people.events('identity.deletion-requested', member._id)).toHaveLength(1);
    await people.signIn(member.email).expect(200);
    const records = (await auditOf(member._id)).filter((r) => r.action.startsWith('deletion-'));
    expect(records.map((r) => [r.action, r.actor_id])).toEqual([
      ['deletion-requested', administrator._id],
      ['deletion-requested', administrator._id],
      ['deletion-cancelled', member._id],
    ]);
  });
});

describe('Changing and deleting an account as an administrator', () => {
  it('answer 404 for an unknown account, 400 for an incomplete body, 403 to other roles, 401 to visitors', async () => {
    const [participant, researcher] = [
      await makePerson(run.source),
      await makeResearcher(run.source),
    ];
    await change(unknownId, { disabled: true, reason: 'x' }).expect(404);
    await change('nonsense', { disabled: true, reason: 'x' }).expect(404);
    await erase(unknownId).expect(404);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          change(participant._id, { reason: 'x' }).expect(400),
        )
      ).fields,
    ).toMatchObject([{ code: 'nothing_to_change' }]);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          change(participant._id, { disabled: true, reason: ' ' }).expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'reason', code: 'required' }]);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          change(participant._id, { role: 'KING', is_researcher: true, reason: 'x' }).expect(400),
        )
      ).fields
        .map((f: { path: string }) => f.path)
        .sort(),
    ).toEqual(['is_researcher', 'role']);
    for (const who of [participant, researcher]) {
      expect(
        (await change(participant._id, { role: 'ADMINISTRATOR', reason: 'Me' }, who).expect(403))
          .body,
      ).toMatchObject({ code: 'forbidden' });
      await erase(researcher._id, who).expect(403);
    }
    await run
      .http()
      .put(`/api/users/${participant._id}/`)
      .send({ disabled: true, reason: 'x' })
      .expect(401);
    await run
      .http()
      .delete(`/api/users/${participant._id}/`)
      .send({ reason: 'Asked by mail' })
      .expect(401);
  });
});
