import { Secrets } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { redeemInvitation } from '../../../server/researchers/invitations/invitation-code';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';
import { timeInAYear, invitationRequestsOf } from './inviting';

describe('an invitation code for researchers', () => {
  let running: RunningApp;
  let administrator: TestPerson;
  let create: ReturnType<typeof invitationRequestsOf>['create'];
  let audited: ReturnType<typeof invitationRequestsOf>['audited'];
  let spend: ReturnType<typeof invitationRequestsOf>['spend'];
  let check: ReturnType<typeof invitationRequestsOf>['check'];
  beforeAll(async () => {
    running = await sharedApp();
    administrator = await makeAdministrator(running.source, {
      first_name: 'Barbara',
      last_name: 'Liskov',
    });
    ({ create, audited, spend, check } = invitationRequestsOf(running, administrator));
  });
  afterAll(() => running.close());

  it('is shown once and stored only as a hash', async () => {
    const made = await create({
      max_uses: 3,
      expires_at: timeInAYear,
      label: '  Summer school ',
    });
    expect(made).toEqual({
      _id: expect.any(String),
      code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/),
      max_uses: 3,
      uses: 0,
      label: 'Summer school',
      expires_at: timeInAYear,
      revoked_at: null,
      created_by: { _id: administrator._id, first_name: 'Barbara', last_name: 'Liskov' },
      created_at: expect.any(String),
    });
    const body = await bodyOf<{ items: { _id: string }[] }>(
      running.http().get('/api/invitations/').set(administrator.headers).expect(200),
    );
    const { code, ...rest } = made;
    expect(body.items.find(({ _id }) => _id === made._id)).toEqual(rest);
    const [row] = await running.source.query<{ everything: string }[]>(
      'SELECT i::text AS everything FROM identity.invitation i WHERE id = $1',
      [made._id],
    );
    expect(row?.everything).not.toContain(code);
    expect(row?.everything).not.toContain(code.replaceAll('-', ''));
    expect(await audited(made._id)).toEqual([
      {
        action: 'invitation-created',
        actor_id: administrator._id,
        details: { invitation_id: made._id, max_uses: 3, expires_at: timeInAYear },
      },
    ]);
  });

  it('is accepted in any spelling, as often as its limit allows', async () => {
    const { code } = await create({ max_uses: 2 });
    expect(await check(code.toLowerCase())).toBe(true);
    expect(await spend(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(true);
    expect(await spend(code)).toBe(true);
    expect(await check(code)).toBe(false);
    expect(await spend(code)).toBe(false);
  });

  it('without a limit can be used any number of times', async () => {
    const { code } = await create();
    expect(await Promise.all(Array.from({ length: 8 }, () => spend(code)))).toEqual(
      Array(8).fill(true),
    );
  });

  it('[2.3.4] with three uses left is accepted three times when forty people use it at the same time', async () => {
    const { code, _id } = await create({ max_uses: 3 });
    const let_in = await Promise.all(Array.from({ length: 40 }, () => spend(code)));
    expect(let_in.filter(Boolean)).toHaveLength(3);
    expect(
      await running.source.query('SELECT uses FROM identity.invitation WHERE id = $1', [_id]),
    ).toEqual([{ uses: 3 }]);
  });

  it('is not used up by a registration that fails', async () => {
    const { code } = await create({ max_uses: 1 });
    const failing = running.app.get(UnitOfWork).run(async (tx) => {
      expect(await redeemInvitation(tx, running.app.get(Secrets), code, running.clock.now())).toBe(
        true,
      );
      throw new Error('registration failed');
    });
    await expect(failing).rejects.toThrow('registration failed');
    expect(await spend(code)).toBe(true);
  });

  it('is refused after its end and when it does not exist', async () => {
    const { code, _id } = await create({ expires_at: timeInAYear });
    await running.source.query(
      `UPDATE identity.invitation SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [_id],
    );
    expect([await check(code), await spend(code)]).toEqual([false, false]);
    expect([await check('AAAA-BBBB-CCCC'), await spend(''), await check("' OR 1=1 --")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('can be created by administrators only, with an end in the future', async () => {
    const researcher = await makeResearcher(running.source);
    await running.http().post('/api/invitations/').set(researcher.headers).send({}).expect(403);
    await running.http().get('/api/invitations/').set(researcher.headers).expect(403);
    await running.http().post('/api/invitations/').send({}).expect(401);
    const post = (body: object) =>
      running.http().post('/api/invitations/').set(administrator.headers).send(body).expect(400);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          post({ expires_at: '2020-01-01T00:00:00Z' }),
        )
      ).fields,
    ).toMatchObject([{ path: 'expires_at', code: 'in_the_past' }]);
    expect(
      (await bodyOf<{ fields: { path: string; code: string }[] }>(post({ max_uses: 0 }))).fields,
    ).toMatchObject([{ path: 'max_uses', code: 'too_small' }]);
    expect(
      (await bodyOf<{ fields: { path: string; code: string }[] }>(post({ code: 'MINE' }))).fields,
    ).toMatchObject([{ path: 'code', code: 'unknown_field' }]);
  });
});
