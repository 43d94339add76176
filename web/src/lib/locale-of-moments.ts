/** With its script, which the tag of a region alone implies: Chinese of Taiwan is another one than of China. */
function writtenAs(tag: string): string | null {
  try {
    const { language: one, script } = new Intl.Locale(tag).maximize();
    return `${one}-${script}`;
  } catch {
    return null;
  }
}
/** `DE` of `de`: where most who write it live. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    return undefined;
  }
}
/**
 * How the reader writes days and clocks: by the first of the browser's languages that is the
 * interface's, else by the region of its first one. "English" alone says neither whether the day or the
 * month comes first nor whether the clock has 24 hours.
 */
export function localeOfMoments(interfaceLanguage: string, ofBrowser: readonly string[]): string {
  const own = writtenAs(interfaceLanguage);
  const same = ofBrowser.find((tag) => writtenAs(tag) === own);
  if (same !== undefined) return same;
  const region = regionOf(ofBrowser[0] ?? '');
  const there =
    region === undefined
      ? interfaceLanguage
      : `${new Intl.Locale(interfaceLanguage).language}-${region}`;
  // A region may bring another script: Chinese of Taiwan.
  return writtenAs(there) === own ? there : interfaceLanguage;
}
