/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import { randomUUID } from 'node:crypto';
import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import type { ExternalReturns } from '../../../contracts/external-returns/external-returns';
import type { RunningApp } from '../../support/app/launch-app';
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { makeStudy } from '../studies/fixtures';
import { eventually } from '../../support/chance/wait';
import { openTestSocket } from '../../support/app/watcher';
import { launchHostedStudy, runRequestsOf } from '../runtime/running';
import { externalStudyRequestsOf, signedReturn } from '../external-returns/external-study';
import { collaboratorRequestsOf } from './calls';

let run: RunningApp;
let access: ReturnType<typeof collaboratorRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());

const joined = async (owner: TestPerson, study: string, role: CollaboratorRole) => {
  const person = await makeResearcher(run.source);
  await access.join(owner, study, person, role);
  return person;
};
const taking = async ({ session_id, consent }: RecruitingStudy, person: TestPerson) => {
  const answer = await run
    .http()
    .post(`/api/sessions/${session_id}/participations/`)
    .set(person.headers)
    .send({ consent });
  return answer.status < 400 ? answer.status : (answer.body as { code: string }).code;
};
/**
 * Sends the request as each person.
 * @returns the status or the code of the refusal for each, in the order of `people`
 */
const toEach = async (
  people: readonly TestPerson[],
  ...ask: [method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object]
) => {
  const said: (string | number)[] = [];
  for (const person of people) said.push(await access.told(person, ...ask));
  return said;
};

