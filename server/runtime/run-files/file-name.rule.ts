const mostChars = 80;
/** Device names of Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Converts the name of a file that a study created to a name that every operating system accepts.
 */
export function toPortableFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^0-9A-Za-z._-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .replace(/^[._]+/, '')
    .replace(/[._]+$/, '');
  const [, stem = plain, ending = ''] = /^(.+?)(\.[0-9A-Za-z]{1,10})?$/.exec(plain) ?? [];
  const short = stem.slice(0, mostChars) || 'file';
  return device.test(short) ? `file_${short}${ending}` : `${short}${ending}`;
}

/** Finds a path that is not used yet, ignoring case, and reserves it. */
export function reserveUnusedPath(path: string, taken: Set<string>): string {
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]+)?$/.exec(path) ?? [];
  let free = path;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
