import { limits } from '../../../contracts/limits';

/** What an assertion says somebody is called; lists, since attributes may have several values. */
export interface SaidNames {
  first: readonly string[];
  last: readonly string[];
  full: readonly string[];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** `ada.lovelace+lab@uni.test` is most likely Ada Lovelace. */
const wordsOf = (email: string) =>
  (email.split('@')[0] ?? '')
    .split('+')[0]
    ?.split(/[._-]+/)
    .filter((word) => word !== '')
    .map(capital) ?? [];

/**
 * First and last name, as far as a provider says them: on their own, else the whole name cut at its
 * last space. Where it says none at all, the address is a better guess than nothing; everybody can
 * change their name in the profile.
 */
export function namesFrom(
  { first, last, full }: SaidNames,
  email: string,
): { first_name: string; last_name: string } {
  const [given, family] = [first[0] ?? '', last[0] ?? ''];
  if (given !== '' && family !== '') return { first_name: given, last_name: family };
  // Some providers put the name for signing in where the standard has the person's.
  const whole = (full.find((one) => !one.includes('@')) ?? '').trim();
  if (given === '' && family === '' && whole !== '') return cut(whole);
  if (given !== '')
    return {
      first_name: given,
      last_name: whole.startsWith(`${given} `) ? whole.slice(given.length).trim() : '',
    };
  if (family !== '' && whole.endsWith(` ${family}`))
    return { first_name: whole.slice(0, -family.length).trim(), last_name: family };
  const [one = '', ...more] = wordsOf(email);
  return {
    first_name: one.slice(0, limits.name),
    last_name: family === '' ? more.join(' ').slice(0, limits.name) : family,
  };
}

function cut(whole: string): { first_name: string; last_name: string } {
  const comma = /^([^,]+),\s*([^,]+)$/.exec(whole);
  if (comma) return { first_name: comma[2] ?? '', last_name: comma[1] ?? '' };
  const words = whole.split(/\s+/);
  return words.length === 1
    ? { first_name: whole, last_name: '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' };
}
