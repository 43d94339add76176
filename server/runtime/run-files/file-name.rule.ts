const mostChars = 80;
/** Names that Windows gives to devices, whatever comes behind the dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The name of a study's file as every system can write it. */
export function safeName(name: string): string {
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

/** A path that is not taken, also where upper and lower case are the same; it is taken then. */
export function freePath(path: string, taken: Set<string>): string {
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]+)?$/.exec(path) ?? [];
  let free = path;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
