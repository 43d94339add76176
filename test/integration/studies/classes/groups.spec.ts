import type { StudyAccess } from '../../../../contracts/collaborators/collaborators';
import { invitationMail } from '../../../../server/collaborators/mails/invitation.mail';
import type { RunningApp } from '../../../support/app/launch-app';
import { mailServicesOf } from '../../../support/app/mail-services';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { collaboratorRequestsOf } from '../../collaborators/calls';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';
import { makeStudy } from '../fixtures';

type Invitation = StudyAccess['invitations'][number];

let run: RunningApp;
let rig: ReturnType<typeof classSessionsIn>;
let access: ReturnType<typeof collaboratorRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  rig = classSessionsIn(run);
  access = collaboratorRequestsOf(run);
});
afterAll(() => run.close());

/** Whether a mail goes out for an invitation. */
async function isMailed(invitationId: string): Promise<boolean> {
  const event = { data: { invitation_id: invitationId } } as never;
  const on = invitationMail.on['collaborators.invited'];
  const mails = await on?.(event, mailServicesOf(run, run.clock));
  return (await mails?.[0]?.write()) != null;
}
const offered = (who: TestPerson, key: string) =>
  rig.told('post', '/api/collaborations/offers/', who, { key });

describe('the group of a class study', () => {
  it('is joined by classmates whom its owner invites, in all roles', async () => {
    const room = await rig.buildingClass();
    const study = await rig.classStudy(room.builder, room.id);
    for (const role of ['editor', 'viewer'] as const) {
      const mate = role === 'editor' ? room.mate : room.student;
      const invitation = await access.invite(room.builder, study, mate.email, role);
      expect(await isMailed(invitation._id)).toBe(true);
      expect(await offered(mate, access.keyOf(invitation))).toBe(200);
      expect(await access.answer(mate, access.keyOf(invitation))).toBe(200);
    }
    const at = `/api/studies/${study}/`;
    const { body } = await rig.call<StudyAccess>('get', `${at}collaborators/`, room.builder);
    expect(body.people.map(({ _id, role }) => [_id, role])).toEqual([
      [room.builder._id, 'owner'],
      [room.mate._id, 'editor'],
      [room.student._id, 'viewer'],
    ]);
    expect(await rig.told('put', at, room.mate, { title: 'Ours' })).toBe(200);
    expect(await rig.told('put', at, room.student, { title: 'Mine' })).toBe('forbidden');
    expect(await access.told(room.mate, 'delete', `${at}collaborators/${room.mate._id}/`)).toBe(
      204,
    );
  });

  it('consists only of students who build in the class: an invitation of any other person is neither mailed nor valid', async () => {
    const room = await rig.buildingClass();
    const other = await rig.buildingClass();
    const study = await rig.classStudy(room.builder, room.id);
    const outsiders = [room.instructor, other.builder, await makeResearcher(run.source)];
    for (const who of outsiders) {
      const invitation = await access.invite(room.builder, study, who.email);
      const key = access.keyOf(invitation);
      expect(await isMailed(invitation._id)).toBe(false);
      expect([await offered(who, key), await access.answer(who, key)]).toEqual([
        'not_found',
        'not_found',
      ]);
      expect(await access.answer(who, key, 'decline')).toBe('not_found');
    }
    const unknown = await access.invite(room.builder, study, 'nobody-at-all@people.test');
    expect(await isMailed(unknown._id)).toBe(false);
    const waiting = await rig.call<StudyAccess>(
      'get',
      `/api/studies/${study}/collaborators/`,
      room.builder,
    );
    expect(waiting.body.invitations).toHaveLength(outsiders.length + 1);
  });

  it('gives its owner the same answer for a classmate, a student, an instructor, an outsider and an address of no account', async () => {
    const room = await rig.buildingClass();
    const { study_id, session_id, consent } = await rig.recruitInClass(room.builder, room.id);
    const seats = `/api/sessions/${session_id}/participations/`;
    expect(await rig.told('post', seats, room.student, { consent })).toBe(201);
    const at = `/api/studies/${study_id}/collaborators/`;
    const addresses = [
      ...[room.mate, room.student, room.instructor, await makePerson(run.source)],
      { email: 'an-address-of-none@people.test' },
    ].map(({ email }) => email);
    const known = new Set<string>();
    for (const email of addresses) {
      const invitation = { email, role: 'viewer' };
      const { status, body } = await rig.call<Invitation>('post', at, room.builder, invitation);
      const { _id, expires_at: _, ...answer } = body;
      known.add(JSON.stringify([status, { ...answer, email: email === answer.email }]));
    }
    expect(known.size).toBe(1);
    const { body } = await rig.call<StudyAccess>('get', at, room.builder);
    expect(body.invitations.map(({ email }) => email)).toEqual(addresses);
  });

  it('has no student who left the classroom before answering', async () => {
    const room = await rig.buildingClass();
    const study = await rig.classStudy(room.builder, room.id);
    const invitation = await access.invite(room.builder, study, room.mate.email);
    await rig.leave(room.id, room.mate);
    expect(await access.answer(room.mate, access.keyOf(invitation))).toBe('forbidden');
    const other = await rig.buildingClass();
    await rig.join(other.id, room.mate);
    expect(await access.answer(room.mate, access.keyOf(invitation))).toBe('not_found');
    await rig.join(room.id, room.mate);
    expect(await access.answer(room.mate, access.keyOf(invitation))).toBe(200);
  });

  it('has no participant of the study', async () => {
    const room = await rig.buildingClass();
    const { study_id, session_id, consent } = await rig.recruitInClass(room.builder, room.id);
    const seats = `/api/sessions/${session_id}/participations/`;
    expect(await rig.told('post', seats, room.student, { consent })).toBe(201);
    const invitation = await access.invite(room.builder, study_id, room.student.email);
    expect(await access.answer(room.student, access.keyOf(invitation))).toBe('takes_part');
  });

  it('gives students who build studies no role in ordinary studies', async () => {
    const room = await rig.buildingClass();
    const owner = await makeResearcher(run.source);
    const study = await makeStudy(run, owner);
    const invitation = await access.invite(owner, study, room.builder.email);
    expect(await isMailed(invitation._id)).toBe(true);
    const key = access.keyOf(invitation);
    expect(await offered(room.builder, key)).toBe('forbidden');
    expect(await access.answer(room.builder, key)).toBe('forbidden');
    expect(await access.answer(await makePerson(run.source), key)).toBe('forbidden');
    expect(await access.answer(await makeResearcher(run.source), key)).toBe(200);
  });
});
