import { Secrets } from '../../../server/platform/secrets';
import { UnitOfWork } from '../../../server/platform/unit-of-work';
import { spendInvitation } from '../../../server/researchers/steps/spend-invitation';
import { startApp, type RunningApp } from '../../support/app';
import { makeAdministrator, makeResearcher, type TestPerson } from '../../support/people';

describe('an invitation code', () => {
  let running: RunningApp;
  let administrator: TestPerson;
  beforeAll(async () => {
    running = await startApp();
    administrator = await makeAdministrator(running.source);
  });
  afterAll(() => running.close());

  const create = async (body: object = {}): Promise<{ _id: string; code: string; max_uses: number | null; uses: number }> =>
    (await running.http().post('/api/invitations/').set(administrator.headers).send(body).expect(201)).body;
  const spend = (code: string) => running.app.get(UnitOfWork).run((tx) => spendInvitation(tx, running.app.get(Secrets), code));
  /** Spends it in a transaction that is rolled back. */
  const check = async (code: string) => {
    let taken = false;
    await running.app.get(UnitOfWork).run(async (tx) => {
      taken = await spendInvitation(tx, running.app.get(Secrets), code);
      throw new Error('only to see');
    }).catch(() => undefined);
    return taken;
  };

  it('is shown once and kept only as a hash', async () => {
    const made = await create({ max_uses: 3, expires_at: '2099-01-01T00:00:00Z' });
    expect(made).toMatchObject({ code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/), max_uses: 3, uses: 0, expires_at: '2099-01-01T00:00:00.000Z' });
    const { body } = await running.http().get('/api/invitations/').set(administrator.headers).expect(200);
    const { code, ...rest } = made;
    expect(body.items[0]).toEqual(rest);
    const [row] = (await running.source.query('SELECT i::text AS everything FROM identity.invitation i WHERE id = $1', [made._id])) as { everything: string }[];
    expect(row?.everything).not.toContain(code);
    expect(row?.everything).not.toContain(code.replaceAll('-', ''));
  });

  it('is taken however it is typed, as often as it says', async () => {
    const { code } = await create({ max_uses: 2 });
    expect(await check(code.toLowerCase())).toBe(true);
    expect(await spend(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(true);
    expect(await spend(code)).toBe(true);
    expect(await check(code)).toBe(false);
    expect(await spend(code)).toBe(false);
  });

  it('without a number of uses is good for everybody', async () => {
    const { code } = await create();
    expect(await Promise.all(Array.from({ length: 8 }, () => spend(code)))).toEqual(Array(8).fill(true));
  });

  it('with three uses left lets three of forty in who come at once', async () => {
    const { code, _id } = await create({ max_uses: 3 });
    const let_in = await Promise.all(Array.from({ length: 40 }, () => spend(code)));
    expect(let_in.filter(Boolean)).toHaveLength(3);
    expect(await running.source.query('SELECT uses FROM identity.invitation WHERE id = $1', [_id])).toEqual([{ uses: 3 }]);
  });

  it('is given back by a registration that fails', async () => {
    const { code } = await create({ max_uses: 1 });
    const failing = running.app.get(UnitOfWork).run(async (tx) => {
      expect(await spendInvitation(tx, running.app.get(Secrets), code)).toBe(true);
      throw new Error('registration failed');
    });
    await expect(failing).rejects.toThrow('registration failed');
    expect(await spend(code)).toBe(true);
  });

  it('ends with its day, and is unknown where nobody made it', async () => {
    const { code, _id } = await create({ expires_at: '2099-01-01T00:00:00Z' });
    await running.source.query(`UPDATE identity.invitation SET expires_at = now() - interval '1 second' WHERE id = $1`, [_id]);
    expect([await check(code), await spend(code)]).toEqual([false, false]);
    expect([await check('AAAA-BBBB-CCCC'), await spend(''), await check("' OR 1=1 --")]).toEqual([false, false, false]);
  });

  it('is made by administrators only, for a day to come', async () => {
    const researcher = await makeResearcher(running.source);
    await running.http().post('/api/invitations/').set(researcher.headers).send({}).expect(403);
    await running.http().get('/api/invitations/').set(researcher.headers).expect(403);
    await running.http().post('/api/invitations/').send({}).expect(401);
    const post = (body: object) => running.http().post('/api/invitations/').set(administrator.headers).send(body).expect(400);
    expect((await post({ expires_at: '2020-01-01T00:00:00Z' })).body.fields).toMatchObject([{ path: 'expires_at', code: 'in_the_past' }]);
    expect((await post({ max_uses: 0 })).body.fields).toMatchObject([{ path: 'max_uses', code: 'too_small' }]);
    expect((await post({ code: 'MINE' })).body.fields).toMatchObject([{ path: 'code', code: 'unknown_field' }]);
  });
});
