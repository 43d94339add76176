/**
 * @engines one: starts no workers and uses no queue, so it runs with only one kind of queue (Redis
 * or PostgreSQL)
 */
import type { SeatAvailability } from '../../../../contracts/live/live';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { openTestSocket, type TestSocket } from '../../../support/app/watcher';
import type { TestPerson } from '../../../support/people/people';
import { eventually } from '../../../support/chance/wait';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';

let run: RunningApp;
let rig: ReturnType<typeof classSessionsIn>;
const open: TestSocket[] = [];
beforeAll(async () => {
  run = await sharedApp();
  rig = classSessionsIn(run);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => run.close());

async function watch(who: TestPerson, topic: string) {
  const socket = await openTestSocket(run.url, who.token);
  open.push(socket);
  return { socket, answer: await socket.watch(topic) };
}
const toldOf = async (who: TestPerson, topic: string) => {
  const { answer } = await watch(who, topic);
  return answer.ok ? answer.snapshot : answer.code;
};

describe('Live updates of a class study', () => {
  it('reach the group that builds it, and no other member of the class', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    const dashboard = await watch(room.builder, 'dashboard');
    expect(dashboard.answer).toMatchObject({
      ok: true,
      snapshot: [{ session_id: r.session_id, counts: { enrolled: 0 } }],
    });
    expect(await toldOf(room.builder, `runs:${r.session_id}`)).toMatchObject({});
    expect(await toldOf(room.mate, 'dashboard')).toEqual([]);
    expect(await toldOf(room.mate, `runs:${r.session_id}`)).toBe('not_found');
    expect(await toldOf(room.instructor, `session:${r.session_id}`)).toBe('not_found');
    expect(await toldOf(room.assistant, 'dashboard')).toBe('forbidden');
    // The public topic of a study shows only sessions of the catalogue.
    const visitor = await watch(room.student, `study:${r.study_id}`);
    expect(visitor.answer).toMatchObject({ ok: true, snapshot: [] });
    const seat = `/api/sessions/${r.session_id}/participations/`;
    expect(await rig.told('post', seat, room.student, { consent: r.consent })).toBe(201);
    const seen = await eventually(
      () => Promise.resolve(dashboard.socket.seen),
      (all: readonly SeatAvailability[]) => all.length > 0,
    );
    expect(seen.at(-1)).toMatchObject({ session_id: r.session_id, counts: { enrolled: 1 } });
    expect(visitor.socket.seen).toEqual([]);
  });

  it('include messages of its participants, which reach the group, and nobody else of the class', async () => {
    const room = await rig.buildingClass();
    const r = await rig.recruitInClass(room.builder, room.id);
    const seat = `/api/sessions/${r.session_id}/participations/`;
    const { _id } = await rig.must('post', seat, room.student, { consent: r.consent });
    await rig.must('post', `/api/participations/${_id}/messages/`, room.student, {
      text: 'The page stays white.',
      ends_anonymity: true,
    });
    run.clock.advance(2 * 86_400_000);
    const unread = '/api/conversations/unread/';
    expect((await rig.call('get', unread, room.builder)).body).toMatchObject({ of_studies: 1 });
    expect((await rig.call('get', unread, room.mate)).body).toMatchObject({ of_studies: 0 });
    expect(await rig.told('get', '/api/conversations/of-studies/', room.builder)).toBe(200);
    expect(await rig.told('get', '/api/conversations/of-studies/', room.assistant)).toBe(
      'forbidden',
    );
  });
});
