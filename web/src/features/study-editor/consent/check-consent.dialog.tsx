import { Button, Group, Modal, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewConsent } from '../../../../../contracts/studies/consents';
import type { Study } from '../../../../../contracts/studies/studies';
import { ConsentFindings } from '../../../domain/consents/facts/consent-findings';
import { BusyPage } from '../../../ui/loading/loading';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { MarkdownText } from '../../../ui/reading/markdown';
import { comparedFormOf, comparedFormOfDraft } from './difference/compared-form';
import { LazyFormDifference } from './on-demand';
import type { ConsentDraftSource } from './use-consent-draft';

/** Shows the form as participants will read it, before it is published. */
export function CheckConsentDialog({
  study,
  text,
  version,
  before,
  busy,
  onClose,
  onConfirm,
}: {
  study: Study;
  text: NewConsent;
  version: number;
  /** The version from which editing began, and which this text replaces. */
  before: ConsentDraftSource;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  useFocusReturn();
  const right = (i: number) => text.comprehension?.questions[i]?.right;
  const { t } = useTranslation(['studies', 'study-editor', 'consent-versions', 'common']);
  const { consent, replaces } = before;
  const whole = (
    <Stack gap="md">
      {[{ ...text, questions: text.comprehension?.questions }, ...(text.translations ?? [])].map(
        ({ locale, title, body_markdown, questions = [] }) => (
          <Paper key={locale ?? ''} withBorder p="md" lang={locale}>
            <Title order={3}>{title}</Title>
            <MarkdownText>{body_markdown}</MarkdownText>
            {questions.map((question, i) => (
              <Stack key={i} gap={2} mt="sm">
                <Text fw={600}>{question.text}</Text>
                {question.choices.map((choice, n) => (
                  <Text key={n} size="sm" fw={n === right(i) ? 600 : undefined}>
                    {n === right(i) ? '✓ ' : '– '}
                    {choice}
                  </Text>
                ))}
                <Text size="sm" c="dimmed">
                  {question.explanation}
                </Text>
              </Stack>
            ))}
          </Paper>
        ),
      )}
    </Stack>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="46rem"
      title={t('study-editor:consent_form.check_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text size="sm">
          {t('study-editor:consent_form.check_lead')}{' '}
          {replaces > 0 && t('consent-versions:check.replaces', { version: replaces })}
        </Text>
        <ConsentFindings
          study={study}
          form={[{ ...text, locale: text.locale ?? null }, ...(text.translations ?? [])]}
          onLeave={onClose}
        />
        {consent && replaces > 0 ? (
          <Tabs defaultValue="whole">
            <Tabs.List mb="md">
              <Tabs.Tab value="whole">{t('consent-versions:check.whole')}</Tabs.Tab>
              <Tabs.Tab value="changes">
                {t('consent-versions:check.changes', { version: replaces })}
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="whole">{whole}</Tabs.Panel>
            <Tabs.Panel value="changes">
              <LazyFormDifference
                waiting={<BusyPage height="8rem" />}
                from={{
                  name: t('consent-versions:named', { version: replaces }),
                  form: comparedFormOf(consent),
                }}
                to={{
                  name: t('consent-versions:named', { version }),
                  form: comparedFormOfDraft(text),
                }}
              />
            </Tabs.Panel>
          </Tabs>
        ) : (
          whole
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {t('study-editor:consent_form.keep_writing')}
          </Button>
          <Button onClick={onConfirm} loading={busy}>
            {t('study-editor:consent_form.publish_next', { version })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
