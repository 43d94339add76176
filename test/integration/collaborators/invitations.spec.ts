/**
 * @engines one: uses rows, but no queue (another file tests the email), so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { sharedApp } from '../../support/app/shared-app';
import { unique } from '../../support/chance/unique';
import { makeStudy } from '../studies/fixtures';
import { collaboratorRequestsOf } from './calls';

let run: RunningApp;
let access: ReturnType<typeof collaboratorRequestsOf>;
let owner: TestPerson;
let study: string;
beforeAll(async () => {
  run = await sharedApp();
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());
beforeEach(async () => {
  owner = await makeResearcher(run.source);
  study = await makeStudy(run, owner);
});
const roles = async () =>
  (await access.people(owner, study)).people.map(({ _id, role }) => [_id, role]);

describe('An invitation to a study', () => {
  it('gets the same answer whether the address has an account or not', async () => {
    const somebody = await makeResearcher(run.source);
    const known = await access.invite(owner, study, somebody.email);
    const unknown = await access.invite(owner, study, `nobody-${unique()}@people.test`);
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(known.role).toBe(unknown.role);
  });

  it('shows study and role to a person with its link, and can be accepted once', async () => {
    const key = access.keyOf(await access.invite(owner, study, 'ed@people.test', 'viewer'));
    const [first, second] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const offer = await run
      .http()
      .post('/api/collaborations/offers/')
      .set(first.headers)
      .send({ key })
      .expect(200);
    expect(offer.body).toMatchObject({ title: 'Remembering faces', role: 'viewer' });
    const said = await Promise.all([access.answer(first, key), access.answer(second, key)]);
    expect(said.sort()).toEqual([200, 'not_found']);
    expect(await roles()).toHaveLength(2);
    expect((await access.people(owner, study)).invitations).toEqual([]);
  });

  it('needs a researcher’s account with a verified address', async () => {
    const key = access.keyOf(await access.invite(owner, study, 'ed@people.test'));
    expect(await access.answer(await makePerson(run.source), key)).toBe('forbidden');
    const unverified = await makeResearcher(run.source, { status: 'NEW' });
    expect(await access.answer(unverified, key)).toBe('email_not_verified');
    expect(await access.answer(owner, key)).toBe('own_study');
    expect(await access.answer(await makeResearcher(run.source), key)).toBe(200);
  });

  it('is invalid once it is declined, withdrawn or replaced', async () => {
    const person = await makeResearcher(run.source);
    const declined = access.keyOf(await access.invite(owner, study, person.email));
    expect(await access.answer(person, declined, 'decline')).toBe(200);
    const withdrawn = await access.invite(owner, study, person.email);
    const path = `/api/studies/${study}/invitations/${withdrawn._id}/`;
    expect(await access.told(owner, 'delete', path)).toBe(204);
    const replaced = access.keyOf(await access.invite(owner, study, person.email));
    const last = access.keyOf(await access.invite(owner, study, person.email, 'viewer'));
    for (const key of [declined, access.keyOf(withdrawn), replaced])
      expect(await access.answer(person, key)).toBe('not_found');
    expect(await access.answer(person, last)).toBe(200);
    expect(await roles()).toEqual([
      [owner._id, 'owner'],
      [person._id, 'viewer'],
    ]);
  });

  it('expires after 14 days', async () => {
    const invitation = await access.invite(owner, study, 'ed@people.test');
    await run.source.query(
      `UPDATE identity.study_invitation SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [invitation._id],
    );
    const person = await makeResearcher(run.source);
    expect(await access.answer(person, access.keyOf(invitation))).toBe('not_found');
    expect((await access.people(owner, study)).invitations).toEqual([]);
  });

  it('is either accepted or withdrawn if both requests are concurrent', async () => {
    for (let n = 0; n < 5; n++) {
      const person = await makeResearcher(run.source);
      const invitation = await access.invite(owner, study, person.email);
      const [joined, withdrawn] = await Promise.all([
        access.answer(person, access.keyOf(invitation)),
        access.told(owner, 'delete', `/api/studies/${study}/invitations/${invitation._id}/`),
      ]);
      const has = (await roles()).some(([id]) => id === person._id);
      expect([joined, withdrawn, has]).toEqual(
        has ? [200, 'not_found', true] : ['not_found', 204, false],
      );
    }
  });

  it('is refused while the maximum number of invitations is open', async () => {
    await run.source.query(
      `INSERT INTO identity.study_invitation
         (id, study_id, email, role, key_hash, invited_by, created_at, expires_at)
       SELECT gen_random_uuid(), $1, n || '@people.test', 'viewer', uuid_send(gen_random_uuid()), $2,
         now(), now() + interval '1 day' FROM generate_series(1, 50) AS n`,
      [study, owner._id],
    );
    const body = { email: 'one-more@people.test', role: 'viewer' };
    expect(await access.told(owner, 'post', `/api/studies/${study}/collaborators/`, body)).toBe(
      'too_many_collaborators',
    );
  });
});
