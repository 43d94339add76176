import { strFromU8, unzipSync } from 'fflate';
import type { Study } from '../../../../contracts/studies/studies';
import { attributionPath } from '../../../../contracts/study-files/study-names';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { eventually } from '../../../support/chance/wait';
import { countLockWaits } from '../../../support/engines/locks';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { resourceRequestsOf } from '../../resources/resources-rig';
import { makeConsent } from '../../studies/fixtures';
import { studyBuildingClassesOf } from '../rigs/building';
import { templateRequestsOf } from '../rigs/templates';

let run: RunningApp;
let rig: ReturnType<typeof templateRequestsOf>;
let classes: ReturnType<typeof studyBuildingClassesOf>;
let room: Awaited<ReturnType<ReturnType<typeof studyBuildingClassesOf>['buildingClass']>>;
let instructor: TestPerson;
let builder: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  rig = templateRequestsOf(run);
  classes = studyBuildingClassesOf(run);
});
beforeEach(async () => {
  room = await classes.buildingClass();
  ({ instructor, builder } = room);
});
afterAll(() => run.close());

const rowsOf = (sql: string, parameters: unknown[]): Promise<object[]> =>
  run.source.query(sql, parameters);
const read = async (who: TestPerson, study: string) =>
  (await rig.ask<Study>(who, 'get', `/api/studies/${study}/`)).body;
const toldOf = async (answer: ReturnType<typeof rig.copy>) => {
  const { status, body } = await answer;
  return status < 400 ? status : body.code;
};

describe('A copy of a template', () => {
  it('has its texts, minutes, files and descriptions, and nothing that a class study may not have', async () => {
    const { study, timeline } = await rig.template(instructor, {
      eligibility: [{ filter: 'age', range: { lower: 18, upper: 30 } }],
      offers_credit: true,
    });
    await makeConsent(run, instructor, study);
    await rig.told(instructor, 'put', `/api/studies/${study}/variables/`, {
      variables: [{ name: 'rt', description: 'Milliseconds' }],
    });
    await rig.shareWith(instructor, study, room.id);
    const [from, id] = [await read(instructor, study), await rig.copied(builder, study, room.id)];
    const { title, description, duration_minutes, maximum_minutes, requirements } = from;
    expect(await read(builder, id)).toMatchObject({
      ...{ title, description, duration_minutes, maximum_minutes, requirements },
      offers_credit: true,
      state: 'draft',
      own: true,
      classroom_id: room.id,
      privacy_level: 'anonymous',
      reward: null,
      payment_terms: null,
      eligibility: [],
      consent: null,
    });
    const draft = await rig.timelines.read(id, builder);
    expect(draft).toMatchObject({ timeline, files: [{ path: 'img/face.txt' }] });
    const described = await rowsOf(`SELECT name FROM research.study_variable WHERE study_id = $1`, [
      id,
    ]);
    const before = await rowsOf(`SELECT name FROM research.study_variable WHERE study_id = $1`, [
      study,
    ]);
    expect(described).toEqual(before);
  });

  it('is refused if the template is not shared with that class, and to people who do not build studies there', async () => {
    const { study } = await rig.template(instructor);
    const other = await classes.buildingClass();
    expect(await toldOf(rig.copy(builder, study, room.id))).toBe('not_found');
    await rig.shareWith(instructor, study, room.id);
    expect(await toldOf(rig.copy(builder, study, other.id))).toBe('not_found');
    expect(await toldOf(rig.copy(other.builder, study, other.id))).toBe('not_found');
    expect(await toldOf(rig.copy(other.builder, study, room.id))).toBe('not_found');
    expect(await toldOf(rig.copy(await makeResearcher(run.source), study, null))).toBe('not_found');
    await classes.setState(room.id, 'closed');
    expect(await toldOf(rig.copy(builder, study, room.id))).toBe('classroom_closed');
  });

  it('is an ordinary study of a researcher among the staff, never pooled', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id, true);
    const colleague = await makeResearcher(run.source);
    await classes.join(room.id, colleague, 'assistant');
    const id = await rig.copied(colleague, study, null);
    expect(await read(colleague, id)).toMatchObject({ classroom_id: null, own: true });
    expect((await rig.fork(colleague, id)).body.template).toMatchObject({ study_id: study });
    const [fork] = await rowsOf(`SELECT pooled FROM research.fork WHERE study_id = $1`, [id]);
    expect(fork).toEqual({ pooled: false });
    await classes.setState(room.id, 'archived');
    expect(await toldOf(rig.copy(colleague, study, null))).toBe('not_found');
  });

  it('is not made of an archived template; copies stay when sharing ends', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id, true);
    const id = await rig.copied(builder, study, room.id);
    await rig.share(instructor, study, []);
    expect(await toldOf(rig.copy(room.mate, study, room.id))).toBe('not_found');
    await rig.shareWith(instructor, study, room.id);
    await run.http().delete(`/api/studies/${study}/`).set(instructor.headers).expect(204);
    expect(await toldOf(rig.copy(room.mate, study, room.id))).toBe('not_found');
    expect((await rig.fork(builder, id)).body.template).toMatchObject({ study_id: study });
    const [fork] = await rowsOf(`SELECT pooled FROM research.fork WHERE study_id = $1`, [id]);
    expect(fork).toEqual({ pooled: true });
  });

  it('can still be made when the template’s owner leaves the classroom', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id);
    await classes.leave(room.id, instructor);
    expect(await toldOf(rig.copy(builder, study, room.id))).toBe(201);
  });

  it('is made once by two requests with the same key', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id);
    const request = () =>
      run
        .http()
        .post(`/api/studies/${study}/copies/?template=true&classroom=${room.id}`)
        .set({ ...builder.headers, 'Idempotency-Key': 'one' });
    const ids = (await Promise.all([request(), request()])).map(({ body }) => (body as Study)._id);
    expect(new Set(ids).size).toBe(1);
    const forks = await rowsOf(`SELECT 1 FROM research.fork WHERE template_id = $1`, [study]);
    expect(forks).toHaveLength(1);
  });

  it('is a separate one for another class, even with the same key', async () => {
    const { study } = await rig.template(instructor);
    const other = await classes.buildingClass();
    await classes.join(other.id, instructor, 'instructor');
    await classes.join(other.id, builder);
    await rig.share(instructor, study, [
      { classroom_id: room.id, pooled: false },
      { classroom_id: other.id, pooled: false },
    ]);
    const request = async (classroom: string) =>
      (
        await run
          .http()
          .post(`/api/studies/${study}/copies/?template=true&classroom=${classroom}`)
          .set({ ...builder.headers, 'Idempotency-Key': 'two' })
      ).body as Study;
    const made = [await request(room.id), await request(other.id)];
    expect(made.map(({ classroom_id }) => classroom_id)).toEqual([room.id, other.id]);
    expect((await request(other.id))._id).toBe(made[1]?._id);
  });

  it('is made completely or not at all when the sharing ends at the same moment', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id, true);
    const makers = [builder, room.mate, room.student];
    const [ended, ...copies] = await Promise.all([
      rig.share(instructor, study, []),
      ...makers.map((who) => rig.copy(who, study, room.id)),
    ]);
    expect(ended.status).toBe(200);
    const made = copies.filter(({ status }) => status === 201);
    const refused = copies.filter(({ body }) => body.code === 'not_found');
    expect(made.length + refused.length).toBe(makers.length);
    const forks = await rowsOf(`SELECT f.pooled FROM research.fork f WHERE f.template_id = $1`, [
      study,
    ]);
    expect(forks).toEqual(made.map(() => ({ pooled: true })));
    const left = await rowsOf(`SELECT 1 FROM research.study WHERE owner_id = ANY($1::uuid[])`, [
      makers.map(({ _id }) => _id),
    ]);
    expect(left).toHaveLength(made.length);
  });

  it('waits for a change of the sharing that holds the template', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id);
    let waiting: ReturnType<typeof rig.copy> | undefined;
    await run.app.get(UnitOfWork).run(async (tx) => {
      await tx.query(`SELECT 1 FROM research.study WHERE id = $1 FOR UPDATE`, [study]);
      waiting = rig.copy(builder, study, room.id);
      await eventually(
        () => countLockWaits(run.source),
        (waiting) => waiting > 0,
      );
      await tx.query(`DELETE FROM research.template WHERE study_id = $1`, [study]);
    });
    expect((await waiting)?.body.code).toBe('not_found');
  });
});

