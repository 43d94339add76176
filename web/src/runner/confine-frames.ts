/**
 * Matches the folder in the address of a study's file: the origin, `/s/`, and the key with a slash
 * behind it.
 */
const folderOf = (url: string): string | undefined => /^[^/]+\/\/[^/]+\/s\/[^/]+\//.exec(url)?.[0];

/** The first study folder that this document showed in a frame. */
let confinedTo: string | undefined;

/**
 * Lets the frames of this document show files of one study only. The policy of this page allows all
 * addresses below `/s/`. There, the files of each study have a secret key, and a policy that lists
 * the hosts that the study declares. Without this rule, a study could open another study's files in
 * its own frame, and send data to hosts that the participant has not read about. A page can tighten
 * its policy but never relax it, so later pages of the same study are shown under the first key,
 * too.
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
