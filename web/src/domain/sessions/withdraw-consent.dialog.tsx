import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contracts/base/limits';
import { readConsent, withdrawConsent } from '../../../../contracts/studies/consents';
import { listSessions } from '../../../../contracts/enrolment/sessions';
import { readStudy } from '../../../../contracts/studies/studies';
import { mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { BusyPage } from '../../ui/loading/loading';
import { useFocusReturn } from '../../ui/use-focus-return';
import { sessionName } from './session-name';

/**
 * Asks for a reason before a version of a consent form is withdrawn. The withdrawal permanently
 * pauses all sessions that use the version. Their participants read the reason (docs/domain.md, 3).
 * @param session the id of the session whose version is withdrawn; if undefined, the version on the
 * study's page is withdrawn
 */
export function WithdrawConsentDialog({
  study,
  session,
  onClose,
}: {
  study: string;
  session?: string;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['sessions', 'common']);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const { data: consent, error } = useQuery(
    query(readConsent, { params: { id: study }, ...(session && { query: { session } }) }),
  );
  const { t: words } = useTranslation('sessions');
  const { data: sessions } = useQuery(query(listSessions, { query: { study, limit: 200 } }));
  const open = (sessions?.items ?? []).filter(
    ({ state, consent_withdrawn }) =>
      (state === 'active' || state === 'paused') && !consent_withdrawn,
  );
  const withdraw = useMutation({
    ...mutation(withdrawConsent),
    onSettled: () =>
      Promise.all(
        [listSessions, readStudy, readConsent].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
  const confirm = () => {
    if (!reason.trim()) return setAsked(true);
    if (consent)
      withdraw.mutate(
        { params: { id: study, version: consent._id }, body: { state: 'invalid', reason } },
        {
          onSuccess: () => {
            showMessage(t('sessions:withdraw_consent.done'), { type: 'success', autoHideMs: 8000 });
            onClose();
          },
        },
      );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sessions:withdraw_consent.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {error ? (
        <ErrorNotice error={error} focus={false} />
      ) : !consent ? (
        <BusyPage height="8rem" />
      ) : (
        <Stack gap="md">
          <Text fw={600}>
            {t('sessions:withdraw_consent.version', {
              title: consent.title,
              version: consent.version,
            })}
          </Text>
          <Text>{t('sessions:withdraw_consent.text')}</Text>
          {open.length > 0 && (
            <div>
              <Text size="sm">{t('sessions:withdraw_consent.open')}</Text>
              <List size="sm" spacing={2}>
                {open.map((one) => (
                  <List.Item key={one._id}>{sessionName(words, one)}</List.Item>
                ))}
              </List>
            </div>
          )}
          <Textarea
            label={t('sessions:withdraw_consent.reason')}
            description={t('sessions:withdraw_consent.reason_hint')}
            minRows={3}
            maxLength={limits.notes}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={
              asked && !reason.trim() ? t('sessions:withdraw_consent.reason_first') : undefined
            }
          />
          <ErrorNotice error={withdraw.error} kept={t('common:error.kept')} />
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              onClick={onClose}
              disabled={withdraw.isPending}
              data-autofocus
            >
              {t('common:action.cancel')}
            </Button>
            <Button color="red.9" onClick={confirm} loading={withdraw.isPending}>
              {t('sessions:withdraw_consent.confirm')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
