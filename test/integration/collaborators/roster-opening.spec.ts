/** @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL) */
import type { CollaboratorRole } from '../../../contracts/collaborators/collaborators';
import type { RosterAccess } from '../../../contracts/data-rights/data-rights';
import type { Study } from '../../../contracts/studies/studies';
import { bodyOf } from '../../support/app/body-of';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit, type RecruitingStudy } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { eraseAccount } from '../accounts/deletion/erased';
import { apiTokenRequestsOf } from '../api-tokens/tokens';
import { privacyLevelRequestsOf, type RosterEntryBody } from '../enrolment/rosters/levels';
import { collaboratorRequestsOf } from './calls';

let run: RunningApp;
let access: ReturnType<typeof collaboratorRequestsOf>;
let on: ReturnType<typeof privacyLevelRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  access = collaboratorRequestsOf(run);
  on = privacyLevelRequestsOf(run);
});
afterAll(() => run.close());

const named = 'roster_on_start';
/** Reads a roster as this person. @returns its lines, or the error code if the server refuses */
const rosterTo = async (
  person: TestPerson,
  { session_id }: Pick<RecruitingStudy, 'session_id'>,
) => {
  const path = `/api/sessions/${session_id}/roster/?names=true`;
  const answer = await run.http().get(path).set(person.headers);
  const { items, code } = answer.body as { items: RosterEntryBody[]; code?: string };
  return code ?? items;
};
const namesTo = async (person: TestPerson, r: Pick<RecruitingStudy, 'session_id'>) => {
  const lines = await rosterTo(person, r);
  return typeof lines === 'string' ? lines : lines.map(({ first_name }) => first_name);
};
/** Lists the people of whom the study's page says that they see the names in this session. */
const listed = async ({ study_id, session_id }: RecruitingStudy) =>
  (
    await bodyOf<Study>(run.http().get(`/api/studies/${study_id}/?session=${session_id}`))
  ).names_shown_to.map(({ _id }) => _id);
const taken = async (r: RecruitingStudy, first_name = 'Grace') => {
  const person = await makePerson(run.source, { first_name });
  await on.takePart(r, person, 'start');
  return person;
};
/**
 * Makes a study with names, a collaborator, and two sessions. The owner launches one session, then
 * opens the roster to the collaborator, and then launches the other session.
 */
const opened = async (role: CollaboratorRole, options = {}) => {
  const before = await recruit(run, { privacy_level: named, capacity: 20, reward: null });
  const { researcher: owner, study_id } = before;
  const reader = await access.joined(owner, study_id, role, options);
  expect(await access.setRoster(owner, study_id, reader)).toBe(200);
  return { owner, reader, before, after: await on.another(before, named) };
};

