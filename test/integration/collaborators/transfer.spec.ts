/**
 * @engines one: uses rows, but no queue (another file tests the emails), so it runs with only one
 * kind of queue (Redis or PostgreSQL)
 */
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { apiTokenRequestsOf } from '../api-tokens/tokens';
import { makeStudy } from '../studies/fixtures';
import { collaboratorRequestsOf } from './calls';

let run: RunningApp;
let access: ReturnType<typeof collaboratorRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());

const close = ({ researcher, session_id }: RecruitingStudy) =>
  access.told(researcher, 'put', `/api/sessions/${session_id}/`, { state: 'closed' });
/** Enrols the person, who then starts. @returns the participation */
const taking = async ({ session_id, consent }: RecruitingStudy, person: TestPerson) => {
  const answer = await run
    .http()
    .post(`/api/sessions/${session_id}/participations/`)
    .set(person.headers)
    .send({ consent })
    .expect(201);
  const { _id } = answer.body as { _id: string };
  await run
    .http()
    .put(`/api/participations/${_id}/`)
    .set(person.headers)
    .send({ action: 'start' })
    .expect(200);
  return _id;
};
const rolesIn = async (person: TestPerson, study: string) =>
  Object.fromEntries(
    (await access.people(person, study)).people.map(({ _id, role }) => [_id, role]),
  );
const read = async (person: TestPerson | null, path: string) =>
  (
    await run
      .http()
      .get(path)
      .set(person?.headers ?? {})
  ).body as Record<string, unknown>;

describe('A study that is transferred to another owner', () => {
  it('belongs to the new owner only: the former one loses names, people and invitations immediately', async () => {
    const recruiting = await recruit(run, { privacy_level: 'roster_on_start', reward: null });
    const { researcher: former, study_id, session_id } = recruiting;
    await taking(recruiting, await makePerson(run.source, { first_name: 'Grace' }));
    const owner = await access.joined(former, study_id, 'viewer');
    const { token } = await apiTokenRequestsOf(run).make(former, {
      scopes: ['read', 'export'],
      study_ids: [study_id],
    });
    const invitation = await access.invite(former, study_id, 'late@people.test');
    await close(recruiting);
    expect(await access.offer(former, study_id, owner)).toBe(201);
    expect(await access.takeOver(owner, study_id)).toBe(204);
    expect(await rolesIn(owner, study_id)).toEqual({
      [owner._id]: 'owner',
      [former._id]: 'editor',
    });
    const roster = `/api/sessions/${session_id}/roster/`;
    expect(JSON.stringify(await read(owner, roster))).toContain('Grace');
    expect(JSON.stringify(await read(former, roster))).not.toContain('Grace');
    const byToken = await apiTokenRequestsOf(run).call(token, roster);
    expect(byToken.status).toBe(200);
    expect(JSON.stringify(byToken.body)).not.toContain('Grace');
    expect(
      await access.told(former, 'post', `/api/studies/${study_id}/collaborators/`, {
        email: 'a@b.test',
        role: 'viewer',
      }),
    ).toBe('forbidden');
    expect(await access.answer(await makeResearcher(run.source), access.keyOf(invitation))).toBe(
      'not_found',
    );
  });

  it('removes a former owner who chose to leave, also from open pages', async () => {
    const recruiting = await recruit(run, { reward: null });
    const { researcher: former, study_id, session_id } = recruiting;
    await close(recruiting);
    const owner = await access.joined(former, study_id, 'editor');
    const watch = await openTestSocket(run.url, former.token);
    expect(await watch.watch(`session:${session_id}`)).toMatchObject({ ok: true });
    expect(await access.offer(former, study_id, owner, false)).toBe(201);
    expect(await access.takeOver(owner, study_id)).toBe(204);
    expect(await rolesIn(owner, study_id)).toEqual({ [owner._id]: 'owner' });
    expect(await access.told(former, 'get', `/api/studies/${study_id}/collaborators/`)).toBe(
      'forbidden',
    );
    expect(await access.told(former, 'get', `/api/sessions/${session_id}/roster/`)).toBe(
      'not_found',
    );
    const refused = await eventually(
      () => watch.watch(`session:${session_id}`),
      ({ ok }) => !ok,
    );
    expect(refused).toEqual({ ok: false, code: 'not_found' });
    watch.close();
  });

  it('shows participants the researcher of their agreement, and the present owner', async () => {
    const former = await makeResearcher(run.source, { first_name: 'Old', last_name: 'Owner' });
    const recruiting = await recruit(run, { researcher: former, reward: null });
    const { study_id } = recruiting;
    const participant = await makePerson(run.source);
    const participation = await taking(recruiting, participant);
    await close(recruiting);
    const owner = await access.joined(former, study_id, 'editor', { first_name: 'New' });
    await access.offer(former, study_id, owner);
    await access.takeOver(owner, study_id);
    const page = await read(participant, `/api/studies/${study_id}/`);
    expect(page).toMatchObject({
      researcher: { _id: former._id, first_name: 'Old' },
      passed_to: { _id: owner._id, first_name: 'New' },
    });
    const receipt = await read(participant, `/api/participations/${participation}/receipt/`);
    expect(receipt).toMatchObject({
      researcher: { email: former.email },
      passed_to: { email: owner.email },
    });
    expect(await read(owner, `/api/studies/${study_id}/`)).toMatchObject({
      researcher: { _id: owner._id },
      passed_to: null,
    });
    // Later launches name the new owner.
    const next = await run
      .http()
      .post(`/api/studies/${study_id}/sessions/`)
      .set(owner.headers)
      .send({ capacity: 3 })
      .expect(201);
    const path = `/api/sessions/${(next.body as { _id: string })._id}/`;
    expect(await access.told(owner, 'put', path, { state: 'active' })).toBe(200);
    expect(await read(null, `/api/studies/${study_id}/`)).toMatchObject({
      researcher: { _id: owner._id },
      passed_to: null,
    });
  });

  it('can be offered by email to a person without a role; the link works once', async () => {
    const former = await makeResearcher(run.source);
    const study = await makeStudy(run, former);
    expect(await access.offer(former, study, 'next@people.test', false)).toBe(201);
    const key = await access.offerKeyOf(study);
    const [one, two] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    const offered = await run
      .http()
      .post('/api/collaborations/offers/')
      .set(one.headers)
      .send({ key })
      .expect(200);
    expect(offered.body).toMatchObject({ role: 'owner', title: 'Remembering faces' });
    expect(await access.takeOverByKey(former, key)).toBe('own_study');
    const said = await Promise.all([
      access.takeOverByKey(one, key),
      access.takeOverByKey(two, key),
    ]);
    expect([...said].sort()).toEqual([200, 'not_found']);
    const owner = said[0] === 200 ? one : two;
    expect(await rolesIn(owner, study)).toEqual({ [owner._id]: 'owner' });
  });
});

