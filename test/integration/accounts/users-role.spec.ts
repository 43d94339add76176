import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import { accountAdminRequestsOf } from './administering';

let run: RunningApp;
let administrator: TestPerson;
let change: ReturnType<typeof accountAdminRequestsOf>['change'];
let erase: ReturnType<typeof accountAdminRequestsOf>['erase'];
let auditOf: ReturnType<typeof accountAdminRequestsOf>['auditOf'];
const profile = (who: TestPerson) => run.http().get('/api/users/profile/').set(who.headers);
beforeAll(async () => {
  // Some tests take the role from all other administrators of the shared application. That disturbs
  // no other file, because each makes its own administrators.
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
  ({ change, erase, auditOf } = accountAdminRequestsOf(run, administrator));
});
afterAll(() => run.close());

describe('The role of an administrator', () => {
  it('is given and taken with a reason; a request that changes nothing leaves no record', async () => {
    const person = await makePerson(run.source);
    expect(
      (
        await change(person._id, { role: 'ADMINISTRATOR', reason: 'Takes over from Grace' }).expect(
          200,
        )
      ).body,
    ).toMatchObject({ _id: person._id, role: 'ADMINISTRATOR' });
    await run.http().get('/api/reviews/').set(person.headers).expect(200);
    await change(person._id.toUpperCase(), { role: 'ADMINISTRATOR', reason: 'Once more' }).expect(
      200,
    );
    expect(
      (await change(person._id, { role: null, reason: 'Left us' }).expect(200)).body,
    ).toMatchObject({ role: null });
    const records = await auditOf(person._id);
    expect(records.map((r) => [r.action, r.actor_id])).toEqual([
      ['role-given', administrator._id],
      ['role-taken', administrator._id],
    ]);
    const notes: unknown = await run.source.query(
      'SELECT id, reason FROM identity.account_note WHERE account_id = $1 ORDER BY id',
      [person._id],
    );
    expect(notes).toEqual([
      { id: records[0]?.details.note, reason: 'Takes over from Grace' },
      { id: records[1]?.details.note, reason: 'Left us' },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/Grace|Left us/);
  });

  it('ends every sign-in of the person who loses it', async () => {
    const person = await makeAdministrator(run.source);
    await change(person._id, { role: null, reason: 'x' }).expect(200);
    await profile(person).expect(401);
  });

  it.each([
    ['unverified', { status: 'NEW' as const }, ''],
    ['disabled', {}, 'disabled_at = now()'],
    ['about to be erased', {}, `deletion_at = now() + interval '1 day'`],
  ])('is refused for an account that is %s', async (_, options, set) => {
    const person = await makePerson(run.source, options);
    if (set)
      await run.source.query(`UPDATE identity.account SET ${set} WHERE id = $1`, [person._id]);
    expect(
      (await change(person._id, { role: 'ADMINISTRATOR', reason: 'x' }).expect(409)).body,
    ).toMatchObject({ code: 'illegal_transition' });
  });

  it('cannot be given up by its holder, who cannot disable their own account either', async () => {
    expect(
      (await change(administrator._id, { role: null, reason: 'x' }).expect(403)).body,
    ).toMatchObject({ code: 'forbidden' });
    await change(administrator._id.toUpperCase(), { disabled: true, reason: 'x' }).expect(403);
    await profile(administrator).expect(200);
  });

  it('keeps one administrator when two take the role from each other at the same moment', async () => {
    for (const body of [
      { role: null, reason: 'x' },
      { disabled: true, reason: 'x' },
    ]) {
      for (let round = 0; round < 10; round++) {
        await run.source.query(`UPDATE identity.account SET role = NULL WHERE id <> $1`, [
          administrator._id,
        ]);
        const [a, b] = [await makeAdministrator(run.source), await makeAdministrator(run.source)];
        await run.source.query(`UPDATE identity.account SET role = NULL WHERE id = $1`, [
          administrator._id,
        ]);
        const answers = await Promise.all([change(a._id, body, b), change(b._id, body, a)]);
        await run.source.query(`UPDATE identity.account SET role = 'ADMINISTRATOR' WHERE id = $1`, [
          administrator._id,
        ]);
        expect(answers.filter((r) => r.status === 200)).toHaveLength(1);
        expect(answers.filter((r) => [401, 403, 409].includes(r.status))).toHaveLength(1);
        const [row]: { n: number }[] = await run.source.query(
          `SELECT count(*)::int AS n FROM identity.account WHERE id = ANY($1::uuid[])
           AND role IS NOT NULL AND disabled_at IS NULL`,
          [[a._id, b._id]],
        );
        expect(row?.n).toBe(1);
      }
    }
  });

  it('cannot be removed from the last administrator, not counting administrators whose deletion is pending', async () => {
    const other = await makeAdministrator(run.source);
    await run.source.query(
      `UPDATE identity.account SET role = NULL WHERE role IS NOT NULL AND id <> ALL($1::uuid[])`,
      [[administrator._id, other._id]],
    );
    await run.http().delete('/api/users/profile/').set(other.headers).expect(202);
    expect(
      (await run.http().delete('/api/users/profile/').set(administrator.headers).expect(409)).body,
    ).toMatchObject({ code: 'last_administrator' });
    expect((await erase(administrator._id).expect(409)).body).toMatchObject({
      code: 'last_administrator',
    });
    expect(
      (await change(administrator._id, { disabled: true, reason: 'x' }, other).expect(409)).body,
    ).toMatchObject({ code: 'last_administrator' });
    expect(
      (await change(administrator._id, { role: null, reason: 'x' }, other).expect(409)).body,
    ).toMatchObject({ code: 'last_administrator' });
  });
});
