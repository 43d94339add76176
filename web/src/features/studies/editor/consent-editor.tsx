import {
  Alert,
  Button,
  FileButton,
  Group,
  Stack,
  Tabs,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconEye, IconFileTypePdf, IconPencil, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { blanksIn } from '../../../../../contracts/base/blanks';
import { limits } from '../../../../../contracts/base/limits';
import {
  type Consent,
  NewConsent,
  publishConsent,
  readConsent,
} from '../../../../../contracts/consents';
import { listStudies, readStudy, type Study } from '../../../../../contracts/studies';
import { mutation, query } from '../../../lib/http/api';
import { showFieldErrors, useContractForm, useFields } from '../../../lib/form';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { SkeletonList } from '../../../ui/feedback/loading';
import { When } from '../../../ui/when';
import { ConsentText } from '../consent-text';
import { BlanksLeft } from './blanks-left';
import { CheckConsentDialog } from './check-consent.dialog';
import { ReadingText } from '../../../ui/reading/markdown';

function Form({
  study,
  current,
  onDirty,
}: {
  study: Study;
  current: Consent | null;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation(['studies', 'study-editor', 'common']);
  const client = useQueryClient();
  const text = { title: current?.title ?? '', body_markdown: current?.body_markdown ?? '' };
  const form = useContractForm(NewConsent, text);
  const field = useFields(form);
  const { isDirty } = form.formState;
  const [tooBig, setTooBig] = useState(false);
  const publish = useMutation({
    ...mutation(publishConsent),
    onSuccess: () =>
      Promise.all(
        [readConsent, readStudy, listStudies].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const published = (made: Consent) =>
    showMessage(t('study-editor:consent_form.published', { version: made.version }), {
      type: 'success',
      autoHideMs: 6000,
    });

  const [checking, check] = useState<z.output<typeof NewConsent> | null>(null);
  const submit = form.handleSubmit((text) => check(text));
  const confirm = () =>
    checking &&
    publish.mutate(
      { params: { id: study._id }, body: checking },
      {
        onSuccess: (made) => {
          form.reset(checking);
          published(made);
        },
        onError: (error) => showFieldErrors(form, error),
        onSettled: () => check(null),
      },
    );
  const upload = (file: File | null) => {
    if (!file) return;
    setTooBig(file.size > limits.consentPdfBytes);
    if (file.size <= limits.consentPdfBytes)
      publish.mutate({ params: { id: study._id }, file }, { onSuccess: published });
  };
  const fromTemplate = () => {
    form.setValue('title', t('study-editor:consent_form.template_title'), { shouldDirty: true });
    form.setValue('body_markdown', t('study-editor:consent_form.template'), { shouldDirty: true });
  };
  const body = form.watch('body_markdown');
  const [tab, setTab] = useState<string | null>('write');
  const written = useRef<HTMLDivElement>(null);
  const blanks = blanksIn(body);
  /** Selects the first place to fill in, so that the next key replaces it. */
  const nextBlank = () => {
    const [first] = blanks;
    if (!first) return;
    flushSync(() => setTab('write'));
    const text = written.current?.querySelector('textarea');
    text?.focus();
    text?.setSelectionRange(first.at, first.at + first.length);
  };
  const next = (current?.version ?? 0) + 1;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('study-editor:consent_form.title')}
          maxLength={limits.title}
          {...field('title')}
        />
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="write" leftSection={<IconPencil size={16} aria-hidden />}>
              {t('study-editor:consent_form.write')}
            </Tabs.Tab>
            <Tabs.Tab value="preview" leftSection={<IconEye size={16} aria-hidden />}>
              {t('study-editor:consent_form.preview')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="write" pt="sm" ref={written}>
            <Textarea
              label={t('study-editor:consent_form.text')}
              description={t('study-editor:consent_form.text_hint')}
              minRows={14}
              maxRows={40}
              maxLength={limits.consentMarkdown}
              {...field('body_markdown')}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview" pt="md" mih="20rem">
            {body ? (
              <ReadingText blanks>{body}</ReadingText>
            ) : (
              <Text c="dimmed">{t('study-editor:consent_form.preview_empty')}</Text>
            )}
          </Tabs.Panel>
        </Tabs>
        <BlanksLeft count={blanks.length} onNext={nextBlank} />
        {tooBig && (
          <Alert color="red" role="alert">
            {t('study-editor:consent_form.too_big')}
          </Alert>
        )}
        <ErrorNotice error={publish.error} kept={t('common:error.kept')} />
        <Group gap="sm">
          <Button type="submit" disabled={!isDirty || blanks.length > 0}>
            {t('study-editor:consent_form.check')}
          </Button>
          {!body && (
            <Button variant="default" onClick={fromTemplate}>
              {t('study-editor:consent_form.use_template')}
            </Button>
          )}
          <FileButton onChange={upload} accept="application/pdf">
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden />}
                loading={publish.isPending && 'file' in publish.variables}
              >
                {t('study-editor:consent_form.upload')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
      {checking && (
        <CheckConsentDialog
          text={checking}
          version={next}
          busy={publish.isPending}
          onClose={() => check(null)}
          onConfirm={confirm}
        />
      )}
    </form>
  );
}

/**
 * The consent form: every publication is a new version; a launched session keeps the version it was
 * launched with (docs/domain.md, 3).
 */
export function ConsentEditor({
  study,
  onDirty,
}: {
  study: Study;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation(['studies', 'study-editor']);
  const { data, error, isPending } = useQuery({
    ...query(readConsent, { params: { id: study._id } }),
    enabled: study.consent !== null,
  });
  if (study.consent && isPending) return <SkeletonList count={2} height={160} />;
  const current = data ?? null;
  return (
    <Stack gap="lg" maw="44rem">
      {error && <ErrorNotice error={error} focus={false} />}
      {current ? (
        <Stack gap={4}>
          <Title order={2} size="h3">
            {t('study-editor:consent_form.in_force', { version: current.version })}
          </Title>
          <Text size="sm" c="dimmed">
            {t('study-editor:consent_form.since')} <When at={current.created_at} relative /> ·{' '}
            <span title={current.sha256}>SHA-256 {current.sha256.slice(0, 12)}</span>
          </Text>
          <Text size="sm">{t('study-editor:consent_form.frozen')}</Text>
          <Text size="sm">{t('study-editor:consent_form.receipts')}</Text>
          <Text size="sm">
            {t('study-editor:consent_form.then_session')}:{' '}
            <AppLink to={`/experiments/details/${study._id}?tab=sessions`} inherit>
              {t('study-editor:consent_form.to_sessions')}
            </AppLink>
          </Text>
          {current.kind === 'pdf' && (
            <Alert icon={<IconFileTypePdf aria-hidden />} mt="sm">
              <ConsentText consent={current} printable={false} />
            </Alert>
          )}
        </Stack>
      ) : (
        <Text className="measure">{t('study-editor:consent_form.none')}</Text>
      )}
      {study.state !== 'archived' && (
        <Form key={current?._id ?? 'new'} study={study} current={current} onDirty={onDirty} />
      )}
    </Stack>
  );
}
