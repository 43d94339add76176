import { namesFrom, type SaidNames } from './names.rule';

const named = (said: Partial<SaidNames>, email = 'ada.lovelace@uni.test') =>
  Object.values(namesFrom({ first: [], last: [], full: [], ...said }, email));

describe('What somebody is called', () => {
  it.each<[string, Partial<SaidNames>, [string, string]]>([
    [
      'both names',
      { first: ['Ada'], last: ['King'], full: ['Countess of Lovelace'] },
      ['Ada', 'King'],
    ],
    ['the whole name', { full: ['Ada Augusta Lovelace'] }, ['Ada Augusta', 'Lovelace']],
    ['the whole name, the last one first', { full: ['Lovelace, Ada'] }, ['Ada', 'Lovelace']],
    ['one name for all', { full: ['Ada'] }, ['Ada', '']],
    [
      'a name for signing in where the whole name should be',
      { full: ['al@uni.test', 'Ada King'] },
      ['Ada', 'King'],
    ],
    ['a first name', { first: ['Ada'] }, ['Ada', '']],
    ['a first name and the whole one', { first: ['Ada'], full: ['Ada King'] }, ['Ada', 'King']],
    [
      'a last name and the whole one',
      { last: ['King'], full: ['Ada Augusta King'] },
      ['Ada Augusta', 'King'],
    ],
    ['a last name', { last: ['King'] }, ['Ada', 'King']],
    ['nothing', {}, ['Ada', 'Lovelace']],
  ])('is read from %s', (_, said, names) => {
    expect(named(said)).toEqual(names);
  });

  it.each([
    ['grace@uni.test', ['Grace', '']],
    ['grace+lab@uni.test', ['Grace', '']],
    ['g_b-hopper@uni.test', ['G', 'B Hopper']],
  ])('is guessed from %s where nothing else is there', (email, names) => {
    expect(named({}, email)).toEqual(names);
  });
});
