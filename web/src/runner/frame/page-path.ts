/**
 * Where the files of a study begin in an address: those of a run here; in JATOS, those of a component
 * (`/publix/{result}/{component}/`), whose own page has the name `start` there.
 */
const folder = /^(?:\/s\/[^/]+\/|.*?\/publix\/[^/]+\/[^/]+\/)/;

export const studyFolderOf = (pathname: string): string | undefined => folder.exec(pathname)?.[0];

/**
 * A page of a study as its own files name it, with its query: without the address of this run, which
 * is a secret.
 */
export function pathOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const path = pathname.replace(folder, '');
  const page = path === 'start' ? window.commonlabForJatos?.page : undefined;
  return `${page ?? path}${search}`;
}
