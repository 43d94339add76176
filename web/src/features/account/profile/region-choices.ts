import { countryCodes } from '../../../../../contracts/iso-codes';

const zones = Intl.supportedValuesOf('timeZone');
/** What the account has is among them, also where this browser does not know it. */
export const zonesWith = (own: string | null) =>
  own === null || zones.includes(own) ? zones : [own, ...zones];

const named = new Map<string, { value: string; label: string }[]>();
/** By their names in this language, in its order. */
function regionsIn(language: string) {
  const known = named.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const order = new Intl.Collator(language);
  const all = countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => order.compare(a.label, b.label));
  named.set(language, all);
  return all;
}
export function regionsWith(own: string | null, language: string) {
  const all = regionsIn(language);
  return own === null || countryCodes.includes(own) ? all : [{ value: own, label: own }, ...all];
}
