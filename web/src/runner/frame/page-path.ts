/**
 * The part of an address before a study's files: here that of a run; in JATOS that of a component
 * (`/publix/{result}/{component}/`), whose own page is named `start` there.
 */
const folder = /^(?:\/s\/[^/]+\/|.*?\/publix\/[^/]+\/[^/]+\/)/;

export const studyFolderOf = (pathname: string): string | undefined => folder.exec(pathname)?.[0];

/**
 * The path of a page as the study's own files name it, with its query, but without the address of this run,
 * which is secret.
 */
export function pathOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const path = pathname.replace(folder, '');
  const page = path === 'start' ? window.commonlabForJatos?.page : undefined;
  return `${page ?? path}${search}`;
}
