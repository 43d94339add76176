import { timeOrderedId } from '../../../../server/platform/db/ids';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { makeStudy } from '../../studies/fixtures';
import { studyBuildingClassesOf } from '../rigs/building';
import { templateRequestsOf } from '../rigs/templates';

let run: RunningApp;
let rig: ReturnType<typeof templateRequestsOf>;
let classes: ReturnType<typeof studyBuildingClassesOf>;
let room: Awaited<ReturnType<ReturnType<typeof studyBuildingClassesOf>['buildingClass']>>;
let instructor: TestPerson;
let study: string;
beforeAll(async () => {
  run = await sharedApp();
  rig = templateRequestsOf(run);
  classes = studyBuildingClassesOf(run);
});
beforeEach(async () => {
  room = await classes.buildingClass();
  instructor = room.instructor;
  study = await makeStudy(run, instructor, { title: 'Stroop' });
});
afterAll(() => run.close());

const script = { name: 'analysis.R', text: 'x <- 1\nmean(x)' };
const joinStudy = async (role: 'editor' | 'viewer', who?: TestPerson) => {
  const person = who ?? (await makeResearcher(run.source));
  await run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, now())`,
    [person._id, study, role],
  );
  return person;
};
const told = async (who: TestPerson, classroom_id: string, of = study) => {
  const { status, body } = await rig.share(who, of, [{ classroom_id, pooled: false }]);
  return status < 400 ? status : body.code;
};

describe('Sharing a study as a template', () => {
  it('shows it with its script to all members of the classroom, and to no other person', async () => {
    const shares = [{ classroom_id: room.id, pooled: true }];
    const { status, body } = await rig.share(instructor, study, shares, script);
    expect([status, body]).toEqual([
      200,
      { script, shares: [{ classroom_id: room.id, title: expect.any(String), pooled: true }] },
    ]);
    expect((await rig.sharing(instructor, study)).body).toEqual(body);
    for (const who of [instructor, room.assistant, room.builder])
      expect(await rig.list(who, room.id)).toEqual([
        {
          study_id: study,
          title: 'Stroop',
          description: expect.any(String),
          duration_minutes: 20,
          script,
          pooled: true,
        },
      ]);
    const stranger = await makeResearcher(run.source);
    expect(await rig.told(stranger, 'get', `/api/classrooms/${room.id}/templates/`)).toBe(
      'not_found',
    );
    // The class reads the texts of the template in the list of templates. Only people who work on
    // the study can open the page of the study.
    expect(await rig.told(room.builder, 'get', `/api/studies/${study}/`)).toBe('not_found');
  });

  it('replaces the former list; an empty list ends the sharing, and a script is kept or removed as sent', async () => {
    const other = await classes.buildingClass();
    await classes.join(other.id, instructor, 'instructor');
    await rig.share(instructor, study, [{ classroom_id: room.id, pooled: true }], script);
    await rig.share(instructor, study, [{ classroom_id: other.id, pooled: false }]);
    expect(await rig.list(instructor, room.id)).toEqual([]);
    expect(await rig.list(instructor, other.id)).toMatchObject([{ pooled: false, script: null }]);
    expect((await rig.share(instructor, study, [], script)).body).toEqual({
      script: null,
      shares: [],
    });
    expect(await rig.list(instructor, other.id)).toEqual([]);
  });

  it('is allowed to editors who are instructors of the classroom', async () => {
    expect(await told(instructor, timeOrderedId())).toBe('not_found');
    const outside = await joinStudy('editor');
    expect(await told(outside, room.id)).toBe('not_found');
    const assistant = await joinStudy('editor', await makeResearcher(run.source));
    await classes.join(room.id, assistant, 'assistant');
    expect(await told(assistant, room.id)).toBe('not_found');
    const viewer = await joinStudy('viewer');
    expect(await told(viewer, room.id)).toBe('forbidden');
    expect(await rig.told(viewer, 'get', `/api/studies/${study}/template/`)).toBe('forbidden');
    expect(await told(await makeResearcher(run.source), room.id)).toBe('not_found');
    expect(await rig.sharing(instructor, study)).toMatchObject({ body: { shares: [] } });
  });

  it('lets other editors keep the sharing unchanged, or end it', async () => {
    await rig.shareWith(instructor, study, room.id);
    const outside = await joinStudy('editor');
    expect(await told(outside, room.id)).toBe(200);
    const pooled = await rig.share(outside, study, [{ classroom_id: room.id, pooled: true }]);
    expect(pooled.body.code).toBe('not_found');
    expect((await rig.share(outside, study, [])).status).toBe(200);
    expect(await rig.list(instructor, room.id)).toEqual([]);
  });

  it('refuses a study of a class, an archived study or classroom, and a classroom twice', async () => {
    const built = await classes.classStudy(room.builder, room.id);
    expect(await told(room.builder, room.id, built)).toBe('sandbox_only');
    const twice = [true, false].map((pooled) => ({ classroom_id: room.id, pooled }));
    expect((await rig.share(instructor, study, twice)).body.code).toBe('validation_failed');
    await rig.shareWith(instructor, study, room.id);
    await classes.setState(room.id, 'archived');
    // The template may stay shared with a classroom that was archived.
    expect(await told(instructor, room.id)).toBe(200);
    await rig.share(instructor, study, []);
    expect(await told(instructor, room.id)).toBe('classroom_closed');
    await classes.setState(room.id, 'open');
    await rig.shareWith(instructor, study, room.id);
    await run.http().delete(`/api/studies/${study}/`).set(instructor.headers).expect(204);
    expect(await told(instructor, room.id)).toBe('study_archived');
    expect(await rig.list(instructor, room.id)).toEqual([]);
    expect((await rig.share(instructor, study, [])).status).toBe(200);
  });
});
