import { countryCodes } from '../../../../../contracts/accounts/iso-codes';

export interface Choice {
  value: string;
  label: string;
}
const asItIs = (value: string): Choice => ({ value, label: value });

const zones = Intl.supportedValuesOf('timeZone').map(asItIs);
/** The time zones, with the account's own one even if this browser does not know it. */
export const zonesWith = (own: string | null): readonly Choice[] =>
  own === null || zones.some(({ value }) => value === own) ? zones : [asItIs(own), ...zones];
export const zoneChoice = (zone: string | undefined) => (zone === undefined ? null : asItIs(zone));

const nameIn = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return (value: string): Choice => ({ value, label: names.of(value) ?? value });
};
/** The countries, sorted by their names in this language. */
export function regionsWith(own: string | null, language: string): readonly Choice[] {
  const order = new Intl.Collator(language);
  return [...new Set([...countryCodes, ...(own === null ? [] : [own])])]
    .map(nameIn(language))
    .sort((a, b) => order.compare(a.label, b.label));
}
export const regionChoice = (region: string | undefined, language: string) =>
  region === undefined ? null : nameIn(language)(region);