describe('The offer of a study', () => {
  it('exists only once at a time, also if it is made concurrently, and is visible to both sides only', async () => {
    const former = await makeResearcher(run.source);
    const study = await makeStudy(run, former);
    const [one, two] = [
      await access.joined(former, study, 'viewer'),
      await access.joined(former, study, 'editor'),
    ];
    const said = await Promise.all([
      access.offer(former, study, one),
      access.offer(former, study, two),
    ]);
    expect([...said].sort()).toEqual([201, 'offer_open']);
    const [chosen, other] = said[0] === 201 ? [one, two] : [two, one];
    expect((await access.people(former, study)).offer?.to?._id).toBe(chosen._id);
    expect((await access.people(chosen, study)).offer?.to?._id).toBe(chosen._id);
    expect((await access.people(other, study)).offer).toBeNull();
    expect(await access.takeOver(other, study)).toBe('not_found');
    expect(await access.offer(chosen, study, other)).toBe('forbidden');
    expect(await access.takeOver(chosen, study, 'decline')).toBe(204);
    expect(await access.takeOver(chosen, study)).toBe('not_found');
    expect(await access.offer(former, study, await makeResearcher(run.source))).toBe('not_found');
  });

  it('expires after 14 days, and then a new offer can be made', async () => {
    const former = await makeResearcher(run.source);
    const study = await makeStudy(run, former);
    const next = await access.joined(former, study, 'viewer');
    await access.offer(former, study, next);
    await run.source.query(
      `UPDATE identity.study_offer SET expires_at = now() - interval '1 second' WHERE study_id = $1`,
      [study],
    );
    expect(await access.takeOver(next, study)).toBe('not_found');
    expect(await access.offer(former, study, next)).toBe(201);
  });

  it('is either accepted or ended when it is accepted at the moment of its withdrawal or of its receiver’s removal', async () => {
    for (let n = 0; n < 6; n++) {
      const former = await makeResearcher(run.source);
      const study = await makeStudy(run, former);
      const next = await access.joined(former, study, 'editor');
      await access.offer(former, study, next);
      const removes = n % 2 === 0;
      const [accepted, ended] = await Promise.all([
        access.takeOver(next, study),
        removes
          ? access.told(former, 'delete', `/api/studies/${study}/collaborators/${next._id}/`)
          : access.takeBack(former, study),
      ]);
      const [{ owner_id }] = await run.source.query<[{ owner_id: string }]>(
        `SELECT owner_id FROM research.study WHERE id = $1`,
        [study],
      );
      if (owner_id === next._id) {
        expect([accepted, ended]).toEqual([204, 'forbidden']);
        expect(await rolesIn(next, study)).toEqual({ [next._id]: 'owner', [former._id]: 'editor' });
      } else {
        expect([accepted, ended]).toEqual(['not_found', 204]);
        expect(await rolesIn(former, study)).toEqual({
          [former._id]: 'owner',
          ...(!removes && { [next._id]: 'editor' }),
        });
      }
    }
  });
});
