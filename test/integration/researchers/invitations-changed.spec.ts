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
  let change: ReturnType<typeof invitationRequestsOf>['change'];
  let audited: ReturnType<typeof invitationRequestsOf>['audited'];
  let spend: ReturnType<typeof invitationRequestsOf>['spend'];
  let check: ReturnType<typeof invitationRequestsOf>['check'];
  beforeAll(async () => {
    running = await sharedApp();
    administrator = await makeAdministrator(running.source, {
      first_name: 'Barbara',
      last_name: 'Liskov',
    });
    ({ create, change, audited, spend, check } = invitationRequestsOf(running, administrator));
  });
  afterAll(() => running.close());

  describe('that is changed', () => {
    it('has the new limit, end and label, and the audit log records it', async () => {
      const { _id, code } = await create({ max_uses: 1, label: 'Old' });
      expect(await spend(code)).toBe(true);
      const body = await bodyOf(
        change(_id, {
          max_uses: 2,
          expires_at: timeInAYear,
          label: 'New',
        }).expect(200),
      );
      expect(body).toMatchObject({
        _id,
        max_uses: 2,
        uses: 1,
        label: 'New',
        expires_at: timeInAYear,
        revoked_at: null,
      });
      expect(body).not.toHaveProperty('code');
      expect([await spend(code), await spend(code)]).toEqual([true, false]);
      expect(
        (await change(_id, { max_uses: null, expires_at: null, label: '' }).expect(200)).body,
      ).toMatchObject({ max_uses: null, expires_at: null, label: null });
      expect(await spend(code)).toBe(true);
      expect(await audited(_id)).toMatchObject([
        { action: 'invitation-created' },
        { action: 'invitation-changed', actor_id: administrator._id, details: { max_uses: 2 } },
        { action: 'invitation-changed', details: { max_uses: null, expires_at: null } },
      ]);
    });

    it('cannot get a limit below its uses, or an end in the past', async () => {
      const { _id, code } = await create({ max_uses: 5 });
      await Promise.all([spend(code), spend(code), spend(code)]);
      expect(
        (
          await bodyOf<{ fields: { path: string; code: string }[] }>(
            change(_id, { max_uses: 2 }).expect(400),
          )
        ).fields,
      ).toMatchObject([{ path: 'max_uses', code: 'too_small' }]);
      expect(
        (
          await bodyOf<{ fields: { path: string; code: string }[] }>(
            change(_id, { expires_at: '2020-01-01T00:00:00Z' }).expect(400),
          )
        ).fields,
      ).toMatchObject([{ path: 'expires_at', code: 'in_the_past' }]);
      expect((await change(_id, { max_uses: 3 }).expect(200)).body).toMatchObject({
        max_uses: 3,
        uses: 3,
      });
      expect(await spend(code)).toBe(false);
    });

    it('counts every use correctly while its limit is lowered at the same moment', async () => {
      for (let round = 0; round < 5; round++) {
        const { _id, code } = await create({ max_uses: 10 });
        const [answer, ...spent] = await Promise.all([
          change(_id, { max_uses: 3 }),
          ...Array.from({ length: 8 }, () => spend(code)),
        ]);
        const uses = spent.filter(Boolean).length;
        expect(answer.status).toBe(uses === 3 ? 200 : 400);
        expect(
          await running.source.query('SELECT uses FROM identity.invitation WHERE id = $1', [_id]),
        ).toEqual([{ uses }]);
      }
    });

    it('is refused after it is revoked, cannot be changed any more, and can be revoked again', async () => {
      const { _id, code } = await create();
      const body = await bodyOf<{ revoked_at: string }>(
        change(_id, { revoked: true, label: 'Leaked' }).expect(200),
      );
      expect(body).toMatchObject({ label: 'Leaked', revoked_at: expect.any(String) });
      expect([await check(code), await spend(code)]).toEqual([false, false]);
      const again = await bodyOf<{ revoked_at: string }>(
        change(_id, { revoked: true }).expect(200),
      );
      expect(again.revoked_at).toBe(body.revoked_at);
      for (const rest of [
        { max_uses: 9 },
        { expires_at: null },
        { label: 'x' },
        { revoked: true, label: 'x' },
      ])
        expect((await bodyOf<{ code: string }>(change(_id, rest).expect(409))).code).toBe(
          'illegal_transition',
        );
      expect(await audited(_id)).toMatchObject([
        { action: 'invitation-created' },
        { action: 'invitation-revoked', actor_id: administrator._id },
      ]);
      expect(
        (
          await bodyOf<{ items: { _id: string }[] }>(
            running.http().get('/api/invitations/').set(administrator.headers).expect(200),
          )
        ).items.find((i) => i._id === _id),
      ).toMatchObject({ revoked_at: body.revoked_at });
    });

    it('admits a registration that used it before the revocation committed, and none after it', async () => {
      const { code, _id } = await create();
      let release = () => undefined as void;
      const held = new Promise<void>((resolve) => void (release = resolve));
      let taken: () => void;
      const isTaken = new Promise<void>((resolve) => void (taken = resolve));
      const registering = running.app.get(UnitOfWork).run(async (tx) => {
        const let_in = await redeemInvitation(
          tx,
          running.app.get(Secrets),
          code,
          running.clock.now(),
        );
        taken();
        await held;
        return let_in;
      });
      await isTaken;
      const revoking = change(_id, { revoked: true }).then((answer) => answer);
      const late = spend(code);
      release();
      expect(await registering).toBe(true);
      expect((await revoking).body).toMatchObject({
        uses: (await late) ? 2 : 1,
        revoked_at: expect.any(String),
      });
      expect(await spend(code)).toBe(false);
    });

    it.each([1, 2, 3])(
      'is used exactly as often as its row counts when it is revoked at the same moment (%i)',
      async () => {
        const { code, _id } = await create();
        const tries = Array.from({ length: 20 }, (_, i) =>
          i === 10 ? change(_id, { revoked: true }).then(() => false) : spend(code),
        );
        const let_in = (await Promise.all(tries)).filter(Boolean).length;
        expect(
          await running.source.query(
            'SELECT uses, revoked_at IS NOT NULL AS revoked FROM identity.invitation WHERE id = $1',
            [_id],
          ),
        ).toEqual([{ uses: let_in, revoked: true }]);
        expect(await spend(code)).toBe(false);
      },
    );

    it('can be changed by administrators only, with valid fields, if it exists', async () => {
      const { _id } = await create();
      await change(_id, { revoked: true }, await makeResearcher(running.source)).expect(403);
      await running.http().put(`/api/invitations/${_id}/`).send({ revoked: true }).expect(401);
      await change('018f0000-0000-7000-8000-000000000001', { revoked: true }).expect(404);
      await change('nothing', { revoked: true }).expect(404);
      expect(
        (await bodyOf<{ fields: { path: string; code: string }[] }>(change(_id, {}).expect(400)))
          .fields,
      ).toMatchObject([{ path: '', code: 'nothing_to_change' }]);
      const bad = async (body: object) =>
        (
          await bodyOf<{ fields: { path: string; code: string }[] }>(change(_id, body).expect(400))
        ).fields.map((f) => `${f.path} ${f.code}`);
      expect([
        await bad({ revoked: false }),
        await bad({ label: 'x', uses: 0 }),
        await bad({ max_uses: 1.5 }),
        await bad({ label: 'x'.repeat(101) }),
        await bad({ label: 'x', code: 'MINE' }),
      ]).toEqual([
        ['revoked not_one_of'],
        ['uses unknown_field'],
        ['max_uses wrong_type'],
        ['label too_long'],
        ['code unknown_field'],
      ]);
    });

    it('remains valid when the administrator who created it is erased', async () => {
      const maker = await makeAdministrator(running.source);
      const body = await bodyOf<{ _id: string }>(
        running.http().post('/api/invitations/').set(maker.headers).send({}).expect(201),
      );
      await running.source.query('DELETE FROM identity.account WHERE id = $1', [maker._id]);
      const list = await bodyOf<{ items: { _id: string }[] }>(
        running.http().get('/api/invitations/').set(administrator.headers).expect(200),
      );
      expect(list.items.find((i) => i._id === body._id)).toMatchObject({
        created_by: null,
      });
    });
  });
});
