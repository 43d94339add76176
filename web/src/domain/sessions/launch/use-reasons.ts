import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import { readVersionReport } from '../../../../../contracts/study-files/study-files';
import { changeStudy, readStudy, type Study } from '../../../../../contracts/studies/studies';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { missingBrowserDataReasons, type BrowserDataReasons } from './reasons-fields';

/**
 * Holds the reasons why the study's code reads browser data. Without these reasons, an anonymous
 * session cannot be launched. `keep` saves the reasons before the launch, or before students submit
 * a class's study.
 */
export function useBrowserDataReasons(
  session: Pick<Session, 'study_id' | 'privacy_level'>,
  study: Study | undefined,
) {
  const client = useQueryClient();
  const runtime = isHostedRuntime(study?.runtime) ? study.runtime : null;
  const isAsked = session.privacy_level === 'anonymous' && runtime !== null;
  const { data } = useQuery({
    ...query(readVersionReport, {
      params: { id: session.study_id, version: runtime?.version_id ?? '' },
    }),
    enabled: isAsked,
  });
  const asks = (isAsked && data?.report?.asks) || [];
  const [written, setReasons] = useState<BrowserDataReasons | null>(null);
  const reasons = written ?? runtime?.reasons ?? {};
  const change = useMutation({
    ...mutation(changeStudy),
    onSettled: () => client.invalidateQueries({ queryKey: [readStudy.path] }),
  });
  return {
    asks,
    reasons,
    setReasons,
    isMissing: missingBrowserDataReasons(asks, reasons).length > 0,
    isPending: change.isPending,
    error: change.error,
    /**
     * Saves the reasons.
     * @returns true if all reasons are saved, or if no reason has changed
     */
    async keep(): Promise<boolean> {
      if (!written || !runtime || !study) return true;
      try {
        await change.mutateAsync({
          params: { id: study._id },
          body: {
            ...(study.version !== null && { version: study.version }),
            runtime: { ...runtime, reasons: written },
          },
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}
