import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp, type RunningApp } from '../../support/app/app';
import { makePerson, makeResearcher } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';
import { extendTimeout } from '../../support/chance/wait';

const oslo = {
  id: 'https://ror.org/01xtthb56',
  status: 'active',
  types: ['education'],
  domains: ['uio.no', 'www.UIO.no'],
  locations: [{ geonames_details: { country_code: 'NO', name: 'Oslo' } }],
  names: [
    { value: 'UiO', types: ['acronym'] },
    { value: 'University of Oslo', types: ['label', 'ror_display'], lang: 'en' },
    { value: 'Universitetet i Oslo', types: ['label'] },
  ],
};
const lab = {
  ...oslo,
  id: 'https://ror.org/02feahw73',
  domains: ['newlab.test'],
  names: [{ value: 'Oslo Lab of Tomorrow', types: ['ror_display'] }],
};
const closed = {
  ...oslo,
  id: 'https://ror.org/05f950310',
  status: 'withdrawn',
  domains: [],
  names: [{ value: 'Oslo Lab of Yesterday', types: ['ror_display'] }],
};

describe('the configured registry of organizations', () => {
  let registry: Server;
  let running: RunningApp;
  const asked: string[] = [];
  const answers: { now: (path: string, to: ServerResponse) => void } = { now: () => undefined };
  const json = (to: ServerResponse, body: unknown, status = 200) =>
    void to.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const inOrder = (path: string, to: ServerResponse) => {
    const one = [oslo, lab, closed].find((record) =>
      path.endsWith(record.id.slice('https://ror.org'.length)),
    );
    if (path.includes('?query='))
      json(to, { number_of_results: 3, items: [oslo, lab, closed, { id: 'nonsense' }, null] });
    else json(to, one ?? { errors: ['not found'] }, one ? 200 : 404);
  };

  beforeAll(async () => {
    registry = createServer((request, response) => {
      asked.push(request.url ?? '');
      answers.now(request.url ?? '', response);
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    // This file has its own application, with its own registry, and a clock that lets cached
    // answers expire.
    running = await startApp({
      environment: {
        ROR_API_URL: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/v2/organizations`,
      },
    });
  });
  afterAll(async () => {
    await running.close();
    registry.closeAllConnections();
    await new Promise((resolve) => registry.close(resolve));
  });
  beforeEach(() => {
    // Expires the cached answers and failures.
    running.clock.advance(3_600_000);
    asked.length = 0;
    answers.now = inOrder;
  });

  const find = async (
    org: string,
  ): Promise<
    { name: string; ror_id: string | null; country: string | null; domains: string[] }[]
  > =>
    (
      await bodyOf<{
        items: { name: string; ror_id: string | null; country: string | null; domains: string[] }[];
      }>(running.http().get('/api/researchers/organizations/').query({ org }).expect(200))
    ).items;
  const put = (who: { headers: { authorization: string } }, body: object) =>
    running.http().put('/api/users/profile/').set(who.headers).send(body);

  it('adds its active organizations to the list, merged with known ones, without withdrawn ones', async () => {
    const found = await find('Oslo');
    expect(found.filter((one) => one.name === 'University of Oslo')).toEqual([
      { name: 'University of Oslo', ror_id: oslo.id, country: 'NO', domains: ['uio.no'] },
    ]);
    expect(found.map((one) => one.name)).toEqual(
      expect.arrayContaining(['Oslo Lab of Tomorrow', 'Oslo School of Architecture']),
    );
    expect(JSON.stringify(found)).not.toContain('Yesterday');
    expect(asked).toEqual(['/v2/organizations?query=oslo']);
  });

  it('is queried once for the same words, and without query operators', async () => {
    await find('Oslo AND "lab" \\ (*)');
    await find('oslo and lab');
    expect(asked).toEqual(['/v2/organizations?query=oslo+and+lab']);
  });

  it.each<[string, (path: string, to: ServerResponse) => void]>([
    ['fails', (_path, to) => json(to, {}, 500)],
    ['says nonsense', (_path, to) => void to.writeHead(200).end('<html>')],
    ['says something else', (_path, to) => json(to, ['x'])],
    ['hangs up', (_path, to) => void to.destroy()],
  ])(
    'that %s is ignored without an error, and not queried again for a while',
    async (_name, answer) => {
      answers.now = answer;
      expect((await find('university of oslo')).map((one) => one.name)).toContain(
        'University of Oslo',
      );
      await find('university of bergen');
      expect(asked).toHaveLength(1);
    },
  );

  it('that does not respond is waited for two seconds', async () => {
    answers.now = () => undefined;
    const began = Date.now();
    expect((await find('university of oslo')).map((one) => one.name)).toContain(
      'University of Oslo',
    );
    expect(Date.now() - began).toBeGreaterThan(1_900);
    expect(Date.now() - began).toBeLessThan(extendTimeout(30_000));
    await find('university of bergen');
    expect(asked).toHaveLength(1);
  });

  it('confirms an identifier, which is then stored with its domains', async () => {
    const researcher = await makeResearcher(running.source, { organization: null });
    const body = await bodyOf<{ organization_ror_id: unknown }>(
      put(researcher, {
        organization: 'Oslo Lab of Tomorrow',
        organization_ror_id: lab.id,
      }).expect(200),
    );
    expect(body.organization_ror_id).toBe(lab.id);
    expect(
      await running.source.query(
        'SELECT source, name, country, domains FROM identity.organization WHERE ror_id = $1',
        [lab.id],
      ),
    ).toEqual([
      { source: 'ror', name: 'Oslo Lab of Tomorrow', country: 'NO', domains: ['newlab.test'] },
    ]);
    asked.length = 0;
    answers.now = (_path, to) => void to.destroy();
    await put(await makePerson(running.source), {
      organization: 'Lab',
      organization_ror_id: lab.id,
    }).expect(200);
    expect(asked).toEqual([]);
  });

  it('does not confirm an identifier that it does not know or has withdrawn', async () => {
    const researcher = await makeResearcher(running.source);
    for (const organization_ror_id of ['https://ror.org/00000zz36', closed.id]) {
      expect(
        (
          await bodyOf<{ fields: { path: string; code: string }[] }>(
            put(researcher, { organization: 'X', organization_ror_id }).expect(400),
          )
        ).fields,
      ).toMatchObject([{ path: 'organization_ror_id', code: 'not_one_of' }]);
    }
    answers.now = (path, to) => json(to, path.includes('00000zz36') ? oslo : {});
    await put(researcher, {
      organization: 'X',
      organization_ror_id: 'https://ror.org/00000zz36',
    }).expect(400);
    expect(
      await running.source.query(
        `SELECT count(*)::int AS n FROM identity.organization WHERE ror_id = ANY($1)`,
        [['https://ror.org/00000zz36', closed.id]],
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('that fails does not block a well-formed identifier', async () => {
    answers.now = (_path, to) => json(to, {}, 500);
    const send = { organization: 'X', organization_ror_id: 'https://ror.org/00000zz36' };
    expect((await put(await makeResearcher(running.source), send).expect(200)).body).toMatchObject(
      send,
    );
    expect(
      await running.source.query(`SELECT 1 FROM identity.organization WHERE ror_id = $1`, [
        send.organization_ror_id,
      ]),
    ).toEqual([]);
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          put(await makeResearcher(running.source), {
            organization_ror_id: 'https://ror.org/00000zz37',
          }).expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'organization_ror_id', code: 'invalid' }]);
  });
});
