/** The parts of a CDN address of jsPsych or one of its packages. */
export interface CdnAddress {
  /** `jspsych`, `@jspsych/plugin-…`, `@jspsych/extension-…`. */
  name: string;
  /** The version as written, `^7.1` or `latest`; null where there is none. */
  asked: string | null;
  /**
   * The path of the file in the package, without a leading slash. For an address of the package
   * alone it is '', and the CDN serves the default file.
   */
  path: string;
  /** Whether the address requests the file as an ES module. */
  isModule: boolean;
}

const packaged = String.raw`(jspsych|@jspsych/[\w-]+)(?=[@/?#]|$)(?:@([^/?#]*))?((?:/[^?#]*)?)`;
/** Addresses of CDNs for npm packages. `isModule`: whether this CDN serves only ES modules. */
const npm: readonly { begins: RegExp; isModule: boolean }[] = [
  { begins: new RegExp(`^(?:www\\.)?unpkg\\.com/${packaged}`, 'i'), isModule: false },
  { begins: new RegExp(`^(?:cdn|fastly)\\.jsdelivr\\.net/npm/${packaged}`, 'i'), isModule: false },
  { begins: new RegExp(`^esm\\.sh/(?:(?:v\\d+|stable)/)?\\*?${packaged}`, 'i'), isModule: true },
  { begins: new RegExp(`^esm\\.run/${packaged}`, 'i'), isModule: true },
  { begins: new RegExp(`^cdn\\.skypack\\.dev/(?:pin/)?${packaged}`, 'i'), isModule: true },
];
/**
 * Matches addresses of jsPsych on jsDelivr that name its GitHub repository. The pattern below
 * matches addresses on cdnjs.
 */
const repository =
  /^(?:cdn|fastly)\.jsdelivr\.net\/gh\/jspsych\/jspsych(?:@([^/?#]*))?((?:\/[^?#]*)?)/i;
const cdnjs = /^cdnjs\.cloudflare\.com\/ajax\/libs\/jspsych\/([^/?#]+)((?:\/[^?#]*)?)/i;

/** Removes the leading slash of a path. The path `/`, which names no file, stays. */
const withoutSlash = (path: string) => (path === '/' ? path : path.replace(/^\//, ''));
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The CDN hosts from which studies load jsPsych, as a part of a regular expression. */
export const cdnHosts =
  '(?:www\\.)?unpkg\\.com|(?:cdn|fastly)\\.jsdelivr\\.net|esm\\.sh|esm\\.run|cdn\\.skypack\\.dev|cdnjs\\.cloudflare\\.com';

/** Parses a CDN address of jsPsych or one of its packages; null for all other addresses. */
export function cdnAddress(address: string): CdnAddress | null {
  const [, at] = /^(?:https?:)?\/\/(.+)$/i.exec(address.trim()) ?? [];
  if (at === undefined) return null;
  for (const { begins, isModule } of npm) {
    const [whole, name, asked, path = ''] = begins.exec(at) ?? [];
    if (whole === undefined || name === undefined) continue;
    const query = at.slice(whole.length);
    const asModule = isModule || /\/\+esm$/.test(path) || /^\?(.*&)?module\b/.test(query);
    // A pinned Skypack URL contains the version, but its build id and path mean nothing outside of
    // Skypack. So only the version is used.
    const pinned = /^v([\d.]+)-\w/.exec(asked ?? '')?.[1];
    return {
      name: name.toLowerCase(),
      asked: pinned ?? (asked === undefined ? null : decoded(asked)),
      path: pinned === undefined ? withoutSlash(path.replace(/\/\+esm$/, '')) : '',
      isModule: asModule,
    };
  }
  const [, asked, path] = repository.exec(at) ?? cdnjs.exec(at) ?? [];
  if (path === undefined) return null;
  return { name: 'jspsych', asked: asked ?? null, path: withoutSlash(path), isModule: false };
}