describe('The permissions of a role in a study', () => {
  it('let an editor write a draft, let a viewer read it, and hide it from other researchers', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    const editor = await joined(owner, study, 'editor');
    const viewer = await joined(owner, study, 'viewer');
    const stranger = await makeResearcher(run.source);
    const people = [editor, viewer, stranger];
    const path = `/api/studies/${study}/`;
    expect(await toEach(people, 'get', path)).toEqual([200, 200, 'not_found']);
    expect(await toEach(people, 'put', path, { title: 'Another' })).toEqual([
      200,
      'forbidden',
      'not_found',
    ]);
    expect(await toEach(people, 'post', `${path}sessions/`, { capacity: 3 })).toEqual([
      201,
      'forbidden',
      'not_found',
    ]);
    expect(
      await toEach(people, 'post', `${path}collaborators/`, { email: 'a@b.test', role: 'viewer' }),
    ).toEqual(['forbidden', 'forbidden', 'not_found']);
    const removal = `${path}collaborators/${owner._id}/`;
    expect(await toEach(people, 'delete', removal)).toEqual([
      'forbidden',
      'forbidden',
      'not_found',
    ]);
    expect(await access.told(owner, 'delete', removal)).toBe('not_found');
  });

  it('are shown in the list of a person’s studies, which names the role', async () => {
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    const viewer = await joined(owner, study, 'viewer');
    const roles = async (person: TestPerson) => {
      const answer = await run
        .http()
        .get('/api/studies/?scope=mine')
        .set(person.headers)
        .expect(200);
      return (answer.body as { items: { _id: string; role: string }[] }).items.map(
        ({ _id, role }) => [_id === study, role],
      );
    };
    expect(await roles(owner)).toEqual([[true, 'owner']]);
    expect(await roles(viewer)).toEqual([[true, 'viewer']]);
    expect(await roles(await makeResearcher(run.source))).toEqual([]);
  });

  it('show names to the owner only; an editor reads tags, a viewer no roster', async () => {
    const recruiting = await recruit(run, { privacy_level: 'roster_on_start' });
    const { researcher: owner, study_id, session_id } = recruiting;
    const participant = await makePerson(run.source, { first_name: 'Grace' });
    const enrolled = await run
      .http()
      .post(`/api/sessions/${session_id}/participations/`)
      .set(participant.headers)
      .send({ consent: recruiting.consent })
      .expect(201);
    await run
      .http()
      .put(`/api/participations/${(enrolled.body as { _id: string })._id}/`)
      .set(participant.headers)
      .send({ action: 'start' })
      .expect(200);
    const editor = await joined(owner, study_id, 'editor');
    const viewer = await joined(owner, study_id, 'viewer');
    const roster = (person: TestPerson) =>
      run.http().get(`/api/sessions/${session_id}/roster/`).set(person.headers);
    expect((await roster(owner).expect(200)).text).toContain('Grace');
    const nameless = (await roster(editor).expect(200)) as { body: { items: unknown[] } };
    expect(nameless.body.items).toHaveLength(1);
    expect(JSON.stringify(nameless.body)).not.toContain('Grace');
    expect(JSON.stringify(nameless.body)).not.toContain(participant.email);
    await roster(viewer).expect(403);
  });

  it('give a viewer the same answer for existing and invented roster lines and runs', async () => {
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const taken = await runRequestsOf(run).take(r);
    const viewer = await joined(r.researcher, r.study_id, 'viewer');
    const path = `/api/sessions/${r.session_id}/roster/`;
    const roster = await run.http().get(path).set(r.researcher.headers).expect(200);
    const [line] = (roster.body as { items: { entry: string }[] }).items;
    const invented = line?.entry.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const words = { text: 'Hello' };
    for (const entry of [line?.entry, invented, 'x']) {
      const at = `${path}${entry ?? ''}/`;
      expect(await access.told(viewer, 'put', at, { action: 'no-show' })).toBe('forbidden');
      expect(await access.told(viewer, 'get', `${at}messages/`)).toBe('forbidden');
      expect(await access.told(viewer, 'post', `${at}messages/`, words)).toBe('forbidden');
      expect(await access.told(viewer, 'put', `${at}messages/read/`, { position: 1 })).toBe(
        'forbidden',
      );
    }
    for (const id of [taken.run._id, randomUUID()])
      for (const what of ['files', 'records'])
        expect(await access.told(viewer, 'get', `/api/runs/${id}/${what}/`)).toBe('not_found');
  });

  it('give an analyst the data by participant code, and no roster, message or change', async () => {
    const r = await launchHostedStudy(run, { privacy_level: 'roster_on_start' });
    const taken = await runRequestsOf(run).take(r);
    const { _id: participant, email } = taken.person;
    const { researcher: owner, study_id, session_id } = r;
    const analyst = await joined(owner, study_id, 'analyst');
    const [study, session] = [`/api/studies/${study_id}/`, `/api/sessions/${session_id}/`];
    const read = async (path: string) => {
      const answer = await run.http().get(path).set(analyst.headers).expect(200);
      expect(answer.text).not.toContain(participant);
      expect(answer.text).not.toContain(email);
      return answer.body as { items: { _id: string }[] };
    };
    for (const path of [study, `${study}timing/`, `${study}variables/`, session]) await read(path);
    for (const path of ['progress/', 'conditions/', 'run-errors/', 'batch-session/'])
      await read(`${session}${path}`);
    // An analyst sees the tag of a run only from the next day on, as in an anonymous session.
    expect((await read(`${session}runs/`)).items).toEqual([]);
    const records = `/api/runs/${taken.run._id}/records/`;
    expect(await access.told(analyst, 'get', records)).toBe('not_found');
    await moveStepsToYesterday(run, session_id);
    await run.source.query(
      `UPDATE research.run SET state = 'ended', day = day - 1, last_day = last_day - 1
       WHERE session_id = $1`,
      [session_id],
    );
    expect((await read(`${session}runs/`)).items.map(({ _id }) => _id)).toEqual([taken.run._id]);
    expect(await access.told(analyst, 'get', records)).toBe(200);
    expect(await access.told(analyst, 'post', `${study}exports/`, { format: 'csv' })).toBe(202);
    const rt = { name: 'rt', description: 'Time', unit: 'ms', levels: [], version: null };
    const changes = [
      ['put', study, { title: 'Another' }],
      ['post', `${study}sessions/`, { capacity: 1 }],
      ['put', `${study}variables/`, { variables: [rt] }],
      ['delete', `${study}imported-data/`],
      ['put', session, { state: 'paused' }],
      ['get', `${session}roster/`],
      ['get', `${session}attendance/`],
      ['get', `${session}conversations/`],
      ['get', `${session}external-returns/`],
      ['post', `${session}broadcasts/`, { text: 'Hello', states: ['started'] }],
    ] as const;
    for (const [method, path, body] of changes)
      expect([path, await access.told(analyst, method, path, body)]).toEqual([path, 'forbidden']);
    await access.told(owner, 'put', `${study}collaborators/${analyst._id}/`, { role: 'viewer' });
    expect(await access.told(analyst, 'get', records)).toBe('not_found');
    expect(await access.told(analyst, 'get', `${session}runs/`)).toBe('forbidden');
    expect(await access.told(analyst, 'get', `${study}exports/`)).toBe('forbidden');
  });

  it('show times to the owner only; an editor reads days in messages and returns', async () => {
    const outside = externalStudyRequestsOf(run);
    const r = await outside.recruitOutside({ privacy_level: 'roster_on_start' });
    const { id, person, sent } = await outside.start(r);
    const { secret } = await outside.proofs(r);
    await outside.redirect(signedReturn(secret, sent, 'completed'));
    const write = { text: 'Hello' };
    await outside.ask('POST', `/api/participations/${id}/messages/`, person, write);
    const editor = await joined(r.researcher, r.study_id, 'editor');
    const momentsFor = async (who: TestPerson) => {
      const path = `/api/sessions/${r.session_id}/`;
      const [line] = (
        await outside.ask<{ items: { entry: string }[] }>('GET', `${path}roster/`, who)
      ).body.items;
      const { items } = (
        await outside.ask<{ items: { at: string | null }[] }>(
          'GET',
          `${path}roster/${line?.entry ?? ''}/messages/`,
          who,
        )
      ).body;
      const { arrived } = (
        await outside.ask<ExternalReturns>('GET', `${path}external-returns/`, who)
      ).body;
      return [...items.map(({ at }) => at), ...arrived.map(({ last_at }) => last_at)];
    };
    const moment: unknown = expect.stringMatching(/T\d\d:/);
    expect(await momentsFor(r.researcher)).toEqual([moment, moment]);
    expect(await momentsFor(editor)).toEqual([null, null]);
    await run.source.query(
      `UPDATE identity.account SET researcher_privilege = NULL WHERE id = $1`,
      [r.researcher._id],
    );
    expect(await momentsFor(r.researcher)).toEqual([null, null]);
  });

  it('let an editor name in a rule only studies that they may also edit', async () => {
    const owner = await makeResearcher(run.source);
    const [study, other] = [await makeStudy(run, owner), await makeStudy(run, owner)];
    const editor = await joined(owner, study, 'editor');
    const rule = { eligibility: [{ filter: 'completed_any_of', studies: [other] }] };
    const path = `/api/studies/${study}/`;
    expect(await access.told(editor, 'put', path, rule)).toBe('not_found');
    await access.join(owner, other, editor, 'editor');
    expect(await access.told(editor, 'put', path, rule)).toBe(200);
  });
});

