/**
 * Matches the part of an address before the path of a study's file: the folder of a run, or in
 * JATOS that of a component (`/publix/{result}/{component}/`), whose page is named `start` there.
 */
const folder = /^(?:\/s\/[^/]+\/|.*?\/publix\/[^/]+\/[^/]+\/)/;

export const studyFolderOf = (pathname: string): string | undefined => folder.exec(pathname)?.[0];

/**
 * Returns the path of a page among the study's files, with its query. It does not contain the
 * address of the run, which is secret.
 */
export function pagePathOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const path = pathname.replace(folder, '');
  const page = path === 'start' ? window.commonlabForJatos?.page : undefined;
  return `${page ?? path}${search}`;
}
