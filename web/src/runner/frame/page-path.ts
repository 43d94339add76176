/**
 * A page of a study as its own files name it, with its query: without the address of this run, which
 * is a secret.
 */
export const pathOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname.replace(/^\/s\/[^/]+\//, '')}${search}`;
