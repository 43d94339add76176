import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Consent, readConsent } from '../../../../../contracts/studies/consents';
import { listStudies, type OwnStudy, readStudy } from '../../../../../contracts/studies/studies';
import { query } from '../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { BusyPage } from '../../../ui/loading/loading';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { copyConsentForm } from './take-over.rule';
import { mayManageStudy } from '../../../domain/collaborators/role.rule';

/** Lists the consent forms of the other studies that the person may edit, to copy one of them. */
export function CopyConsentFormDialog({
  studyId,
  onChoose,
  onClose,
}: {
  studyId: string;
  onChoose: (form: Consent) => void;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['consent-versions', 'common']);
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 250);
  const list = useInfiniteQuery({
    ...pagedQuery<OwnStudy>(listStudies, {
      query: { scope: 'mine', sort: 'changed', limit: 50, ...(searched && { text: searched }) },
    }),
    placeholderData: (before) => before,
  });
  const studies = itemsOfPages(list.data).filter(
    ({ _id, has_consent, role }) => has_consent && mayManageStudy(role) && _id !== studyId,
  );
  const take = useMutation({
    mutationFn: async (id: string) => {
      const [study, form] = await Promise.all([
        client.fetchQuery(query(readStudy, { params: { id } })),
        client.fetchQuery(query(readConsent, { params: { id } })),
      ]);
      return { study, form };
    },
    onSuccess: ({ study, form }) => {
      if (form.kind === 'markdown') onChoose(copyConsentForm(form, study));
    },
  });
  const isFile = take.data?.form.kind === 'pdf';
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('consent-versions:other.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text size="sm">{t('consent-versions:other.text')}</Text>
        <TextInput
          label={t('consent-versions:other.search')}
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          data-autofocus
        />
        {isFile && (
          <Alert color="orange" role="alert">
            {t('consent-versions:other.is_file')}
          </Alert>
        )}
        <ErrorNotice error={list.error ?? take.error} focus={false} />
        {list.isPending ? (
          <BusyPage height="6rem" />
        ) : studies.length === 0 && !list.hasNextPage ? (
          <Text c="dimmed">{t('consent-versions:other.none')}</Text>
        ) : (
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {studies.map(({ _id, title }) => (
              <li key={_id}>
                <Button
                  variant="default"
                  fullWidth
                  justify="flex-start"
                  h="auto"
                  py="xs"
                  loading={take.isPending && take.variables === _id}
                  onClick={() => take.mutate(_id)}
                  styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
                >
                  {title}
                </Button>
              </li>
            ))}
          </Stack>
        )}
        {list.hasNextPage && (
          <Button
            variant="subtle"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('consent-versions:other.more')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