describe('The files of a copy', () => {
  it('name the creators of files that were taken from resources', async () => {
    const { study } = await rig.template(instructor, { title: 'Faces' });
    const files = resourceRequestsOf(run);
    const face = await files.file(instructor, await files.root(instructor), 'face.txt');
    await files.changeFile(instructor, face, { licence: 'CC-BY-4.0', creator: 'Ada' });
    const { _id: base } = await rig.versions.uploaded(study, instructor);
    const taken = await rig.ask<{ _id: string }>(
      instructor,
      'post',
      `/api/studies/${study}/resources/`,
      { base, resources: [{ path: 'face.txt', file_id: face }] },
    );
    expect(
      await rig.changed(instructor, study, {
        runtime: { kind: 'hosted', version_id: taken.body._id },
      }),
    ).toBe(200);
    await rig.shareWith(instructor, study, room.id);
    const id = await rig.copied(builder, study, room.id);
    const { runtime } = await read(builder, id);
    const version = runtime?.kind === 'hosted' ? runtime.version_id : '';
    const { body } = await rig.ask<{ url: string }>(
      builder,
      'post',
      rig.versions.at(id, `${version}/archive/`),
    );
    const { pathname, search } = new URL(body.url);
    const { rawPayload } = await run.app.inject({ url: pathname + search });
    const list = unzipSync(rawPayload)[attributionPath];
    expect(list && strFromU8(list)).toContain('"CC-BY-4.0","Ada"');
  });

  it('count once against the storage of the person who copies, and are refused when it is full', async () => {
    const { study } = await rig.template(instructor);
    await rig.shareWith(instructor, study, room.id);
    const storage = async () =>
      (
        await rig.ask<{ used_bytes: number; most_bytes: number }>(
          builder,
          'get',
          '/api/study-storage/',
        )
      ).body;
    const before = await storage();
    expect(before).toMatchObject({ used_bytes: 0, most_bytes: teachingLimits.builderBytes });
    await rig.copied(builder, study, room.id);
    const { used_bytes } = await storage();
    expect(used_bytes).toBeGreaterThan(0);
    await rig.copied(builder, study, room.id);
    expect((await storage()).used_bytes).toBe(used_bytes);
    const large = await rig.template(instructor);
    await rowsOf(
      `UPDATE research.study_version_file SET bytes = $2 WHERE path = 'timeline.json' AND version_id IN (
         SELECT id FROM research.study_version WHERE study_id = $1)`,
      [large.study, teachingLimits.builderBytes],
    );
    await rig.shareWith(instructor, large.study, room.id);
    expect(await toldOf(rig.copy(builder, large.study, room.id))).toBe('storage_full');
    expect((await storage()).used_bytes).toBe(used_bytes);
  });
});
