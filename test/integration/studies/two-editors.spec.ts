import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { notesRuntime } from '../../support/people/recruiting';

interface Study {
  _id: string;
  version: number | null;
  title: string;
  description: string;
}

describe('A study that is edited in two windows', () => {
  let run: RunningApp;
  let researcher: TestPerson;
  beforeAll(async () => {
    run = await sharedApp();
    researcher = await makeResearcher(run.source);
  });
  afterAll(() => run.close());

  const create = () =>
    bodyOf<Study>(
      run
        .http()
        .post('/api/studies/')
        .set(researcher.headers)
        .send({
          title: 'Attention and memory',
          description: 'What do you remember?',
          duration_minutes: 20,
          privacy_level: 'anonymous',
          runtime: notesRuntime,
        })
        .expect(201),
    );
  const change = (id: string, body: object) =>
    run.http().put(`/api/studies/${id}/`).set(researcher.headers).send(body);
  const read = (id: string) =>
    bodyOf<Study>(run.http().get(`/api/studies/${id}/`).set(researcher.headers).expect(200));

  it('counts each change, and refuses one that was made from an older version', async () => {
    const study = await create();
    expect(study.version).toBe(1);
    const first = await change(study._id, { title: 'From the first window', version: 1 });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ version: 2 });
    const second = await change(study._id, { title: 'From the second', version: 1 });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'study_changed' });
    expect(await read(study._id)).toMatchObject({ title: 'From the first window', version: 2 });
    await change(study._id, { title: 'From the second', version: 2 }).expect(200);
    expect(await read(study._id)).toMatchObject({ title: 'From the second', version: 3 });
  });

  it('accepts one of several concurrent changes and refuses the others', async () => {
    const study = await create();
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((title) => change(study._id, { title, version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 200)?.body as Study;
    expect(await read(study._id)).toMatchObject({ title: made.title, version: 2 });
  });

  it('accepts a change without a version', async () => {
    const study = await create();
    await change(study._id, { title: 'By a script' }).expect(200);
    expect(await read(study._id)).toMatchObject({ title: 'By a script', version: 2 });
  });

  it.each([[{ version: 1 }], [{ version: 0, title: 'x' }], [{ version: '1', title: 'x' }]])(
    'refuses the change %p',
    async (body) => {
      const study = await create();
      await change(study._id, body).expect(400);
      expect(await read(study._id)).toMatchObject({ title: 'Attention and memory', version: 1 });
    },
  );

  it('shows visitors no version', async () => {
    const study = await create();
    await run
      .http()
      .put(`/api/studies/${study._id}/consent/`)
      .set(researcher.headers)
      .send({ title: 'Consent', body_markdown: 'I agree to take part.' })
      .expect(200);
    const session = await bodyOf<{ _id: string }>(
      run
        .http()
        .post(`/api/studies/${study._id}/sessions/`)
        .set(researcher.headers)
        .send({ capacity: 5 })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/sessions/${session._id}/`)
      .set(researcher.headers)
      .send({ state: 'active' })
      .expect(200);
    const seen = await bodyOf<Study>(run.http().get(`/api/studies/${study._id}/`).expect(200));
    expect(seen.version).toBeNull();
  });
});
