import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { makeConsent, makeStudy } from '../../studies/fixtures';
import { trialOf } from '../../study-files/own-files';
import { studyBuildingClassesOf } from '../rigs/building';
import { templateRequestsOf } from '../rigs/templates';

let run: RunningApp;
let rig: ReturnType<typeof templateRequestsOf>;
let classes: ReturnType<typeof studyBuildingClassesOf>;
let room: Awaited<ReturnType<ReturnType<typeof studyBuildingClassesOf>['buildingClass']>>;
let template: Awaited<ReturnType<ReturnType<typeof templateRequestsOf>['template']>>;
let builder: TestPerson;
let fork: string;
beforeAll(async () => {
  run = await sharedApp();
  rig = templateRequestsOf(run);
  classes = studyBuildingClassesOf(run);
});
beforeEach(async () => {
  room = await classes.buildingClass();
  ({ builder } = room);
  template = await rig.template(room.instructor, { title: 'Stroop' });
  await rig.shareWith(room.instructor, template.study, room.id);
  fork = await rig.copied(builder, template.study, room.id);
});
afterAll(() => run.close());

const changes = async () => (await rig.fork(builder, fork)).body.changes;

describe('The changes of a study compared with its template', () => {
  it('are none right after it was made, also when the template changes later', async () => {
    expect((await rig.fork(builder, fork)).body).toEqual({
      template: { study_id: template.study, title: 'Stroop' },
      made_at: expect.any(String),
      changes: [],
    });
    expect(
      await rig.changed(room.instructor, template.study, { title: 'Other', duration_minutes: 33 }),
    ).toBe(200);
    expect(await changes()).toEqual([]);
  });

  it('include texts, minutes and requirements', async () => {
    await rig.changed(builder, fork, {
      title: 'Ours',
      duration_minutes: 25,
      requirements: ['phone'],
      additional_notes: 'Quietly.',
    });
    expect(await changes()).toEqual([
      { part: 'title', place: null, before: 'Stroop', after: 'Ours' },
      { part: 'minutes', place: null, before: '20', after: '25' },
      { part: 'minutes', place: 'maximum_minutes', before: '60', after: '75' },
      { part: 'additional_notes', place: null, before: null, after: 'Quietly.' },
      { part: 'requirements', place: null, before: 'desktop', after: 'phone' },
    ]);
  });

  it('include trials of the timeline and files, once they are published and used', async () => {
    const { timeline } = template;
    const nodes = [
      { ...trialOf('other', 'a'), name: 'First' },
      { ...trialOf('third', 'c'), name: 'Third' },
    ];
    const changed = { ...timeline, nodes };
    await rig.timelines.save(fork, builder, 1, changed).expect(200);
    await rig.timelines.addFile(fork, builder, 'more.txt').expect(201);
    expect(await changes()).toEqual([]);
    await rig.build(builder, fork, changed);
    const found = await changes();
    expect(found.map(({ part, place }) => [part, place])).toEqual([
      ['timeline', null],
      ['timeline', 'First'],
      ['timeline', 'Third'],
      ['timeline', 'Second'],
      ['files', 'more.txt'],
    ]);
    expect(found[1]).toMatchObject({
      before: expect.stringContaining('stimulus: first'),
      after: expect.stringContaining('stimulus: other'),
    });
    expect(found[2]?.before).toBeNull();
    expect(found[3]?.after).toBeNull();
    expect(found[4]).toMatchObject({
      before: null,
      after: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('include settings of how it runs, and the consent form compared with that of the template', async () => {
    const { study } = await rig.template(room.instructor);
    await makeConsent(run, room.instructor, study, 'I agree to Stroop.');
    await rig.shareWith(room.instructor, study, room.id);
    fork = await rig.copied(builder, study, room.id);
    expect(await changes()).toEqual([]);
    await run.source.query(
      `UPDATE research.study SET runtime = jsonb_set(runtime, '{resume,hours}', '5') WHERE id = $1`,
      [fork],
    );
    await run.source.query(
      `INSERT INTO research.consent (id, study_id, version, state, title, kind, body_markdown, sha256)
       VALUES (gen_random_uuid(), $1, 1, 'valid', 'Consent', 'markdown', 'I agree to the class.', 'ab')`,
      [fork],
    );
    expect(await changes()).toEqual([
      {
        part: 'consent',
        place: null,
        before: 'Consent\n\nI agree to Stroop.',
        after: 'Consent\n\nI agree to the class.',
      },
      {
        part: 'runtime',
        place: 'resume',
        before: expect.stringContaining('"hours"'),
        after: expect.stringContaining('"hours":5'),
      },
    ]);
  });

  it('are kept for a timeline with characters that the database refuses', async () => {
    const { study, timeline } = await rig.template(room.instructor);
    const odd = { ...timeline, nodes: [trialOf('\u0000\ud800')] };
    await rig.build(room.instructor, study, odd);
    await rig.shareWith(room.instructor, study, room.id);
    fork = await rig.copied(builder, study, room.id);
    expect(await changes()).toEqual([]);
  });
});

describe('The comparison of a study with its template', () => {
  it('is read by its people and the staff of its class; others do not find it', async () => {
    const collaborator = await makePerson(run.source);
    await run.source.query(
      `INSERT INTO identity.study_collaborator (account_id, study_id, role, since) VALUES ($1, $2, 'viewer', now())`,
      [collaborator._id, fork],
    );
    const told = (who: TestPerson) => rig.told(who, 'get', `/api/studies/${fork}/fork/`);
    for (const who of [builder, collaborator, room.instructor, room.assistant])
      expect(await told(who)).toBe(200);
    for (const who of [room.mate, await makeResearcher(run.source)])
      expect(await told(who)).toBe('not_found');
  });

  it('is empty for a study that was made from nothing', async () => {
    const study = await makeStudy(run, room.instructor);
    expect((await rig.fork(room.instructor, study)).body).toEqual({
      template: null,
      made_at: null,
      changes: [],
    });
  });
});