describe('A roster that the owner opens to a collaborator', () => {
  it.each(['editor', 'viewer'] as const)(
    'shows names to an %s in sessions launched since then, and in none before',
    async (role) => {
      const { owner, reader, before, after } = await opened(role);
      await taken(before, 'Before');
      await taken(after, 'After');
      expect(await namesTo(reader, after)).toEqual(['After']);
      expect(await namesTo(reader, before)).toEqual(role === 'editor' ? [null] : 'forbidden');
      expect([await namesTo(owner, before), await namesTo(owner, after)]).toEqual([
        ['Before'],
        ['After'],
      ]);
      const other = await access.joined(owner, after.study_id, role);
      expect(await namesTo(other, after)).toEqual(role === 'editor' ? [null] : 'forbidden');
    },
  );

  it('never shows more than the owner sees, at any privacy level', async () => {
    const owner = await makeResearcher(run.source);
    const reader = await makeResearcher(run.source);
    const linesTo = async (person: TestPerson, r: RecruitingStudy) =>
      // Leaves out `entry`, the address of a line, because the server encrypts it differently in
      // each answer.
      ((await rosterTo(person, r)) as RosterEntryBody[]).map(({ entry: _, ...line }) => line);
    for (const level of ['roster_on_start', 'roster_on_completion'] as const) {
      const first = await recruit(run, { privacy_level: level, researcher: owner });
      await access.join(owner, first.study_id, reader, 'viewer');
      await access.setRoster(owner, first.study_id, reader);
      const r = await on.another(first, level);
      for (const actions of [[], ['start'], ['start', 'withdraw'], ['start', 'complete']])
        await on.takePart(r, await makePerson(run.source), ...actions);
      expect(await linesTo(reader, r)).toEqual(await linesTo(owner, r));
    }
  });

  it('shows no names in an anonymous session: an editor reads tags, a viewer nothing', async () => {
    const first = await recruit(run, { capacity: 20 });
    const { researcher: owner, study_id } = first;
    const [editor, viewer] = [
      await access.joined(owner, study_id, 'editor'),
      await access.joined(owner, study_id, 'viewer'),
    ];
    for (const one of [editor, viewer]) await access.setRoster(owner, study_id, one);
    const r = await on.another(first, 'anonymous');
    await taken(r);
    await on.roster(r);
    expect(await namesTo(editor, r)).toEqual([null]);
    expect(await namesTo(viewer, r)).toBe('forbidden');
    expect(await listed(r)).toEqual([]);
  });

  it('lets its reader decide nothing, and can be read by a program only with the scope for names', async () => {
    const { reader, after } = await opened('viewer');
    await taken(after);
    const [line] = (await rosterTo(reader, after)) as RosterEntryBody[];
    const path = `/api/sessions/${after.session_id}/`;
    expect(
      await access.told(reader, 'put', `${path}roster/${line?.entry ?? ''}/`, {
        action: 'no-show',
      }),
    ).toBe('forbidden');
    const decisions = [{ tag: line?.tag, decision: { action: 'approve' } }];
    expect(await access.told(reader, 'post', `${path}decisions/`, { decisions })).toBe('forbidden');
    const tokens = apiTokenRequestsOf(run);
    const asked = async (scope: string) => {
      const { token } = await tokens.make(reader, { scopes: [scope] });
      return (await tokens.call(token, `${path}roster/?names=true`)).status;
    };
    expect([await asked('read'), await asked('export')]).toEqual([403, 200]);
  });

  it('shows names only if the reader has an approved review, like the owner', async () => {
    const { reader, after } = await opened('editor', { researcher_privilege: null });
    await taken(after);
    expect(await namesTo(reader, after)).toEqual([null]);
  });

  it('shows an editor times as well as names, also in messages', async () => {
    const { reader, before, after } = await opened('editor');
    const momentsIn = async (r: RecruitingStudy) => {
      const person = await makePerson(run.source);
      const id = await on.takePart(r, person, 'start');
      await on.send('post', `/api/participations/${id}/messages/`, person, { text: 'Hello' });
      const [line] = (await rosterTo(reader, r)) as RosterEntryBody[];
      const path = `/api/sessions/${r.session_id}/roster/${line?.entry ?? ''}/messages/`;
      const messages = run.http().get(path).set(reader.headers).expect(200);
      return (await bodyOf<{ items: { at: string | null }[] }>(messages)).items.map(({ at }) => at);
    };
    expect(await momentsIn(before)).toEqual([null]);
    expect(await momentsIn(after)).toEqual([expect.stringMatching(/T\d\d:/)]);
  });
});

describe('Participants of a session with an opened roster', () => {
  it('can read on the page of a session who sees names before they enrol', async () => {
    const { owner, reader, before, after } = await opened('viewer');
    expect(await listed(before)).toEqual([owner._id]);
    expect(await listed(after)).toEqual([owner._id, reader._id]);
    await access.setRoster(owner, after.study_id, reader, false);
    expect(await listed(after)).toEqual([owner._id]);
  });

  it('can see each reading by a collaborator in the list of people who saw their name', async () => {
    const { reader, after } = await opened('viewer');
    const person = await taken(after);
    await namesTo(reader, after);
    const answer = run.http().get('/api/roster-accesses/').set(person.headers).expect(200);
    const { items } = await bodyOf<{ items: (typeof RosterAccess)['_output'][] }>(answer);
    expect(items.map(({ researcher }) => researcher?._id)).toEqual([reader._id]);
  });
});

