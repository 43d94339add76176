import { timeOrderedId } from '../../../server/platform/db/ids';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { makeStudy } from '../studies/fixtures';
import { insertTeachingRowsOf } from '../teaching/rigs/taught-rows';
import { resourceRequestsOf, type ResourceRequests } from './resources-rig';

let run: RunningApp;
let rig: ResourceRequests;
let rows: ReturnType<typeof insertTeachingRowsOf>;
let owner: TestPerson;
let reader: TestPerson;
let classroom: string;
let faces: string;
let face: string;
beforeAll(async () => {
  run = await sharedApp();
  rig = resourceRequestsOf(run);
  rows = insertTeachingRowsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source, { first_name: 'Grace', last_name: 'Hopper' });
  reader = await makeResearcher(run.source);
  classroom = await rows.classroom();
  await rows.join(classroom, owner, 'instructor');
  faces = await rig.folder(owner, 'faces');
  face = await rig.file(owner, faces, 'face.png');
});
afterAll(() => run.close());

const share = (may: 'read' | 'copy' = 'read', id = classroom) =>
  rig.share(owner, faces, [{ classroom_id: id, may }]);
const seen = async (who = reader) => [
  (await rig.folders(who)).filter((folder) => folder.owner !== null).length,
  await rig.told(who, 'get', `/api/files/${face}/`),
  (await rig.names(who, { text: 'face' })).length,
  (await rig.copy(who, face, await rig.root(who), `${timeOrderedId()}.png`)).status,
];
const nothing = [0, 'not_found', 0, 404];
const setState = (state: string, id = classroom) =>
  run.source.query(
    `UPDATE identity.classroom SET state = $2, archived_at = CASE WHEN $2 = 'archived' THEN now() END WHERE id = $1`,
    [id, state],
  );
const setRole = (who: TestPerson, role: string) =>
  run.source.query(
    `UPDATE identity.classroom_member SET role = $3 WHERE classroom_id = $1 AND account_id = $2`,
    [classroom, who._id, role],
  );

describe('A folder that is shared with a classroom', () => {
  it.each(['student', 'assistant', 'instructor'] as const)(
    'is read by a member who is its %s, and by no other person',
    async (role) => {
      await rows.join(classroom, reader, role);
      expect(await seen()).toEqual(nothing);
      expect(await share()).toBe(200);
      expect(await seen()).toEqual([1, 200, 1, 403]);
      expect(await share('copy')).toBe(200);
      expect(await seen()).toEqual([1, 200, 1, 201]);
      expect(await rig.changeFile(reader, face, { name: 'mine.png' })).toBe('forbidden');
      expect(await seen(await makeResearcher(run.source))).toEqual(nothing);
    },
  );

  it('is closed to members who may not use resources', async () => {
    const student = await makePerson(run.source);
    await rows.join(classroom, student);
    await share('copy');
    expect(await rig.told(student, 'get', `/api/files/${face}/`)).toBe('forbidden');
    expect(await rig.told(student, 'get', `/api/files/?folder=${faces}`)).toBe('forbidden');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the share is deleted', () => rig.share(owner, faces, [])],
    ['the folder is put into the bin', () => rig.deleteFolder(owner, faces)],
    ['its owner becomes a student', () => setRole(owner, 'student')],
    [
      'the member is removed',
      () =>
        run.source.query(
          `DELETE FROM identity.classroom_member WHERE classroom_id = $1 AND account_id = $2`,
          [classroom, reader._id],
        ),
    ],
    [
      'its owner leaves the classroom',
      () =>
        run.source.query(
          `DELETE FROM identity.classroom_member WHERE classroom_id = $1 AND account_id = $2`,
          [classroom, owner._id],
        ),
    ],
  ])('ends immediately when %s', async (_, ending) => {
    await rows.join(classroom, reader);
    await share('copy');
    expect(await seen()).toEqual([1, 200, 1, 201]);
    await ending();
    expect((await seen()).slice(0, 2)).toEqual([0, 'not_found']);
    expect(await rig.names(reader, { text: 'face.png' })).toEqual([]);
  });

  it('is still readable when the classroom is archived, or when another share allows as much', async () => {
    await rows.join(classroom, reader);
    const other = await rows.classroom();
    await rows.join(other, owner, 'assistant');
    await rows.join(other, reader);
    const both = [
      { classroom_id: classroom, may: 'read' as const },
      { classroom_id: other, may: 'copy' as const },
    ];
    expect(await rig.share(owner, faces, both)).toBe(200);
    await setState('archived');
    expect(await seen()).toEqual([1, 200, 1, 201]);
    // The owner may send the present shares again, although one of the classrooms is archived.
    expect(await rig.share(owner, faces, both)).toBe(200);
    expect(await share('read')).toBe(200);
    expect(await seen()).toEqual([1, 200, 1, 403]);
  });
});

describe('Sharing a folder with a classroom', () => {
  it('is possible for its staff, together with studies, and shows the classroom by its title', async () => {
    const study_id = await makeStudy(run, owner, { title: 'A study' });
    await run.source.query(`UPDATE identity.classroom SET title = 'B class' WHERE id = $1`, [
      classroom,
    ]);
    const items = [
      { classroom_id: classroom, may: 'copy' as const },
      { study_id, may: 'read' as const },
    ];
    expect(await rig.share(owner, faces, items)).toBe(200);
    expect(await rig.ask(owner, 'get', `/api/folders/${faces}/sharing/`)).toEqual({
      items: [
        { study_id, may: 'read', title: 'A study' },
        { classroom_id: classroom, may: 'copy', title: 'B class' },
      ],
    });
    await setRole(owner, 'assistant');
    expect(await rig.share(owner, faces, items)).toBe(200);
    await setRole(owner, 'student');
    expect(await rig.share(owner, faces, items)).toBe('not_found');
    expect(await rig.ask(owner, 'get', `/api/folders/${faces}/sharing/`)).toMatchObject({
      items: [{ study_id }],
    });
  });

  it('refuses a classroom of others, a repeated one, an archived one, and an item that names a study and a classroom', async () => {
    expect(await share('read', await rows.classroom())).toBe('not_found');
    expect(await share('read', timeOrderedId())).toBe('not_found');
    const one = { classroom_id: classroom, may: 'read' as const };
    expect(await rig.share(owner, faces, [one, { ...one, may: 'copy' }])).toBe('validation_failed');
    expect(
      await rig.told(owner, 'put', `/api/folders/${faces}/sharing/`, {
        items: [{ ...one, study_id: timeOrderedId() }],
      }),
    ).toBe('validation_failed');
    await setState('archived');
    expect(await share()).toBe('classroom_closed');
    expect(await rig.ask(owner, 'get', `/api/folders/${faces}/sharing/`)).toEqual({ items: [] });
  });
});
