/** The folder in the address of a study's file: origin, `/s/`, and the key, with a slash behind it. */
const folderOf = (url: string): string | undefined => /^[^/]+\/\/[^/]+\/s\/[^/]+\//.exec(url)?.[0];

/** The first one that this document showed. */
let confinedTo: string | undefined;

/**
 * Frames of this document show files below one key from now on. Every key is below `/s/`, which the
 * policy of this page names, and another study's files come with the hosts that the other one declares:
 * a study that leads its own frame there would send to hosts of which the participant reads nothing.
 * A policy can be added to, and never taken back; so what is shown later is shown by the first key, which
 * is of the same version.
 * @param url of a study's page
 * @returns the same page by that key
 */
export function withinOneFolder(url: string): string {
  const folder = folderOf(url);
  if (folder === undefined) return url;
  if (confinedTo === undefined) {
    confinedTo = folder;
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `frame-src ${folder}`;
    document.head.append(policy);
  }
  return confinedTo + url.slice(folder.length);
}
