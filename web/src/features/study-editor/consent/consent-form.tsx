import { Alert, Button, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { IconEye } from '../../../ui/icons/eye';
import { IconPencil } from '../../../ui/icons/pencil';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { placeholdersIn } from '../../../../../contracts/base/blanks';
import { limits } from '../../../../../contracts/base/limits';
import { studiesLimits } from '../../../../../contracts/studies/limits';
import {
  type Consent,
  NewConsent,
  publishConsent,
} from '../../../../../contracts/studies/consents';
import type { Study } from '../../../../../contracts/studies/studies';
import { isApiErrorOf, mutation } from '../../../lib/http/api';
import { fieldErrorText, showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { MarkdownText } from '../../../ui/reading/markdown';
import { EmptyBlanksNotice } from './blanks-left';
import { CheckConsentDialog } from './check-consent.dialog';
import {
  newConsentBodyOf,
  questionsAndTranslationsOf,
  firstTextSchema,
  consentErrorsOf,
  alignTranslations,
} from './extras';
import { MarkdownTools } from './markdown-tools';
import { NewerConsentVersion } from './newer-version';
import { CopyConsentDialog } from './on-demand';
import { PublishFile } from './file/publish-file';
import { QuestionsField } from './questions-field';
import { TemplateMenu } from './template-menu';
import { TranslationsField } from './translations-field';
import { useRefreshConsents } from './use-refresh-consents';
import {
  type ConsentDraftSource,
  useConsentDraft,
  type ConsentDraftText,
  consentDraftTextOf,
} from './use-consent-draft';

/**
 * The form in which the next version is written: its text, questions and languages. Instead, a file
 * can be published.
 */
export function ConsentForm({
  study,
  source,
  next,
  onDirty,
}: {
  study: Study;
  source: ConsentDraftSource;
  /** The number of the next version. */
  next: number;
  onDirty: (dirty: boolean) => void;
}) {
  const { t, i18n } = useTranslation(['common', 'study-editor']);
  const refresh = useRefreshConsents();
  const form = useContractForm(firstTextSchema, consentDraftTextOf(source.consent));
  const field = useFieldProps(form);
  const draft = useConsentDraft(form, source);
  const { extras, setExtras: set, isDirty, begun, isOvertaken, hasAside } = draft;
  const [problems, setProblems] = useState(new Map<string, string>());
  const problem = (path: string) => fieldErrorText(t, problems.get(path));
  const [tooBig, setTooBig] = useState(false);
  const publish = useMutation({
    ...mutation(publishConsent),
    onSuccess: (made, sent) => {
      // If a file is published while the text has unpublished changes, the researcher chooses
      // between text and file, as if another researcher had published the file.
      if (!('file' in sent) || !isDirty) draft.published(made);
    },
    onSettled: refresh,
  });
  useEffect(() => onDirty(isDirty || hasAside), [isDirty, hasAside, onDirty]);
  const published = (made: Consent) =>
    showMessage(t('study-editor:consent_form.published', { version: made.version }), {
      type: 'success',
      autoHideMs: 6000,
    });
  const [checking, check] = useState<NewConsent | null>(null);
  const submit = form.handleSubmit((text) => {
    const body = newConsentBodyOf(text, extras);
    const found = consentErrorsOf(body);
    setProblems(found);
    if (found.size === 0) check(NewConsent.parse(body));
  });
  const target = { params: { id: study._id }, query: { replaces: begun.replaces } };
  const confirm = () =>
    checking &&
    publish.mutate(
      { ...target, body: checking },
      {
        onSuccess: published,
        onError: (error) => showFieldErrors(form, error),
        onSettled: () => check(null),
      },
    );
  const upload = (file: File | null) => {
    if (!file) return;
    setTooBig(file.size > studiesLimits.consentPdfBytes);
    if (file.size <= studiesLimits.consentPdfBytes)
      publish.mutate({ ...target, file }, { onSuccess: published });
  };
  const [choosing, choose] = useState(false);
  const fromOther = (other: Consent) => {
    draft.put({ words: consentDraftTextOf(other), extras: questionsAndTranslationsOf(other) });
    choose(false);
  };
  const body = form.watch('body_markdown');
  const setText = (text: string) => form.setValue('body_markdown', text, { shouldDirty: true });
  const [tab, setTab] = useState<string | null>('write');
  const written = useRef<HTMLDivElement>(null);
  const blanks = placeholdersIn(body);
  /** Selects the first blank, so that the next key replaces it. */
  const nextBlank = (within = body) => {
    const [first] = placeholdersIn(within);
    if (!first) return;
    flushSync(() => setTab('write'));
    const text = written.current?.querySelector('textarea');
    text?.focus();
    text?.setSelectionRange(first.at, first.at + first.length);
  };
  const fromTemplate = (template: ConsentDraftText) => {
    // `flushSync` renders the template's text immediately, so that its first blank can be selected
    // afterwards.
    flushSync(() => {
      form.setValue('title', template.title, { shouldDirty: true });
      setText(template.body_markdown);
      set({ ...extras, locale: extras.locale || (i18n.resolvedLanguage ?? 'en') });
    });
    nextBlank(template.body_markdown);
  };
  // The draft of a copied study may be published even if it is unchanged.
  const isNew = isDirty || (begun.consent?.kind === 'markdown' && begun.replaces === 0);
  const isRefused =
    isApiErrorOf(publishConsent, publish.error) && publish.error.code === 'other_consent_in_force';
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <NewerConsentVersion draft={draft} source={source} answers={isRefused} />
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
            <MarkdownTools within={written} onChange={setText} />
            <Textarea
              label={t('study-editor:consent_form.text')}
              description={t('study-editor:consent_form.text_hint')}
              minRows={14}
              maxRows={40}
              maxLength={studiesLimits.consentMarkdown}
              {...field('body_markdown')}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview" pt="md" mih="20rem">
            {body ? (
              <MarkdownText blanks>{body}</MarkdownText>
            ) : (
              <Text c="dimmed">{t('study-editor:consent_form.preview_empty')}</Text>
            )}
          </Tabs.Panel>
        </Tabs>
        <EmptyBlanksNotice count={blanks.length} onNext={() => nextBlank()} />
        <QuestionsField
          questions={extras.questions}
          tries={extras.tries}
          problem={problem}
          onTries={(tries) => set({ ...extras, tries })}
          onChange={(questions, moved) =>
            set({
              ...extras,
              questions,
              translations: alignTranslations(extras.translations, questions, moved),
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
        <ErrorNotice
          error={isRefused && isOvertaken ? null : publish.error}
          kept={t('common:error.kept')}
        />
        <Group gap="sm">
          <Button type="submit" disabled={!isNew || isOvertaken || blanks.length > 0}>
            {t('study-editor:consent_form.check')}
          </Button>
          {!body && (
            <TemplateMenu study={study} onChoose={fromTemplate} onOther={() => choose(true)} />
          )}
          <PublishFile
            target={target}
            onUpload={upload}
            isUploading={publish.isPending && 'file' in publish.variables}
            onPublished={(made) => {
              if (!isDirty) draft.published(made);
              published(made);
            }}
          />
        </Group>
      </Stack>
      {choosing && (
        <CopyConsentDialog studyId={study._id} onChoose={fromOther} onClose={() => choose(false)} />
      )}
      {checking && !isOvertaken && (
        <CheckConsentDialog
          study={study}
          text={checking}
          version={next}
          before={begun}
          busy={publish.isPending}
          onClose={() => check(null)}
          onConfirm={confirm}
        />
      )}
    </form>
  );
}
