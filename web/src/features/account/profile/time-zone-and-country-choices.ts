import { countryCodes } from '../../../../../contracts/accounts/iso-codes';

interface SelectChoice {
  value: string;
  label: string;
}
const asItIs = (value: string): SelectChoice => ({ value, label: value });

const zones = Intl.supportedValuesOf('timeZone').map(asItIs);
/**
 * Lists the time zones that this browser knows, preceded by the account's own zone if the browser
 * does not know it.
 */
export const timeZoneChoices = (ownZone: string | null): readonly SelectChoice[] =>
  ownZone === null || zones.some(({ value }) => value === ownZone)
    ? zones
    : [asItIs(ownZone), ...zones];

const nameIn = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return (value: string): SelectChoice => ({ value, label: names.of(value) ?? value });
};
/**
 * Lists the countries, sorted by their names in this language, and the account's own region if it
 * is not among them.
 */
export function countryChoices(
  ownRegion: string | null,
  language: string,
): readonly SelectChoice[] {
  const order = new Intl.Collator(language);
  return [...new Set([...countryCodes, ...(ownRegion === null ? [] : [ownRegion])])]
    .map(nameIn(language))
    .sort((a, b) => order.compare(a.label, b.label));
}
