import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Config } from '../../config';
import { hostOf, originOfStudy, whoseHost } from '../../environment/study-origin.rule';
import type { ServingPlace } from './serving-headers.rule';

type Places = Pick<Config, 'publicApiUrl' | 'publicWebUrl' | 'studyOrigin'>;

/**
 * The origin that serves a file of a study, by the request's host.
 * @returns undefined for the origin of another study, since the page could read what that study stored there
 */
export function servingPlace(
  { publicApiUrl, publicWebUrl: app, studyOrigin }: Places,
  host: string,
  studyId: string,
): ServingPlace | undefined {
  if (!studyOrigin || whoseHost(studyOrigin, host) === 'app')
    return { origin: publicApiUrl, isOwn: false, areOneSite: false, app };
  const origin = originOfStudy(studyOrigin, studyId);
  return new URL(origin).host === hostOf(studyOrigin, host)
    ? { origin, isOwn: true, areOneSite: studyOrigin.areOneSite, app }
    : undefined;
}

/**
 * The origin for a study's addresses: a separate one where it uses microphone or camera, which browsers grant to no
 * opaque origin; otherwise the server's, whose study files run in an opaque origin (docs/decisions/study-sandbox.md).
 */
export const originFor = (
  { publicApiUrl, studyOrigin }: Places,
  studyId: string,
  needs: HostedRuntime['needs'],
): string => (studyOrigin && needs.length > 0 ? originOfStudy(studyOrigin, studyId) : publicApiUrl);
