import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Config } from '../../config';
import { normalizedHostOf, originOfStudy, kindOfHost } from '../../environment/study-origin.rule';
import type { ServingOrigin } from './serving-headers.rule';

type Places = Pick<Config, 'publicApiUrl' | 'publicWebUrl' | 'studyOrigin'>;

/**
 * Returns the origin at which a study's files are served, by the host of the request.
 * @returns undefined if the host belongs to another study. Otherwise a page of this study could
 * read what the other study has stored at its host
 */
export function servingOriginOfRequest(
  { publicApiUrl, publicWebUrl: app, studyOrigin }: Places,
  host: string,
  studyId: string,
): ServingOrigin | undefined {
  if (!studyOrigin || kindOfHost(studyOrigin, host) === 'app')
    return { origin: publicApiUrl, isOwn: false, areOneSite: false, app };
  const origin = originOfStudy(studyOrigin, studyId);
  return new URL(origin).host === normalizedHostOf(studyOrigin, host)
    ? { origin, isOwn: true, areOneSite: studyOrigin.areOneSite, app }
    : undefined;
}

/**
 * Returns the origin for the addresses of a study. A study that uses microphone or camera gets an
 * origin of its own, since browsers grant these to no opaque origin. The files of all other studies
 * are at the server's origin, where they run with an opaque origin
 * (docs/decisions/study-sandbox.md).
 */
export const servingOriginFor = (
  { publicApiUrl, studyOrigin }: Places,
  studyId: string,
  needs: HostedRuntime['needs'],
): string => (studyOrigin && needs.length > 0 ? originOfStudy(studyOrigin, studyId) : publicApiUrl);
