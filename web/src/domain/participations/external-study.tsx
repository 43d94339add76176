import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconExternalLink } from '../../ui/icons/external-link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readExternalStudyLink,
  returnByCode,
} from '../../../../contracts/external-returns/external-returns';
import { listParticipations } from '../../../../contracts/enrolment/participations';
import { readStudy } from '../../../../contracts/studies/studies';
import { formatDate } from '../../lib/intl/format';
import { mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';

/**
 * Leads a participant to a study at another website and back. It shows the link, and a field for
 * the code that the study shows at its end. It also lists each time that the participant has
 * returned from the study to this site.
 */
export function ExternalStudy({ participation, title }: { participation: string; title: string }) {
  const { t } = useTranslation('external-study');
  const client = useQueryClient();
  const params = { id: participation };
  const { data, error, refetch } = useQuery(query(readExternalStudyLink, { params }));
  const [code, setCode] = useState('');
  const refresh = () =>
    Promise.all(
      [listParticipations, readStudy, readExternalStudyLink].map((e) =>
        client.invalidateQueries({ queryKey: [e.path] }),
      ),
    );
  const type = useMutation({
    ...mutation(returnByCode),
    onSettled: refresh,
    onSuccess: ({ result, outcome }) => {
      if (result === 'refused') return;
      const what = outcome === 'screened_out' ? 'screened_out' : 'completed';
      showMessage(t(`typed.${what}`, { title }), { type: 'success', autoHideMs: 8000 });
    },
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) type.mutate({ params, body: { code } });
  };
  const refusal = type.data?.result === 'refused' ? type.data.reason : null;
  return (
    <Stack gap="sm" data-no-print>
      {data.url && (
        <>
          <Button
            component="a"
            target="_blank"
            rel="noopener"
            href={data.url}
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t('open')}
          </Button>
          <form onSubmit={send}>
            <Group gap="sm" align="flex-end">
              <TextInput
                flex="1 1 12rem"
                label={t('code')}
                description={t('code_hint')}
                value={code}
                maxLength={100}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={({ currentTarget }) => {
                  setCode(currentTarget.value);
                  type.reset();
                }}
                error={refusal && t(`refused.${refusal}`)}
              />
              <Button type="submit" variant="default" loading={type.isPending}>
                {t('send')}
              </Button>
            </Group>
          </form>
          <ErrorNotice error={type.error} />
        </>
      )}
      {data.arrived.length > 0 && (
        <ul aria-label={t('arrived')} style={{ margin: 0, paddingInlineStart: '1.2em' }}>
          {data.arrived.map(({ way, outcome, result, reason, day }) => (
            <Text
              component="li"
              size="sm"
              c="dimmed"
              key={[way, outcome, result, reason, day].join()}
            >
              {formatDate(`${day}T12:00:00Z`)}: {t(`way.${way}`)}.{' '}
              {result === 'refused' ? t(`refused.${reason ?? 'over'}`) : t(`result.${result}`)}
            </Text>
          ))}
        </ul>
      )}
    </Stack>
  );
}
