import { useQueryClient } from '@tanstack/react-query';
import { listConsentVersions, readConsent } from '../../../../../contracts/studies/consents';
import { listStudies, readStudy } from '../../../../../contracts/studies/studies';

/** Refetches what a publication changes, even after a refusal, since a newer version may be its reason. */
export function useRefreshConsents() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [readConsent, readStudy, listStudies, listConsentVersions].map((e) =>
        client.invalidateQueries({ queryKey: [e.path] }),
      ),
    );
}
