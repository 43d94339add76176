/**
 * Matches the beginning of the address of a study's file: the origin, and the folder `/s/{key}/`.
 */
const folderOf = (url: string): string | undefined => /^[^/]+\/\/[^/]+\/s\/[^/]+\//.exec(url)?.[0];

/** The first study folder that this document showed in a frame. */
let confinedTo: string | undefined;

/**
 * Makes sure that the frames of this document show files of only one study. The files of a study
 * have addresses below `/s/{key}/` with a secret key, and a policy that lists the hosts of the
 * study. The policy of this page allows all such addresses. So a study could open a frame with
 * files of another study, and send data to that study's hosts, about which the participant has not
 * read. Therefore the first address limits the frames to its folder. A page cannot change that
 * limit later, so an address of the same study with a new key gets the first key.
 * @param url the address of a study's page
 * @returns the address of that page with the first key
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
