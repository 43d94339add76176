import { timeOrderedId } from '../../../../server/platform/db/ids';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { poolRequestsOf } from '../rigs/pools';

let run: RunningApp;
let rig: ReturnType<typeof poolRequestsOf>;
let room: Awaited<ReturnType<ReturnType<typeof poolRequestsOf>['sessions']['buildingClass']>>;
let template: string;
let study: string;
beforeAll(async () => {
  run = await sharedApp();
  rig = poolRequestsOf(run);
});
beforeEach(async () => {
  room = await rig.sessions.buildingClass();
  template = await rig.template(room.instructor, room.id);
  study = await rig.templates.copied(room.builder, template, room.id);
  await rig.launched(room.builder, study, room.id);
  // A copy that has not begun is not in the pool.
  await rig.templates.copied(room.mate, template, room.id);
});
afterAll(() => run.close());

const told = async (who: TestPerson, of = template) => {
  const { status, body } = await rig.request(who, room.id, of);
  return status < 400 ? status : body.code;
};
const joinStudy = async (role: string) => {
  const person = await makePerson(run.source);
  await rig.sessions.join(room.id, person);
  await run.source.query(
    `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, $3, now())`,
    [person._id, study, role],
  );
  return person;
};

describe('A pool of answers', () => {
  it('is found by staff, and by students who read the data of a study in it', async () => {
    const listed = [{ template_id: template, studies: 1, export: null }];
    for (const who of [room.instructor, room.assistant, room.builder, await joinStudy('analyst')])
      expect(await rig.list(who, room.id)).toMatchObject(listed);
    for (const who of [room.mate, room.student, await joinStudy('viewer')]) {
      expect(await rig.list(who, room.id)).toEqual([]);
      expect(await told(who)).toBe('not_found');
    }
    for (const who of [await makeResearcher(run.source), await makePerson(run.source)]) {
      expect(await rig.templates.told(who, 'get', `/api/classrooms/${room.id}/pools/`)).toBe(
        'not_found',
      );
      expect(await told(who)).toBe('not_found');
    }
    expect(await told(room.instructor, timeOrderedId())).toBe('not_found');
    expect(await told(room.instructor, study)).toBe('not_found');
  });

  it('belongs to one classroom: another classroom with the same template has a separate pool', async () => {
    const other = await rig.sessions.buildingClass();
    await rig.sessions.join(other.id, room.instructor, 'instructor');
    const shares = [room.id, other.id].map((classroom_id) => ({ classroom_id, pooled: true }));
    await rig.templates.share(room.instructor, template, shares);
    const theirs = await rig.templates.copied(other.builder, template, other.id);
    await rig.launched(other.builder, theirs, other.id);
    expect(await rig.list(other.instructor, other.id)).toMatchObject([{ studies: 1 }]);
    expect(await told(other.builder)).toBe('not_found');
    const { manifest } = await rig.unpacked(await rig.made(room.builder, room.id, template));
    expect(manifest.groups.map((group) => group.study)).toEqual([study]);
  });

  it('can be downloaded at its address as long as the reader may read it', async () => {
    const reader = await joinStudy('analyst');
    const pool = await rig.made(reader, room.id, template);
    const url = pool.export?.download_url ?? '';
    await rig.exporting.fetchFile(url).expect(200);
    await rig.sessions.leave(room.id, reader);
    await rig.exporting.fetchFile(url).expect(404);
    const [staff] = await rig.list(room.instructor, room.id);
    await rig.exporting.fetchFile(staff?.export?.download_url ?? '').expect(200);
    const audited: { details: object }[] = await run.source.query(
      `SELECT details FROM platform.audit WHERE action = 'study-data-exported' AND actor_id = $1 ORDER BY id`,
      [reader._id],
    );
    expect(audited.map(({ details }) => details)).toMatchObject([
      { step: 'asked', study_id: template, classroom_id: room.id },
      { step: 'downloaded', study_id: template, classroom_id: room.id },
    ]);
  });

  it('stays readable when the classroom is archived', async () => {
    await rig.sessions.setState(room.id, 'archived');
    expect(await told(room.builder)).toBe(202);
    expect(await rig.list(room.assistant, room.id)).toHaveLength(1);
  });
});
