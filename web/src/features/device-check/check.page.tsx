import { Alert, Button, Stack } from '@mantine/core';
import { IconLock } from '../../ui/icons/lock';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { isDeviceCheckPath } from '../../../../contracts/base/device-check';
import { readStudy } from '../../../../contracts/studies/studies';
import type { BrowserRequirement } from '../../domain/requirements/browser.rule';
import { query } from '../../lib/http/api';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { BrowserChecks } from './browser-parts';
import { CameraCheck } from './camera-part';
import { MicrophoneCheck } from './microphone-part';
import { SoundCheck } from './sound-part';

/** Returns the path under which the browser requested this document from the server. */
const documentPath = () => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry ? new URL(entry.name, location.href).pathname : location.pathname;
};

/**
 * Whether this document may use the microphone. The server permits that only to documents whose
 * address belongs to the check (Permissions-Policy). If the person came from another page of the
 * app, the hook loads the check again as a new document.
 */
function useOwnDocument(address: string): boolean {
  const [isOwn] = useState(() => isDeviceCheckPath(documentPath()));
  useEffect(() => {
    if (!isOwn) location.replace(address);
  }, [isOwn, address]);
  return isOwn;
}

function Parts({ requirements }: { requirements: readonly BrowserRequirement[] | null }) {
  const asksFor = (one: BrowserRequirement) => requirements === null || requirements.includes(one);
  return (
    <Stack gap="md">
      <BrowserChecks requirements={requirements ?? []} />
      {asksFor('microphone') && <MicrophoneCheck />}
      {asksFor('camera') && <CameraCheck />}
      <SoundCheck />
    </Stack>
  );
}

/**
 * /check, and /study/details/{id}/check with the requirements of a study: whether this device and
 * browser are suitable. All checks happen in the browser. A link away from the page loads a new
 * document, which cannot use the microphone.
 */
export function CheckPage() {
  const { t } = useTranslation('device-check');
  const { id } = useParams();
  const { search } = useLocation();
  const [params] = useSearchParams();
  const isOwn = useOwnDocument(id ? `/study/details/${id}/check${search}` : '/check');
  const session = params.get('session') ?? undefined;
  const link = params.get('link') ?? undefined;
  const { data, error, refetch } = useQuery({
    ...query(readStudy, {
      params: { id: id ?? '' },
      ...((session || link) && { query: { session, link } }),
    }),
    enabled: id !== undefined && isOwn,
  });
  const back = id ? `/study/details/${id}${search}` : '/';
  const isReady = isOwn && (!id || data);
  return (
    <Page
      title={t('title')}
      lead={id ? data && t('lead_study', { title: data.title }) : t('lead')}
      size="sm"
    >
      {/* Rendered only after the study has loaded, because the text above then changes its
         height. */}
      {isReady || (error && !data) ? (
        <>
          <Alert role="note" color="gray" icon={<IconLock aria-hidden />}>
            {t('private')}
          </Alert>
          {isReady ? (
            <Parts requirements={data ? data.requirements : null} />
          ) : (
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          )}
          <div>
            <Button component="a" href={back}>
              {t(id ? 'to_study' : 'to_start')}
            </Button>
          </div>
        </>
      ) : (
        <LoadingCards count={5} height={96} />
      )}
    </Page>
  );
}
