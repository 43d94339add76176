import { posix } from 'node:path';
import type { JatosComponentPage } from './study-pages.rule';

/**
 * Whether JATOS accepts this path for a component's page: a plain file name, since JATOS shows each
 * page as if it were in the study's folder.
 */
const isComponentName = (path: string) => path.length <= 255 && /^[\w-]+\.[\w-]+$/.test(path);

/**
 * A page of the study, and where it is in the archive: at its own path, or as a copy at a different
 * path.
 */
export interface JatosPagePlacement {
  /** The path of the copy in the study's folder of the archive. */
  at: string;
  page: JatosComponentPage;
  /**
   * Whether JATOS runs the page at this path as a component. If not, the page at this path only
   * redirects to the copy that JATOS runs.
   */
  isComponent: boolean;
}

/** Encodes a path for a URL, in ASCII only, and safe inside a quoted HTML attribute. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll("'", '%27'))
    .join('/');

/** Returns the relative path from a file's folder to the study's root folder: `./`, `../`, `../../`. */
export const pathUpToRoot = (path: string): string =>
  '../'.repeat(path.split('/').length - 1) || './';

/**
 * Places the pages of a study as JATOS requires: each component's page is directly in the study's
 * folder, under a plain name. Copies pages with other paths to such a place. The original pages
 * stay, since other pages may link to them.
 */
export function placePagesForJatos(
  pages: readonly JatosComponentPage[],
  paths: readonly string[],
): JatosPagePlacement[] {
  const taken = new Set(paths.map((path) => path.toLowerCase()));
  const free = (path: string) => {
    const plain = path.replace(/\.html?$/i, '').replace(/[^A-Za-z0-9-]+/g, '_');
    const stem = plain.replace(/^_+|_+$/g, '').slice(0, 80) || 'page';
    let name = `${stem}.html`;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}_${n}.html`;
    taken.add(name.toLowerCase());
    return name;
  };
  return pages.flatMap((page) =>
    isComponentName(page.path)
      ? [{ at: page.path, page, isComponent: true }]
      : [
          { at: free(page.path), page, isComponent: true },
          { at: page.path, page, isComponent: false },
        ],
  );
}

/** How many characters of a page are searched for its `<base>`. */
const lookedAt = 65_536;
const base =
  /<base\s(?:[^>]{0,300}\s)?href\s*=\s*(?:"([^"]{0,300})"|'([^']{0,300})'|([^\s>]{1,300}))/i;

/**
 * Writes the elements to insert at the beginning of a page's head: JATOS' script, our script, and a
 * `<base>` if the original page is in a subfolder.
 * @param text the beginning of the page
 * @param script the path of our script in the study's folder
 */
export function headElementsFor(placed: JatosPagePlacement, text: string, script: string): string {
  const { at, page, isComponent } = placed;
  const marks = `data-page="${encodePath(page.path)}"${page.leadsOn ? ' data-leads-on' : ''}`;
  const ours = `<script src="${pathUpToRoot(at)}${encodePath(script)}" ${marks}></script>`;
  if (!isComponent) return ours;
  const scripts = `<script src="jatos.js"></script>${ours}`;
  const folder = posix.dirname(page.path);
  return folder === '.' ? scripts : `${scripts}${baseBelow(folder, text)}`;
}

function baseBelow(folder: string, text: string): string {
  const [, ...found] = base.exec(text.slice(0, lookedAt)) ?? [];
  const own = found.find((one) => one !== undefined) ?? '';
  // A base address that begins with a scheme or a slash does not depend on the place of the page,
  // so the page keeps it.
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(own)) return '';
  const joined = posix.join(`${encodePath(folder)}/`, own.replace(/["<>]/g, ''));
  return `<base href="${joined}${/(?:^|\/)\.{1,2}$/.test(own) ? '/' : ''}">`;
}
