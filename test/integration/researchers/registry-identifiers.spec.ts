import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';

describe('an organization identifier without a configured registry', () => {
  let running: RunningApp;
  beforeAll(async () => {
    // The file has its own application, because it adds organizations, which other files would find
    // in their lists.
    running = await startApp({ clock: new TestClock() });
  });
  afterAll(() => running.close());
  const put = (who: { headers: { authorization: string } }, body: object) =>
    running.http().put('/api/users/profile/').set(who.headers).send(body);

  it('is stored as given if it is well formed, and none is invented', async () => {
    const researcher = await makeResearcher(running.source, { organization: null });
    const send = {
      organization: 'Harvard University',
      organization_ror_id: 'https://ror.org/03vek6s52',
    };
    expect((await put(researcher, send).expect(200)).body).toMatchObject(send);
    expect(
      await running.source.query(`SELECT 1 FROM identity.organization WHERE ror_id IS NOT NULL`),
    ).toEqual([]);
    expect(
      (
        await bodyOf<{ organization_ror_id: unknown }>(
          put(await makeResearcher(running.source), {
            organization: 'Harvard University',
          }).expect(200),
        )
      ).organization_ror_id,
    ).toBeNull();
  });

  it.each([
    'https://ror.org/03vek6s53',
    'https://ror.org/03vke6s52',
    'https://ror.org/13vek6s52',
    '03vek6s52',
    'https://ror.org/03VEK6S52',
    'http://ror.org/03vek6s52',
    '',
  ])('that is malformed is refused: %s', async (organization_ror_id) => {
    const refused = await bodyOf<{ fields: unknown }>(
      put(await makeResearcher(running.source), {
        organization: 'Harvard University',
        organization_ror_id,
      }).expect(400),
    );
    const code = organization_ror_id ? 'invalid' : 'required';
    expect(refused.fields).toMatchObject([{ path: 'organization_ror_id', code }]);
  });

  it('that the account already has stays accepted, even if the organization has a different one by now', async () => {
    const researcher = await makeResearcher(running.source, { organization: 'Uni' });
    const send = { organization: 'Uni', organization_ror_id: 'https://ror.org/00000zz99' };
    await put(researcher, send).expect(400);
    await running.source.query(
      `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
       VALUES (gen_random_uuid(), 'ror', 'MIT', $1, '{}', '{}', E'\\nmit\\n')`,
      [send.organization_ror_id],
    );
    await put(researcher, send).expect(200);
    await running.source.query(
      `UPDATE identity.organization SET ror_id = 'https://ror.org/01xtthb56' WHERE ror_id = $1`,
      [send.organization_ror_id],
    );
    await put(researcher, { ...send, interests: 'Memory' }).expect(200);
    await put(await makeResearcher(running.source), send).expect(400);
  });
});
