import { sepaText } from './sepa-text';

describe('a name converted to the characters of SEPA', () => {
  it.each([
    ['Jürgen Groß', 'Juergen Gross'],
    ['Ju\u0308rgen', 'Juergen'],
    ['ÄRZTE', 'AeRZTE'],
    ['José Muñoz-García', 'Jose Munoz-Garcia'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Søren Ångström', 'Soren Angstroem'],
    ['O’Neil & Söhne', "O'Neil + Soehne"],
    ['Ελένη Παπαδοπούλου', 'Eleni Papadopoulou'],
    ['Иван Петров', 'Ivan Petrov'],
    ['a_b*c', 'a b c'],
    ['😀', 'NOTPROVIDED'],
    ['---', 'NOTPROVIDED'],
  ])('%s is %s', (name, written) => expect(sepaText(name, 70)).toBe(written));

  it('is cut when it has more characters than allowed', () => {
    expect(sepaText('ß'.repeat(70), 70)).toBe('s'.repeat(70));
    expect(sepaText(`${'a'.repeat(9)} b`, 10)).toBe('a'.repeat(9));
  });
});
