import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readConsent } from '../../../../../contracts/consents';
import type { Study } from '../../../../../contracts/studies';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { Waiting } from '../../../ui/feedback/loading';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { ConsentText } from '../consent-text';
import { linkKeyIn } from '../link-key.rule';

/** The consent form, to be read before one decides. */
export function ConsentReader({
  study,
  session,
  onClose,
}: {
  study: Study;
  session: string | null;
  onClose: () => void;
}) {
  useFocusReturn();
  const link = linkKeyIn(useSearchParams()[0]);
  const { t } = useTranslation(['studies', 'common']);
  const { data, error } = useQuery(
    query(readConsent, { params: { id: study._id }, ...(session && { query: { session, link } }) }),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="46rem"
      title={data?.title ?? t('studies:consent.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {error ? (
        <ErrorNotice error={error} focus={false} />
      ) : data ? (
        <ConsentText consent={data} printable={false} />
      ) : (
        <Waiting height="12rem" />
      )}
    </Modal>
  );
}
