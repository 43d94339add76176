import { startApp, type RunningApp } from '../../support/app';
import { makeResearcher } from '../../support/people';

describe('the list of organizations', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    for (const organization of ['Universität Zürich', 'University of Oslo', 'University of Oslo', 'university of oslo', 'Oslo 100%', 'Uni_Lab']) await makeResearcher(running.source, { organization });
    await makeResearcher(running.source, { organization: 'University of Fakes', researcher_privilege: null });
    await makeResearcher(running.source, { organization: 'University of Lies', researcher_privilege: false });
  });
  afterAll(() => running.close());

  const find = async (org?: string): Promise<string[]> => {
    const { body } = await running.http().get('/api/researchers/organizations/').query(org === undefined ? {} : { org }).expect(200);
    expect(body.next_cursor).toBeNull();
    return body.items.map((o: { name: string }) => o.name);
  };

  it('is open to everybody and names what approved researchers named, once however it is written', async () => {
    expect(await find('university')).toEqual(['University of Oslo']);
    expect(await find('UNIVERSIT')).toEqual(expect.arrayContaining(['University of Oslo', 'Universität Zürich']));
    expect((await running.http().get('/api/researchers/organizations/?org=zürich').expect(200)).body.items).toEqual([{ name: 'Universität Zürich', ror_id: null, country: null, domains: [] }]);
  });

  it('has the most alike first, and without a text the most named', async () => {
    expect((await find('oslo'))[0]).toBe('Oslo 100%');
    expect((await find())[0]).toBe('University of Oslo');
    expect(await find('')).toHaveLength(4);
  });

  it('takes wildcards and quotes for what they are', async () => {
    expect(await find('%')).toEqual(['Oslo 100%']);
    expect(await find('_')).toEqual(['Uni_Lab']);
    expect(await find(`'; DROP TABLE identity.account; --`)).toEqual([]);
    expect(await find('\\')).toEqual([]);
  });
});
