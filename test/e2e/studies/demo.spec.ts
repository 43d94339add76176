import type { Session } from '../../../contracts/enrolment/sessions';
import type { SlotCalendar } from '../../../contracts/slots/slots';
import { callApi, demoPerson } from '../support/api';

it('the demo has a collaborator, slots of which some are booked, and messages in both directions', async () => {
  const [editor, participant] = await Promise.all([
    demoPerson('collaborator'),
    demoPerson('participant'),
  ]);
  const get = <T>(path: string, { token } = editor) => callApi<T>('GET', path, { token });
  const { items: sessions } = await get<{ items: Session[] }>('/api/sessions/');
  const roles = new Map(sessions.map((session) => [session.study_title, session.role]));
  expect(roles.get('How many faces can you remember?')).toBe('editor');
  const onSite = sessions.find(({ study_title }) => study_title.startsWith('Quick decisions'));
  expect(onSite?.role).toBe('editor');
  const { slots } = await get<SlotCalendar>(`/api/sessions/${onSite?._id}/slots/`);
  expect(slots.slice(0, 3).map(({ booked, seats }) => [booked, seats])).toEqual([
    [2, 2],
    [1, 2],
    [0, 2],
  ]);
  const mine = { study_title: onSite?.study_title, messages: 2, last_from: 'researcher' };
  for (const [path, who] of [
    ['/api/conversations/of-studies/', editor],
    ['/api/conversations/', participant],
  ] as const)
    expect((await get<{ items: object[] }>(path, who)).items).toContainEqual(
      expect.objectContaining(mine),
    );
});
