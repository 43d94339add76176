import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCopy } from '../../../ui/icons/copy';
import { useTranslation } from 'react-i18next';
import { type Consent, publishConsentDraft } from '../../../../../contracts/studies/consents';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { ConsentText } from '../../../domain/consents/consent-text';
import { useRefreshConsents } from './use-refresh-consents';

/**
 * The consent form that came with a copied study and is not in force yet. A text is published with
 * the form below, in which the researcher can change the text. A file is published unchanged.
 */
export function CopiedConsentForm({
  studyId,
  draft,
  disabled,
}: {
  studyId: string;
  draft: Consent;
  disabled: boolean;
}) {
  const { t } = useTranslation(['consent-versions', 'study-editor']);
  const refresh = useRefreshConsents();
  const publish = useMutation({
    ...mutation(publishConsentDraft),
    onSuccess: ({ version }) =>
      showMessage(t('study-editor:consent_form.published', { version }), {
        type: 'success',
        autoHideMs: 6000,
      }),
    onSettled: refresh,
  });
  return (
    <Alert
      role="note"
      icon={<IconCopy aria-hidden />}
      title={t('consent-versions:copied.title', { title: draft.title })}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('consent-versions:copied.text')}</Text>
        {draft.kind === 'pdf' && (
          <>
            <ConsentText consent={draft} />
            <Button
              disabled={disabled}
              loading={publish.isPending}
              onClick={() => publish.mutate({ params: { id: studyId, version: draft._id } })}
            >
              {t('consent-versions:copied.publish_file', { version: draft.version })}
            </Button>
          </>
        )}
        <ErrorNotice error={publish.error} />
      </Stack>
    </Alert>
  );
}
