import { Button, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readConsent } from '../../../../../contracts/consents';
import type { Study } from '../../../../../contracts/studies';
import { query } from '../../../lib/http/api';
import { WithdrawConsentDialog } from '../../../domain/consents/withdraw-consent.dialog';
import { useUser } from '../../../lib/user';
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
  const { user } = useUser();
  const [withdrawing, dialog] = useDisclosure();
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
        <Stack gap="md">
          <ConsentText consent={data} printable={false} />
          {user?.role === 'ADMINISTRATOR' && !study.own && !data.withdrawn && (
            <Button variant="subtle" color="red" onClick={dialog.open}>
              {t('studies:consent.withdraw')}
            </Button>
          )}
          {withdrawing && (
            <WithdrawConsentDialog
              study={study._id}
              session={session ?? undefined}
              onClose={dialog.close}
            />
          )}
        </Stack>
      ) : (
        <Waiting height="12rem" />
      )}
    </Modal>
  );
}
