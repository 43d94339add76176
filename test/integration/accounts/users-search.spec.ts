import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { accountAdminRequestsOf } from './administering';

let run: RunningApp;
let administrator: TestPerson;
let change: ReturnType<typeof accountAdminRequestsOf>['change'];
let erase: ReturnType<typeof accountAdminRequestsOf>['erase'];
let find: ReturnType<typeof accountAdminRequestsOf>['find'];
beforeAll(async () => {
  run = await sharedApp();
  administrator = await makeAdministrator(run.source);
  ({ change, erase, find } = accountAdminRequestsOf(run, administrator));
});
afterAll(() => run.close());

describe('Searching for users by API', () => {
  it('filters by role and status for administrators, and shows them fields that others do not see', async () => {
    const last_name = 'Findme';
    const [participant, researcher, other] = [
      await makePerson(run.source, { last_name }),
      await makeResearcher(run.source, { last_name, organization: 'Yale' }),
      await makeAdministrator(run.source, { last_name }),
    ];
    const [fresh, disabled, leaving] = [
      await makePerson(run.source, { last_name, status: 'NEW' }),
      await makePerson(run.source, { last_name }),
      await makePerson(run.source, { last_name }),
    ];
    await change(disabled._id, { disabled: true, reason: 'x' }).expect(200);
    await erase(leaving._id).expect(202);
    const ids = async (query: string) =>
      (await find(`text=${last_name}&${query}`)).map((u) => u._id).sort();
    const sorted = (...people: TestPerson[]) => people.map((p) => p._id).sort();
    expect(await ids('')).toEqual(sorted(participant, researcher, other, fresh, disabled, leaving));
    expect(await ids('role=ADMINISTRATOR')).toEqual(sorted(other));
    expect(await ids('role=researcher')).toEqual(sorted(researcher));
    expect(await ids('role=participant')).toEqual(
      sorted(participant, other, fresh, disabled, leaving),
    );
    expect(await ids('status=NEW')).toEqual(sorted(fresh));
    expect(await ids('status=DISABLED')).toEqual(sorted(disabled));
    expect(await ids('status=DELETING')).toEqual(sorted(leaving));
    expect(await ids('status=ACTIVE&role=participant')).toEqual(sorted(participant, other));
    expect(await ids('status=ACTIVE&role=researcher&limit=1')).toEqual(sorted(researcher));
    const [shown] = await find(`text=${disabled._id}`);
    expect(shown).toMatchObject({
      _id: disabled._id,
      email: disabled.email,
      status: 'ACTIVE',
      disabled_at: expect.any(String),
      deletion_at: null,
      created_at: expect.any(String),
      orcid: null,
    });
    await run.http().get('/api/users/?role=king').set(administrator.headers).expect(400);
  });

  it('ignores case and accents in search text and names, and finds names in other scripts', async () => {
    const [eloise, soren, plain, tokyo] = [
      await makePerson(run.source, { first_name: 'Éloïse', last_name: 'Ångström-Ñandú' }),
      await makeResearcher(run.source, {
        first_name: 'Søren',
        last_name: 'Łukasiewicz',
        organization: 'Universität Würzberg',
      }),
      await makePerson(run.source, { first_name: 'Eloise', last_name: 'Plainsdottir' }),
      await makePerson(run.source, { first_name: '花子', last_name: '山田' }),
    ];
    const ids = async (text: string) =>
      (await find(`text=${encodeURIComponent(text)}`)).map((u) => u._id).sort();
    const both = [eloise._id, plain._id].sort();
    for (const text of ['eloise', 'ÉLOÏSE', 'éloise', 'E\u0301loi\u0308se', 'ELOIS'])
      expect(await ids(text)).toEqual(both);
    for (const text of ['angstrom', 'eloise nandu', 'ÅNGSTRÖM-ÑANDÚ Éloïse', '\u212bngstrom'])
      expect(await ids(text)).toEqual([eloise._id]);
    for (const text of ['soren', 'lukasiewicz wurzberg', 'SØREN würzberg'])
      expect(await ids(text)).toEqual([soren._id]);
    expect(await ids('plainsdóttir')).toEqual([plain._id]);
    expect(await ids('山田 花')).toEqual([tokyo._id]);
    expect(await ids('\u0301')).toEqual(await ids(''));
  });

  it('finds mistyped names: exact matches come first, then similar ones', async () => {
    const [heidi, hedi, away] = [
      await makeResearcher(run.source, { first_name: 'Wilhelmine', last_name: 'Zwiebelkuchen' }),
      await makeResearcher(run.source, { first_name: 'Wilhelmina', last_name: 'Zwibelkuchen' }),
      await makePerson(run.source, { first_name: 'Wilhelmine', last_name: 'Zwiebelkuchn' }),
    ];
    const ids = async (text: string, who = administrator, more = '') =>
      (await find(`text=${encodeURIComponent(text)}${more}`, who)).map((u) => u._id);
    for (const text of ['Zwiebelkuchem', 'wilhelmne zwiebelkuhen', 'ZWIEBLKUCHEN'])
      expect((await ids(text)).sort()).toEqual([heidi._id, hedi._id, away._id].sort());
    expect((await ids('Zwibelkuchen'))[0]).toBe(hedi._id);
    expect(await ids('Zwibelkuchen')).toHaveLength(3);
    expect(await ids('Zwibelkuchen', administrator, '&limit=2')).toHaveLength(2);
    // The search finds a person only if each searched word resembles a word of the person's name or
    // organization. The filters still apply, and researchers find only researchers.
    expect(await ids('Zwiebelkuchem Xaver')).toEqual([]);
    expect(await ids('Zwiebelkuchem', administrator, '&role=participant')).toEqual([away._id]);
    expect(await ids('Zwiebelkuchem', heidi)).toEqual([hedi._id]);
  });

  it('does not match a mistyped mail address', async () => {
    const person = await makePerson(run.source, { email: 'quixotically@people.test' });
    expect((await find('text=quixotically@people.test')).map((u) => u._id)).toEqual([person._id]);
    expect(await find('text=quixoticaly@people.test')).toEqual([]);
  });

  it('treats SQL pattern characters as plain text', async () => {
    const names = ['Per%Fourscore', 'Per_Fourscore', 'Per\\Fourscore', 'PerxFourscore'];
    const made = [];
    for (const last_name of names) made.push(await makePerson(run.source, { last_name }));
    for (const [i, last_name] of names.entries()) {
      const found = await find(`text=${encodeURIComponent(last_name)}`);
      // The people with similar names come later in the list.
      expect(found[0]?._id).toBe(made[i]?._id);
      expect(found).toHaveLength(names.length);
    }
  });

  it('ignores the filters of a researcher, and shows a linked ORCID', async () => {
    const last_name = 'Lookup';
    const [one, two, off] = [
      await makeResearcher(run.source, { last_name }),
      await makeResearcher(run.source, { last_name }),
      await makeResearcher(run.source, { last_name }),
    ];
    await change(off._id, { disabled: true, reason: 'x' }).expect(200);
    await run.source.query(
      `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
       VALUES (gen_random_uuid(), $1, 'orcid', 'https://orcid.org', '0000-0002-1825-0097')`,
      [two._id],
    );
    for (const filter of ['', '&status=DISABLED', '&status=DELETING', '&role=ADMINISTRATOR']) {
      expect(await find(`text=${last_name}${filter}`, one)).toEqual([
        {
          _id: two._id,
          first_name: 'Ada',
          last_name,
          organization: 'University of Somewhere',
          verified: true,
          orcid: '0000-0002-1825-0097',
        },
      ]);
    }
  });
});
