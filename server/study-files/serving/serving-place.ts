import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Config } from '../../config';
import { hostOf, originOfStudy, whoseHost } from '../../environment/study-origin.rule';
import type { ServingPlace } from './serving-headers.rule';

type Places = Pick<Config, 'publicApiUrl' | 'publicWebUrl' | 'studyOrigin'>;

/**
 * The origin that serves a file of a study, by the host that the request names.
 * @returns undefined at the origin of another study: its pages could read what that study stored there
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
 * The origin for a study's addresses: of its own where it uses a device, which no opaque origin gets;
 * else the server's, whose files run in an opaque one (docs/decisions/study-sandbox.md).
 */
export const originFor = (
  { publicApiUrl, studyOrigin }: Places,
  studyId: string,
  needs: HostedRuntime['needs'],
): string => (studyOrigin && needs.length > 0 ? originOfStudy(studyOrigin, studyId) : publicApiUrl);