describe('Access to an opened roster ends', () => {
  it('immediately when the owner closes it; opened a second time, it applies to later launches only', async () => {
    const { owner, reader, after } = await opened('viewer');
    await taken(after);
    expect(await namesTo(reader, after)).toEqual(['Grace']);
    await access.setRoster(owner, after.study_id, reader, false);
    expect(await namesTo(reader, after)).toBe('forbidden');
    await access.setRoster(owner, after.study_id, reader);
    expect(await namesTo(reader, after)).toBe('forbidden');
    expect(await listed(after)).toEqual([owner._id]);
    const later = await on.another(after, named);
    await taken(later, 'Later');
    expect(await namesTo(reader, later)).toEqual(['Later']);
  });

  it('with the role, but not when the role changes', async () => {
    const { owner, reader, after } = await opened('viewer');
    const { study_id } = after;
    await taken(after);
    const path = `/api/studies/${study_id}/collaborators/${reader._id}/`;
    await access.told(owner, 'put', path, { role: 'editor' });
    expect(await namesTo(reader, after)).toEqual(['Grace']);
    await access.told(owner, 'delete', path);
    expect(await namesTo(reader, after)).toBe('not_found');
    await access.join(owner, study_id, reader, 'editor');
    expect(await namesTo(reader, after)).toEqual([null]);
  });

  it('for all collaborators when the study is transferred, until the new owner opens it', async () => {
    const { owner, reader, before, after } = await opened('viewer');
    await taken(after);
    const next = await access.joined(owner, after.study_id, 'editor');
    await access.setRoster(owner, after.study_id, next);
    for (const { session_id } of [before, after])
      await access.told(owner, 'put', `/api/sessions/${session_id}/`, { state: 'closed' });
    expect(await access.offer(owner, after.study_id, next)).toBe(201);
    expect(await access.takeOver(next, after.study_id)).toBe(204);
    expect(await namesTo(next, after)).toEqual(['Grace']);
    expect(await namesTo(owner, after)).toEqual([null]);
    expect(await namesTo(reader, after)).toBe('forbidden');
    const { people } = await access.people(next, after.study_id);
    expect(people.map(({ sees_roster_since }) => sees_roster_since)).toEqual([null, null, null]);
  });

  it('with the owner’s account: then no collaborator sees names', async () => {
    const { owner, reader, after } = await opened('editor');
    await taken(after);
    await eraseAccount(run, owner._id);
    expect(await namesTo(reader, after)).toEqual([null]);
  });
});

describe('The opening of a roster', () => {
  it('is recorded with its time in the list of people, and once in the audit log', async () => {
    const { owner, reader, after } = await opened('viewer');
    const { study_id } = after;
    const since = async () =>
      (await access.people(reader, study_id)).people.find(({ _id }) => _id === reader._id)
        ?.sees_roster_since;
    const first = await since();
    expect(first).toEqual(expect.stringMatching(/T\d\d:/));
    expect(await access.setRoster(owner, study_id, reader)).toBe(200);
    expect(await since()).toBe(first);
    await access.setRoster(owner, study_id, reader, false);
    expect(await since()).toBeNull();
    const log = await run.source.query<{ action: string; subject_id: string; actor_id: string }[]>(
      `SELECT action, actor_id, subject_id FROM platform.audit
       WHERE details ->> 'study_id' = $1 AND action LIKE 'collaborator-roster-%' ORDER BY id`,
      [study_id],
    );
    expect(log).toEqual(
      ['collaborator-roster-opened', 'collaborator-roster-closed'].map((action) => ({
        action,
        actor_id: owner._id,
        subject_id: reader._id,
      })),
    );
  });

  it('is possible for the owner only, and only for collaborators of the study', async () => {
    const { owner, reader, after } = await opened('editor');
    expect(await access.setRoster(reader, after.study_id, reader)).toBe('forbidden');
    const stranger = await makeResearcher(run.source);
    expect(await access.setRoster(owner, after.study_id, stranger)).toBe('not_found');
    expect(await access.setRoster(owner, after.study_id, owner)).toBe('not_found');
  });

  it('does not add names to a collaborator’s exports of data', async () => {
    const { reader, after } = await opened('editor');
    const asked = { format: 'csv' };
    const path = `/api/studies/${after.study_id}/exports/`;
    expect(await access.told(reader, 'post', path, asked)).toBe(202);
    const [made] = await run.source.query<{ sees_names: boolean }[]>(
      `SELECT sees_names FROM research.study_export WHERE study_id = $1`,
      [after.study_id],
    );
    expect(made?.sees_names).toBe(false);
  });
});
