import { randomInt } from 'node:crypto';
import { similarWordSql } from '../../../server/platform/search/similar-word.sql';
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

const titles = [
  'Quokkas and their neighbours',
  'The colour of words, once more',
  'Wie erinnern wir uns an Gesichter?',
  'Gedächtnis für Äußerungen im Alltag',
  'Éducation et mémoire à l’école',
  'Reconnaître des émotions (façades)',
  'Señales de atención en niños',
  'Odczuwanie dźwięków: próba',
  'Smørrebrød og opmærksomhed',
  'Προσοχή και μνήμη στην καθημερινή ζωή',
  'ΑΝΑΓΝΩΣΗ ΚΑΙ ΓΛΩΣΣΑ',
  'Память и внимание: лица прохожих',
  'Ёлочные украшения и настроение',
  'Üçgenler ve İstanbul’da dikkat',
  'ことばのきおくとがくしゅう',
  'コミュニケーションの実験',
  '記憶と学習に関する調査研究',
  '커뮤니케이션능력과 기억',
  'การทดลองความจำระยะสั้น',
  'זיכרון חזותי של פרצופים',
  'الذاكرة والانتباه في المدرسة',
];
/**
 * Words below this length are skipped: nearly every word of four letters is one typing error away
 * from another word.
 */
const shortest = 5;
const lettersOf = (word: string) => [...word.normalize('NFC')];
const wordsOf = (text: string) =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => lettersOf(word).length >= shortest);

const kinds = ['left out', 'doubled', 'swapped', 'replaced', 'one too many'] as const;
/** Makes each single typing error in a word; added letters are letters of the same word. */
function slipsOf(word: string): { kind: (typeof kinds)[number]; typed: string }[] {
  const letters = lettersOf(word);
  return letters.flatMap((letter, i) => {
    const [before, after] = [letters.slice(0, i), letters.slice(i + 1)];
    const other = letters.find((one) => one !== letter) ?? 'x';
    const typed = (kind: (typeof kinds)[number], ...middle: string[]) => ({
      kind,
      typed: [...before, ...middle].join(''),
    });
    return [
      typed('left out', ...after),
      typed('doubled', letter, letter, ...after),
      typed('replaced', other, ...after),
      typed('one too many', letter, other, ...after),
      ...(after[0] === undefined ? [] : [typed('swapped', after[0], letter, ...after.slice(1))]),
    ];
  });
}
const unrelated = [
  ...['xylophone', 'bicycle', 'Waschmaschine', 'pamplemousse', 'cuchara', 'герметизация'],
  ...['σαλιγκάρι', 'けいさつしょ', 'セメント', '소방자동차', 'מטבח', 'السيارة'],
];

interface Page {
  items: { title?: string; _id: string }[];
}
let app: RunningApp;
let owner: TestPerson;
let administrator: TestPerson;
beforeAll(async () => {
  app = await sharedApp();
  owner = await makeResearcher(app.source);
  administrator = await makeAdministrator(app.source);
  for (const title of titles) await makeRecruitingStudy(app, owner, { title });
});
afterAll(() => app.close());

describe('A search with one typing error', () => {
  it('finds the title for each error in each word of five letters or more, in any script', async () => {
    const all = titles.flatMap((title) =>
      wordsOf(title).flatMap((word) => slipsOf(word).map((slip) => ({ title, word, ...slip }))),
    );
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(all.length).toBeGreaterThan(1_900);
    const missed: { word: string; typed: string }[] = await app.source.query(
      `SELECT a.word, a.typed FROM unnest($1::text[], $2::text[], $3::text[]) AS a (title, word, typed)
       WHERE (strpos(identity.folded(a.title), identity.folded(a.typed)) > 0
         OR identity.folded(a.title) ~ identity.slips(identity.folded(a.typed))) IS NOT TRUE`,
      [all.map(({ title }) => title), all.map(({ word }) => word), all.map(({ typed }) => typed)],
    );
    expect(missed).toEqual([]);
  }, 30_000);

  it('finds nothing by an unrelated word', async () => {
    const found: unknown[] = await app.source.query(
      `SELECT t.title, w.word FROM unnest($1::text[]) AS t (title), unnest($2::text[]) AS w (word)
       WHERE ${similarWordSql('identity.folded(w.word)', 'identity.folded(t.title)')}`,
      [
        titles,
        [...unrelated, ...['test', 'rats', 'word?', 'a.*b', '[[[[[', '1234', '((((', '\\\\\\\\']],
      ],
    );
    expect(found).toEqual([]);
  });

  it('works in the catalogue, in the researcher’s list of studies, and among people', async () => {
    const seed = randomInt(1_000);
    process.stdout.write(`forgiving-search: SEED=${seed}\n`);
    const search = async (path: string, query: object, { headers }: TestPerson) =>
      (await bodyOf<Page>(app.http().get(path).query(query).set(headers).expect(200))).items;
    for (const [n, title] of titles.entries()) {
      const [word = ''] = wordsOf(title);
      const slips = slipsOf(word);
      const { typed } = slips[(seed + n * 7) % slips.length] ?? { typed: '' };
      const studies = await search('/api/studies/', { text: typed, limit: 100 }, owner);
      const own = await search('/api/studies/', { text: typed, scope: 'mine' }, owner);
      for (const found of [studies, own])
        expect([typed, found.map((one) => one.title)]).toEqual([
          typed,
          expect.arrayContaining([title]),
        ]);
      const person = await makePerson(app.source, { first_name: 'Mira', last_name: word });
      const people = await search('/api/users/', { text: `Mira ${typed}` }, administrator);
      expect([typed, people.map(({ _id }) => _id)]).toEqual([
        typed,
        expect.arrayContaining([person._id]),
      ]);
    }
    for (const text of unrelated)
      expect(await search('/api/studies/', { text, scope: 'mine' }, owner)).toEqual([]);
  }, 60_000);
});
