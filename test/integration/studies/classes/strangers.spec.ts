import { randomUUID } from 'node:crypto';
import { capabilities } from '../../../../server/contexts';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';

type Method = 'GET' | 'POST' | 'PUT';
let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

/** Returns the complete answer, except values that repeat the request. */
async function answer(who: TestPerson | undefined, method: Method, url: string, payload?: object) {
  const { statusCode, payload: text } = await run.app.inject({
    method,
    url,
    headers: { ...who?.headers },
    ...(payload && { payload }),
  });
  return `${statusCode} ${text.replace(/"request_id":"[^"]*"/, '')}`;
}

/**
 * Makes a study that recruits in its class.
 * @returns the class, the study, and people who are not members of the class
 */
async function scene() {
  const rig = classSessionsIn(run);
  const room = await rig.buildingClass();
  const other = await rig.buildingClass();
  const r = await rig.recruitInClass(room.builder, room.id);
  const strangers: Record<string, TestPerson | undefined> = {
    visitor: undefined,
    participant: await makePerson(run.source),
    researcher: await makeResearcher(run.source),
    'builder of another class': other.builder,
    'instructor of another class': other.instructor,
  };
  return { room, r, strangers };
}

describe('For a person outside of a class', () => {
  it('an id of the class, of its studies or of its sessions gets the same answer as an unknown id', async () => {
    const { room, r, strangers } = await scene();
    const ids = { studies: r.study_id, sessions: r.session_id, classrooms: room.id };
    const asking = Object.entries(ids).flatMap(([of, id]) =>
      capabilities.endpoints
        .filter(({ method, path }) => method === 'GET' && path.startsWith(`/api/${of}/{`))
        .map(({ path }) => ({ path, id })),
    );
    const nothing = randomUUID();
    expect(asking.length).toBeGreaterThan(40);
    for (const [name, who] of Object.entries(strangers))
      for (const { path, id } of asking) {
        const to = (of: string) => answer(who, 'GET', path.replace(/\{\w+\}/g, of));
        expect([name, path, await to(id)]).toEqual([name, path, await to(nothing)]);
      }
  });

  it('no change reveals whether such an id exists', async () => {
    const { room, r, strangers } = await scene();
    const changes: readonly (readonly [Method, (id: string) => string, string, object?])[] = [
      ['POST', (id) => `/api/sessions/${id}/participations/`, r.session_id, { consent: r.consent }],
      ['PUT', (id) => `/api/sessions/${id}/`, r.session_id, { capacity: 9 }],
      ['PUT', (id) => `/api/studies/${id}/`, r.study_id, { title: 'Mine' }],
      ['POST', (id) => `/api/studies/${id}/copies/`, r.study_id],
      ['POST', (id) => `/api/studies/${id}/copies/?template=true`, r.study_id],
      ['POST', (id) => `/api/studies/${id}/classroom-review/`, r.study_id, {}],
      ['POST', (id) => `/api/studies/${id}/classroom-review/preview/`, r.study_id],
      ['POST', (id) => `/api/studies/${id}/exports/`, r.study_id, { format: 'json' }],
      ['POST', (id) => `/api/classrooms/${id}/pools/`, room.id, { template_id: r.study_id }],
    ];
    for (const [name, who] of Object.entries(strangers))
      for (const [method, path, id, body] of changes) {
        const told = await answer(who, method, path(id), body);
        const expected = await answer(who, method, path(randomUUID()), body);
        expect([name, path(id), told]).toEqual([name, path(id), expected]);
        expect(told).toMatch(/^40[134] /);
      }
  });
});
