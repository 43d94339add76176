/** The folder in the address of a study's file: origin, `/s/`, and the key, with a slash behind it. */
const folderOf = (url: string): string | undefined => /^[^/]+\/\/[^/]+\/s\/[^/]+\//.exec(url)?.[0];

/** The first folder that this document showed. */
let confinedTo: string | undefined;

/**
 * Makes the frames of this document show files below one key only. Every key is below `/s/`, which this page's policy allows, and each
 * study's files come with the hosts that the study declares: a study that leads its own frame to the files of a different study could
 * send data to hosts of which the participant has read nothing. A policy can be added to, but never relaxed; so what is shown later is
 * shown by the first key, which is of the same version.
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
