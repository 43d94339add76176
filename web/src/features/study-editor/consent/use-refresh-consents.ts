import { useQueryClient } from '@tanstack/react-query';
import { listConsentVersions, readConsent } from '../../../../../contracts/studies/consents';
import { listStudies, readStudy } from '../../../../../contracts/studies/studies';

/**
 * Refetches the data that a publication changes; also after a refusal, since its reason may be a
 * newer version.
 */
export function useRefreshConsents() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [readConsent, readStudy, listStudies, listConsentVersions].map((e) =>
        client.invalidateQueries({ queryKey: [e.path] }),
      ),
    );
}
