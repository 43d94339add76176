import { makeRecruitingStudy } from './fixtures';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { unique } from '../../support/chance/unique';

interface Page {
  items: { title?: string; _id: string }[];
  alike?: true;
}
let app: RunningApp;
let owner: TestPerson;
beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source);
});
afterAll(() => app.close());

const found = async (query: object, who?: TestPerson) => {
  const request = app.http().get('/api/studies/').query(query);
  const page = await bodyOf<Page>((who ? request.set(who.headers) : request).expect(200));
  return { titles: page.items.map(({ title }) => title), alike: page.alike ?? false };
};

describe('A search for a study', () => {
  it.each([
    ['Éducation', ['education', 'EDUCATION', 'e\u0301ducation']],
    ['Straße', ['strasse', 'STRASSE', 'straße']],
    ['nai\u0308ve', ['naïve', 'naive', 'NAI\u0308VE']],
    ['Smørrebrød', ['smorrebrod']],
    ['Æsop', ['aesop']],
    ['İstanbul', ['istanbul', 'İSTANBUL']],
    ['心理学', ['心理学']],
  ])(
    'finds %s by each of %j, in the catalogue and in the researcher’s list of studies',
    async (word, searches) => {
      const mark = unique();
      const title = `${mark} ${word}`;
      await makeRecruitingStudy(app, owner, { title, description: `What ${mark}ly ${word} is.` });
      // Titles are stored in NFC.
      const shown = title.normalize('NFC');
      for (const search of searches) {
        const exactly = { titles: [shown], alike: false };
        expect(await found({ text: `${mark} ${search}` })).toEqual(exactly);
        expect(await found({ text: `${mark}ly ${search}` })).toEqual(exactly);
        expect(await found({ text: `${mark} ${search}`, scope: 'mine' }, owner)).toEqual(exactly);
      }
    },
  );

  it('finds words anywhere in the description, without accents and in either Unicode normal form', async () => {
    const mark = unique();
    const description = `${'Was Sie sehen, beurteilen Sie für uns. '.repeat(400)}\n${mark} cafe\u0301 Straße`;
    await makeRecruitingStudy(app, owner, { title: `Long ${mark}`, description });
    for (const text of [`${mark} cafe`, `${mark} CAFÉ strasse`, `strasse ${mark}`, mark])
      expect([text, (await found({ text })).titles]).toEqual([text, [`Long ${mark}`]]);
    expect((await found({ text: `${mark} tea` })).titles).toEqual([]);
  });

  it('reports that no study contains the text if only similar ones were found', async () => {
    const title = `Quokkas ${unique()}`;
    await makeRecruitingStudy(app, owner, { title });
    for (const word of ['Quokas', 'Qoukkas', 'Quokksa', 'uQokkas']) {
      const mistyped = title.replace('Quokkas', word);
      expect(await found({ text: mistyped })).toEqual({ titles: [title], alike: true });
      expect(await found({ text: mistyped, scope: 'mine' }, owner)).toEqual({
        titles: [title],
        alike: true,
      });
    }
  });
});

it('A search for people treats ß and ss alike, and finds a Punycode address by its Unicode form', async () => {
  const administrator = await makeAdministrator(app.source);
  const mark = unique();
  const person = await makePerson(app.source, {
    last_name: `Großmann${mark}`,
    email: `${mark}@xn--bcher-kva.example`,
  });
  const search = async (text: string) =>
    bodyOf<Page>(
      app.http().get('/api/users/').query({ text }).set(administrator.headers).expect(200),
    );
  for (const text of [`grossmann${mark}`, `GROßMANN${mark}`, `${mark}@bücher.example`])
    expect((await search(text)).items.map(({ _id }) => _id)).toEqual([person._id]);
  expect(await search(`Grosmannn${mark}`)).toMatchObject({
    alike: true,
    items: [{ _id: person._id }],
  });
});
