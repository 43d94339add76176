import { posix } from 'node:path';
import type { StudyPage } from './study-pages.rule';

/** Whether JATOS accepts a name for a component's page; it shows each page as if it were in the study's folder. */
const isComponentName = (path: string) => path.length <= 255 && /^[\w-]+\.[\w-]+$/.test(path);

/** A page with the parts that are inserted into its copy. */
export interface PlacedPage {
  /** The path of the copy in the study's folder of the archive. */
  at: string;
  page: StudyPage;
  /** Whether JATOS runs this copy; other copies redirect to it. */
  isComponent: boolean;
}

/** Encodes a path for a URL, in ASCII only, and safe inside a quoted HTML attribute. */
export const encodePath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll("'", '%27'))
    .join('/');

/** The relative path from the folder of a file up to the study's root folder: `./`, or `../` once or more. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';

/**
 * The pages of a study as JATOS requires them: each component is directly in the study's folder, under a plain name.
 * A page elsewhere stays where it is, since other pages may link to it, and is copied.
 */
export function placedPages(pages: readonly StudyPage[], paths: readonly string[]): PlacedPage[] {
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

/** How many characters of a page are searched for its base address. */
const lookedAt = 65_536;
const base =
  /<base\s(?:[^>]{0,300}\s)?href\s*=\s*(?:"([^"]{0,300})"|'([^']{0,300})'|([^\s>]{1,300}))/i;

/**
 * The elements at the beginning of a page's head: JATOS' script, ours, and a `<base>` if the page lies deeper
 * than this copy of it.
 * @param text the page's beginning
 * @param script the path of our script in the study's folder
 */
export function firstInHead(placed: PlacedPage, text: string, script: string): string {
  const { at, page, isComponent } = placed;
  const marks = `data-page="${encodePath(page.path)}"${page.leadsOn ? ' data-leads-on' : ''}`;
  const ours = `<script src="${upFrom(at)}${encodePath(script)}" ${marks}></script>`;
  if (!isComponent) return ours;
  const scripts = `<script src="jatos.js"></script>${ours}`;
  const folder = posix.dirname(page.path);
  return folder === '.' ? scripts : `${scripts}${baseBelow(folder, text)}`;
}

function baseBelow(folder: string, text: string): string {
  const [, ...found] = base.exec(text.slice(0, lookedAt)) ?? [];
  const own = found.find((one) => one !== undefined) ?? '';
  // An address on another host, or at the root of this one, means the same in every folder.
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(own)) return '';
  const joined = posix.join(`${encodePath(folder)}/`, own.replace(/["<>]/g, ''));
  return `<base href="${joined}${/(?:^|\/)\.{1,2}$/.test(own) ? '/' : ''}">`;
}
