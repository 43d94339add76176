import {
  addressFromFile,
  likelyPath,
  mayLeaveFolder,
  parseSiteNames,
  pathWithinWebsite,
  encodeAsAddress,
  type SiteFileNames,
} from '../../../../../contracts/study-files/own-addresses.rule';
import { studyFolderOf } from '../page-path';

/**
 * Matches the beginnings of addresses that may have to be changed. Most markup contains none of
 * these beginnings, so the slower search for addresses is skipped.
 */
const leading = /[=(,]\s{0,9}["']?\s{0,9}(?:\/|\.\.?\/|https?:)/;
const attributes =
  /(\s(?:src|href|poster|action|background)\s{0,9}=\s{0,9}["']?)([^"'\s>]{1,2000})/gi;
const inStyle = /(url\(\s{0,9}["']?|@import\s{0,9}["'])([^"')\s]{1,2000})/gi;

/** What the server passes to our first script in a page, as `data-` attributes. */
export interface FrameScriptAttributes {
  /** The names of the study's files and folders, as text from `serializeSiteNames`. */
  names?: string;
  /** Whether the study's pages may contain frames. */
  frames?: string;
}

/** The address of the page in which our script runs: its `location`, or a URL. */
type PageAddress = Pick<Location, 'href' | 'pathname'>;

/**
 * Finds the study's file for an address that a script uses while it runs. The study has nothing on
 * this server outside of its own folder. So every other address on this server means a file of the
 * study.
 */
export class StudyFolder {
  readonly sites: SiteFileNames;
  /** The address of the study's folder, in the form in which the browser writes it. */
  readonly href: string;
  readonly origin: string;

  /**
   * @param page the address of the present page
   * @param file the page's path in the study
   */
  constructor(
    page: PageAddress,
    names: string,
    private readonly file: string,
  ) {
    this.sites = parseSiteNames(names);
    const { origin } = new URL(page.href);
    this.origin = origin;
    this.href = `${origin}${studyFolderOf(page.pathname) ?? ''}`;
  }

  /**
   * Returns the address from which the browser must load a file. An address on this server outside
   * of the study's folder becomes the address of a file in the folder; any other address does not
   * change.
   * @param base the base URL of the document
   */
  resolved(address: string, base: string): string {
    if (!mayLeaveFolder(address) && !address.startsWith(this.origin)) return address;
    const found = this.pathOf(address, base);
    return found === undefined
      ? address
      : `${this.href}${encodeAsAddress(found.path)}${found.rest}`;
  }

  /**
   * Like `resolved`, for an attribute that the study may read. The address is relative to the page
   * where that is possible, so that it does not contain the secret address of the run.
   */
  written(address: string, base: string): string {
    if (!mayLeaveFolder(address) && !address.startsWith(this.origin)) return address;
    const found = this.pathOf(address, base);
    if (found === undefined) return address;
    const { path, rest } = found;
    if (!base.startsWith(this.href)) return `${this.href}${encodeAsAddress(path)}${rest}`;
    return `${addressFromFile(this.fileIn(base), path)}${rest}`;
  }

  /** Changes the addresses in markup that a script inserts into the page. */
  markup(html: string, base: string): string {
    if (!leading.test(html)) return html;
    const written = (_: string, before: string, address: string) =>
      before + this.written(address, base);
    return html.replace(inStyle, written).replace(attributes, written);
  }

  /** Makes the addresses in a style absolute, so that they do not depend on the base URL. */
  style(text: string, base: string): string {
    return text.replace(
      inStyle,
      (_, before: string, address: string) => before + this.resolved(address, base),
    );
  }

  private fileIn(address: string): string {
    const [path = ''] = address.slice(this.href.length).split(/[?#]/, 1);
    try {
      return decodeURIComponent(path);
    } catch {
      return this.file;
    }
  }

  private pathOf(address: string, base: string): { path: string; rest: string } | undefined {
    let url: URL;
    try {
      url = new URL(address, base);
    } catch {
      return undefined;
    }
    if (url.origin !== this.origin || url.href.startsWith(this.href)) return undefined;
    // An address that begins with a slash is a path in the study's folder. An address that leads
    // upwards (`../`) is resolved against the document's path in that folder.
    const isUpwards = mayLeaveFolder(address) && !/^\s*\//.test(address);
    const from = base.startsWith(this.href) ? this.fileIn(base) : this.file;
    const path = pathWithinWebsite(isUpwards ? address : url.pathname, isUpwards ? from : '');
    if (path === null) return undefined;
    return { path: likelyPath(path, this.sites), rest: `${url.search}${url.hash}` };
  }
}

/**
 * Returns the folder of the page in which our script runs; undefined if the script does not know
 * the study's files.
 */
export function studyFolderOfPage(
  told: FrameScriptAttributes,
  page: PageAddress,
): StudyFolder | undefined {
  const folder = studyFolderOf(page.pathname);
  if (told.names === undefined || folder === undefined) return undefined;
  const file = decodeURIComponent(page.pathname.slice(folder.length));
  return new StudyFolder(
    page,
    told.names,
    file === '' || file.endsWith('/') ? `${file}index.html` : file,
  );
}
