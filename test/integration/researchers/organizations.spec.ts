import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';
import { startTimeoutMs } from '../../support/app/starting-takes';

interface Found {
  name: string;
  ror_id: string | null;
  country: string | null;
  domains: string[];
}

describe('the search for an organization', () => {
  let running: RunningApp;
  beforeAll(async () => {
    // The file has its own application, because the list depends on the researchers of all files.
    running = await startApp({ clock: new TestClock() });
    for (const organization of [
      'Institut Zürichberg',
      'Qwertz Institute',
      'Qwertz Institute',
      'qwertz institute',
      'Qwertz 100%',
      'university of OSLO',
    ])
      await makeResearcher(running.source, { organization });
    await makeResearcher(running.source, {
      organization: 'Qwertz of Fakes',
      researcher_privilege: null,
    });
    await makeResearcher(running.source, {
      organization: 'Qwertz of Lies',
      researcher_privilege: false,
    });
    const disabled = await makeResearcher(running.source, {
      organization: 'Qwertz of the Disabled',
    });
    await running.source.query('UPDATE identity.account SET disabled_at = now() WHERE id = $1', [
      disabled._id,
    ]);
  });
  afterAll(() => running.close());

  const ask = async (org?: string, at = running): Promise<Found[]> => {
    const body = await bodyOf<{ next_cursor: string | null; items: Found[] }>(
      at
        .http()
        .get('/api/researchers/organizations/')
        .query(org === undefined ? {} : { org })
        .expect(200),
    );
    expect(body.next_cursor).toBeNull();
    expect(body.items.length).toBeLessThanOrEqual(20);
    return body.items;
  };
  const find = async (org?: string) => (await ask(org)).map((found) => found.name);

  it('is public and returns country and domains of each university, without an invented identifier', async () => {
    expect((await ask('Massachusetts Institute of Technology'))[0]).toEqual({
      name: 'Massachusetts Institute of Technology',
      ror_id: null,
      country: 'US',
      domains: ['mit.edu'],
    });
    expect((await ask('university')).filter((found) => found.ror_id !== null)).toEqual([]);
  });

  it.each([
    ['Standford', 'Stanford University'],
    ['univrsity of oslo', 'University of Oslo'],
    ['massachusets institut of tecnology', 'Massachusetts Institute of Technology'],
    ['Oxfrod', 'University of Oxford'],
    ['universitat munchn', 'Ludwig-Maximilians-Universität München'],
    ['oslo university', 'University of Oslo'],
  ])('tolerates the typing error %s: %s is among the first results', async (typed, name) =>
    expect((await find(typed)).slice(0, 8)).toContain(name),
  );

  it.each([
    ['university of zurich', 'University of Zürich'],
    ['ludwig-maximilians-universitat', 'Ludwig-Maximilians-Universität München'],
    ['UNIVERSITÄT WURZBURG', 'Bayerische Julius-Maximilians-Universität Würzburg'],
  ])('ignores accents and case: %s', async (typed, name) =>
    expect(await find(typed)).toContain(name),
  );

  it.each([
    ['MIT', 'Massachusetts Institute of Technology'],
    ['LMU', 'Ludwig-Maximilians-Universität München'],
    ['UCLA', 'University of California, Los Angeles'],
    ['ETH', 'Swiss Federal Institute of Technology, Zurich'],
    ['ETHZ', 'Swiss Federal Institute of Technology, Zurich'],
  ])('knows the acronym %s', async (typed, name) => {
    expect(await find(typed)).toContain(name);
  });

  it.each([
    ['MIT', ['Massachusetts Institute of Technology']],
    ['ETH', ['Swiss Federal Institute of Technology, Zurich']],
    ['UCLA', ['University of California, Los Angeles']],
    ['epfl', ['Swiss Federal Institute of Technology, Lausanne']],
    [
      'UCL',
      ['Université Catholique de Louvain', 'University College London, University of London'],
    ],
    ['KIT', ['Kyoto Institute of Technology']],
    ['NYU', ['New York University']],
    ['LSE', ['London School of Economics and Political Science, University of London']],
  ])(
    'lists the organizations of the acronym %s before all names that begin with it',
    async (typed, names) => expect((await find(typed)).slice(0, names.length)).toEqual(names),
  );

  it('lists names that begin with the text before domains that do', async () => {
    for (const name of (await find('Univer')).slice(0, 10)) expect(name).toMatch(/^Univer/i);
  });

  it.each([
    ['mit.edu', 'Massachusetts Institute of Technology'],
    ['stanford.edu', 'Stanford University'],
    ['uio.no', 'University of Oslo'],
    ['WWW.UIO.no', 'University of Oslo'],
    ['ethz.ch', 'Swiss Federal Institute of Technology, Zurich'],
  ])('lists the organization of the domain %s first', async (typed, name) =>
    expect((await find(typed))[0]).toBe(name),
  );

  it('returns pages that together contain all results', async () => {
    const page = async (query: object) =>
      (
        await running
          .http()
          .get('/api/researchers/organizations/')
          .query({ org: 'university', ...query })
          .expect(200)
      ).body as { items: Found[]; next_cursor: string | null };
    const whole = await page({});
    expect(whole.items).toHaveLength(20);
    const paged: Found[] = [];
    let cursor: string | null = null;
    do {
      const { items, next_cursor }: { items: Found[]; next_cursor: string | null } = await page({
        limit: 8,
        ...(cursor !== null && { cursor }),
      });
      paged.push(...items);
      cursor = next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.items);
    expect(await page({ limit: 2 })).toEqual({
      items: whole.items.slice(0, 2),
      next_cursor: expect.any(String),
    });
    expect((await page({ limit: 100 })).next_cursor).toBeNull();
    for (const [path, value] of [
      ['limit', 'x'],
      ['limit', '0'],
      ['cursor', 'x'],
      ['cursor', Buffer.from('9999').toString('base64url')],
    ] as const) {
      const body = await bodyOf<{ fields: { path: string; code: string }[] }>(
        running
          .http()
          .get('/api/researchers/organizations/')
          .query({ org: 'university', [path]: value })
          .expect(400),
      );
      expect(body.fields).toMatchObject([{ path }]);
    }
  });

  it('lists an exact name before longer names that begin with it', async () => {
    expect((await find('university of washington'))[0]).toBe('University of Washington');
    expect((await find('Stanford University'))[0]).toBe('Stanford University');
  });

  it('lists names that begin with the text before names that only contain or resemble it', async () => {
    const found = await find('oslo');
    expect(found[0]).toMatch(/^Oslo/);
    expect(found).toContain('University of Oslo');
    const begins = found.map((name) => /^oslo/i.test(name));
    expect(begins.lastIndexOf(true)).toBeLessThan(begins.indexOf(false));
  });

  it('includes organizations named by approved researchers, once for all spellings, and not those of others', async () => {
    expect(await find('qwertz')).toEqual(['Qwertz 100%', 'Qwertz Institute']);
    expect(
      (await find('University of Oslo')).filter((name) => /^university of oslo$/i.test(name)),
    ).toEqual(['University of Oslo']);
    expect((await ask('institut zürichberg'))[0]).toEqual({
      name: 'Institut Zürichberg',
      ror_id: null,
      country: null,
      domains: [],
    });
  });

  it('without a text returns the organizations that researchers name most often', async () => {
    expect(await find()).toEqual(await find(''));
    expect((await find())[0]).toBe('Qwertz Institute');
  });

  it('treats wildcards, quotes and other scripts as plain text', async () => {
    expect(await find('%')).toEqual([]);
    expect(await find('_')).toEqual([]);
    expect(await find('\\')).toEqual([]);
    expect(await find('東京大学')).toEqual([]);
    expect(await find('100%')).toContain('Qwertz 100%');
    expect(await find(`'; DROP TABLE identity.organization; --`)).toEqual(expect.any(Array));
    expect((await find('x'.repeat(200))).length).toBeLessThanOrEqual(20);
    expect(await find('oslo')).toContain('University of Oslo');
  });

  it('refuses control characters, texts that are too long, and repeated parameters', async () => {
    for (const org of ['a\u0000b', '\u0007', 'x'.repeat(201)]) {
      const body = await bodyOf<{ fields: { path: string; code: string }[] }>(
        running.http().get('/api/researchers/organizations/').query({ org }).expect(400),
      );
      expect(body.fields).toMatchObject([
        { path: 'org', code: org.length > 200 ? 'too_long' : 'invalid_text' },
      ]);
    }
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          running.http().get('/api/researchers/organizations/?org=a&org=b').expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'org' }]);
  });

  it(
    'is limited per hour for each network, and then refused with a Retry-After',
    async () => {
      const limited = await startApp({
        engines: running.engines,
        environment: { RATE_LIMITS: 'on' },
      });
      try {
        await ask('oslo', limited);
        await running.source.query(
          `UPDATE platform.rate_limit_counter SET count = 6000, blocked_until = window_ends_at`,
        );
        const answer = await limited
          .http()
          .get('/api/researchers/organizations/')
          .query({ org: 'oslo' })
          .expect(429);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
      } finally {
        await limited.close();
      }
    },
    startTimeoutMs,
  );
});
