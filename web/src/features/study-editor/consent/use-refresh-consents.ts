import { useQueryClient } from '@tanstack/react-query';
import { listConsentVersions, readConsent } from '../../../../../contracts/studies/consents';
import { listStudies, readStudy } from '../../../../../contracts/studies/studies';

/**
 * Refetches the data that a publication changes. It is also called after a refused publication: the
 * reason may be that another version was published meanwhile.
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
