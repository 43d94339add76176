/**
 * Matches the folder in the address of a study's file: the origin, `/s/`, and the key with a slash
 * behind it.
 */
const folderOf = (url: string): string | undefined => /^[^/]+\/\/[^/]+\/s\/[^/]+\//.exec(url)?.[0];

/** The first study folder that this document showed in a frame. */
let confinedTo: string | undefined;

/**
 * Lets the frames of this document show files below one key only. This page's policy allows all of
 * `/s/`, where each study's files have a key of their own and come with a policy for the hosts that
 * the study declares. Without this rule, a study could lead its own frame to the files of another
 * study and send data to hosts of which the participant has read nothing. A page can add to its
 * policy but never relax it, so files that are shown later, which are of the same version, are
 * shown under the first key.
 * @param url of a study's page
 * @returns the address of the same page under the first key
 */
export function confineToFirstStudyFolder(url: string): string {
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
