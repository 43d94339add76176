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
} from '@mantine/core';
import { IconEye, IconPencil, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { blanksIn } from '../../../../../../contracts/base/blanks';
import { limits } from '../../../../../../contracts/base/limits';
import {
  type Consent,
  NewConsent,
  publishConsent,
  readConsent,
} from '../../../../../../contracts/consents';
import { listStudies, readStudy, type Study } from '../../../../../../contracts/studies';
import { mutation } from '../../../../lib/http/api';
import { fieldText, showFieldErrors, useContractForm, useFields } from '../../../../lib/form';
import { showMessage } from '../../../../lib/ui.store';
import { useMutation } from '../../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { ReadingText } from '../../../../ui/reading/markdown';
import { BlanksLeft } from '../blanks-left';
import { CheckConsentDialog } from '../check-consent.dialog';
import { bodyOf, problemsOf, reshaped, useExtras } from './extras';
import { QuestionsField } from './questions-field';
import { TemplateMenu } from './template-menu';
import { TranslationsField } from './translations-field';

/** The first text alone: what is beside it is checked with the whole (`problemsOf`). */
const words = z.strictObject({
  title: NewConsent.shape.title,
  body_markdown: NewConsent.shape.body_markdown,
});

/** The next version: its text, questions and languages; or a file. */
export function ConsentForm({
  study,
  current,
  onDirty,
}: {
  study: Study;
  current: Consent | null;
  onDirty: (dirty: boolean) => void;
}) {
  const { t, i18n } = useTranslation(['common', 'study-editor']);
  const client = useQueryClient();
  const text = { title: current?.title ?? '', body_markdown: current?.body_markdown ?? '' };
  const form = useContractForm(words, text);
  const field = useFields(form);
  const { extras, set, dirty, settle } = useExtras(current);
  const [problems, setProblems] = useState(new Map<string, string>());
  const problem = (path: string) => fieldText(t, problems.get(path));
  const isDirty = form.formState.isDirty || dirty;
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

  const [checking, check] = useState<NewConsent | null>(null);
  const submit = form.handleSubmit((text) => {
    const body = bodyOf(text, extras);
    const found = problemsOf(body);
    setProblems(found);
    if (found.size === 0) check(NewConsent.parse(body));
  });
  const confirm = () =>
    checking &&
    publish.mutate(
      { params: { id: study._id }, body: checking },
      {
        onSuccess: (made) => {
          form.reset({ title: checking.title, body_markdown: checking.body_markdown });
          settle();
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
  const fromTemplate = (template: typeof text) => {
    form.setValue('title', template.title, { shouldDirty: true });
    form.setValue('body_markdown', template.body_markdown, { shouldDirty: true });
    set({ ...extras, locale: extras.locale || (i18n.resolvedLanguage ?? 'en') });
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
        <QuestionsField
          questions={extras.questions}
          tries={extras.tries}
          problem={problem}
          onTries={(tries) => set({ ...extras, tries })}
          onChange={(questions, moved) =>
            set({
              ...extras,
              questions,
              translations: reshaped(extras.translations, questions, moved),
            })
          }
        />
        <TranslationsField
          locale={extras.locale}
          translations={extras.translations}
          questions={extras.questions}
          problem={problem}
          onLocale={(locale) => set({ ...extras, locale })}
          onChange={(translations) => set({ ...extras, translations })}
        />
        {problems.size > 0 && (
          <Alert color="red" role="alert">
            {t('study-editor:consent_form.problems', { count: problems.size })}
          </Alert>
        )}
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
          {!body && <TemplateMenu onChoose={fromTemplate} />}
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