describe('A collaborator of a study', () => {
  it('cannot enrol in that study', async () => {
    const recruiting = await recruit(run);
    const viewer = await joined(recruiting.researcher, recruiting.study_id, 'viewer');
    expect(await taking(recruiting, viewer)).toBe('own_study');
  });

  it('cannot be one of its participants: the invitation is refused and stays open', async () => {
    const recruiting = await recruit(run);
    const { researcher: owner, study_id } = recruiting;
    const participant = await makeResearcher(run.source);
    expect(await taking(recruiting, participant)).toBe(201);
    const unanswered = await access.invite(owner, study_id, 'nobody@people.test');
    const invitation = await access.invite(owner, study_id, participant.email);
    const before = await access.people(owner, study_id);
    expect(await access.answer(participant, access.keyOf(invitation))).toBe('takes_part');
    expect(await access.people(owner, study_id)).toEqual(before);
    expect(before.invitations.map(({ _id }) => _id)).toEqual([unanswered._id, invitation._id]);
  });
});

describe('A role that ends', () => {
  it.each(['removed', 'left'] as const)('by being %s, ends all access immediately', async (how) => {
    const { researcher: owner, study_id, session_id } = await recruit(run);
    const editor = await joined(owner, study_id, 'editor');
    const watch = await openTestSocket(run.url, editor.token);
    expect(await watch.watch(`session:${session_id}`)).toMatchObject({ ok: true });
    const path = `/api/studies/${study_id}/collaborators/${editor._id}/`;
    expect(await access.told(how === 'left' ? editor : owner, 'delete', path)).toBe(204);
    expect(await access.told(editor, 'get', `/api/sessions/${session_id}/roster/`)).toBe(
      'not_found',
    );
    expect(await access.told(editor, 'put', `/api/studies/${study_id}/`, { title: 'Mine' })).toBe(
      'forbidden',
    );
    expect(await access.told(editor, 'delete', path)).toBe('forbidden');
    const refused = await eventually(
      () => watch.watch(`session:${session_id}`),
      ({ ok }) => !ok,
    );
    expect(refused).toEqual({ ok: false, code: 'not_found' });
    watch.close();
  });
});
