/**
 * Returns the language and the script of a language tag. A tag without a script may imply one by
 * its region: Chinese is written differently in Taiwan and in China.
 */
function writtenAs(tag: string): string | null {
  try {
    const { language: one, script } = new Intl.Locale(tag).maximize();
    return `${one}-${script}`;
  } catch {
    return null;
  }
}
/**
 * Returns the region of a language tag; if the tag has none, the region in which most people write
 * that language: `DE` for `de`.
 */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    return undefined;
  }
}
/**
 * Returns the locale for dates and times: the first of the browser's languages that matches the
 * language of the pages. If none matches, it is the language of the pages with the region of the
 * browser's first language. The region matters: "English" alone says neither whether the day or the
 * month comes first nor whether the clock has 24 hours.
 */
export function localeOfDateTimes(interfaceLanguage: string, ofBrowser: readonly string[]): string {
  const own = writtenAs(interfaceLanguage);
  const same = ofBrowser.find((tag) => writtenAs(tag) === own);
  if (same !== undefined) return same;
  const region = regionOf(ofBrowser[0] ?? '');
  const there =
    region === undefined
      ? interfaceLanguage
      : `${new Intl.Locale(interfaceLanguage).language}-${region}`;
  // A region may imply a different script, as Taiwan does for Chinese. Then the locale has no
  // region.
  return writtenAs(there) === own ? there : interfaceLanguage;
}
