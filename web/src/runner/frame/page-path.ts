/**
 * Matches the beginning of an address, up to the path of the study's file. On this platform it is
 * the folder of the run. In JATOS it is `/publix/{result}/{component}/`, and the component's page
 * is named `start`.
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
