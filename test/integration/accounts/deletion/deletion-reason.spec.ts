import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import { accountRequestsOf } from '../account-requests';
import { bodyOf } from '../../../support/app/body-of';

let run: RunningApp;
let administrator: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
});
afterAll(() => run.close());

const erase = (id: string, body: object) =>
  run.http().delete(`/api/users/${id}/`).set(administrator.headers).send(body);
const deletions = (
  id: string,
): Promise<{ action: string; actor_id: string | null; details: Record<string, unknown> }[]> =>
  run.source.query(
    `SELECT action, actor_id, details FROM platform.audit WHERE subject_id = $1
     AND action = 'deletion-requested' ORDER BY at, id`,
    [id],
  );

describe('The reason for a deletion requested by an administrator', () => {
  it.each([
    ['absent', {}, 'required'],
    ['empty', { reason: '  ' }, 'required'],
    ['too short', { reason: ' why  ' }, 'too_short'],
    ['too long', { reason: 'x'.repeat(501) }, 'too_long'],
  ])(
    'is refused when it is %s, and the account is not marked for deletion',
    async (_, body, code) => {
      const people = accountRequestsOf(run);
      const member = await people.member();
      expect(
        (
          await bodyOf<{ fields: { path: string; code: string }[] }>(
            erase(member._id, body).expect(400),
          )
        ).fields,
      ).toMatchObject([{ path: 'reason', code }]);
      expect(
        (
          await run
            .http()
            .get('/api/users/profile/')
            .set({ authorization: `Bearer ${member.token}` })
            .expect(200)
        ).body,
      ).toMatchObject({ deletion_at: null });
      expect(await deletions(member._id)).toEqual([]);
    },
  );

  it('is stored with the account, and in the audit log by id and hash only', async () => {
    const person = await makeResearcher(run.source);
    await erase(person._id, { reason: '  Left the institute in March  ' }).expect(202);
    const records = await deletions(person._id);
    expect(records).toEqual([
      {
        action: 'deletion-requested',
        actor_id: administrator._id,
        details: { note: expect.any(String), note_mac: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
    expect(
      await run.source.query('SELECT id, reason FROM identity.account_note WHERE account_id = $1', [
        person._id,
      ]),
    ).toEqual([{ id: records[0]?.details.note, reason: 'Left the institute in March' }]);
    await run.source.query('DELETE FROM identity.account WHERE id = $1', [person._id]);
    expect(
      await run.source.query('SELECT 1 FROM identity.account_note WHERE id = $1', [
        records[0]?.details.note,
      ]),
    ).toEqual([]);
  });

  it('is recorded each time, even if the person had requested the deletion before', async () => {
    const person = await makePerson(run.source);
    await run.http().delete('/api/users/profile/').set(person.headers).expect(202);
    for (const reason of ['Asked by mail', 'Asked by mail again'])
      await erase(person._id, { reason }).expect(202);
    expect((await deletions(person._id)).map((r) => [r.actor_id, 'note' in r.details])).toEqual([
      [person._id, false],
      [administrator._id, true],
      [administrator._id, true],
    ]);
  });
});
