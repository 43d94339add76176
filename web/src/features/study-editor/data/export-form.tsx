import { Alert, Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { IconFileZip } from '../../../ui/icons/file-zip';
import { IconMicrophone } from '../../../ui/icons/microphone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listStudyExports,
  requestStudyExport,
} from '../../../../../contracts/research-data/research-data';
import { languages, type Language } from '../../../../../contracts/base/languages';
import { translatedLanguages } from '../../../i18n';
import { nameOfLanguage } from '../../../lib/intl/format';
import { isApiErrorOf, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { FormatField } from './format-field';
import { exportFormatBodyOf, type ExportFormatChoice } from './format.rule';

/** Returns the language of the page if the server has texts in it, otherwise English. */
const spokenBy = (wanted: string): Language =>
  languages.find((one) => one === wanted && translatedLanguages().includes(one)) ?? 'en';

/** The form that requests an export. Only one export can be under way at a time. */
export function ExportForm({ studyId, busy }: { studyId: string; busy: boolean }) {
  const { t, i18n } = useTranslation('hosted-study');
  const client = useQueryClient();
  const [choice, setChoice] = useState<ExportFormatChoice>('csv');
  const [unfinished, setUnfinished] = useState(false);
  const [withoutRejected, setWithoutRejected] = useState(false);
  const [language, setLanguage] = useState<Language>(spokenBy(i18n.language));
  const [recordings, setRecordings] = useState(false);
  const isBundle = choice === 'bundle';
  const isTooLarge = (error: unknown) =>
    isApiErrorOf(requestStudyExport, error) && error.code === 'recordings_too_large';
  const ask = useMutation({
    ...mutation(requestStudyExport),
    onSettled: () => client.invalidateQueries({ queryKey: [listStudyExports.path] }),
  });
  const make = (withRecordings: boolean) =>
    ask.mutate({
      params: { id: studyId },
      body: {
        ...exportFormatBodyOf(choice),
        unfinished,
        without_rejected: withoutRejected,
        language,
        recordings: withRecordings,
      },
    });
  return (
    <Stack gap="md" align="flex-start">
      <FormatField value={choice} onChange={setChoice} />
      {isBundle && (
        <Checkbox
          label={t('data.recordings')}
          description={t('data.recordings_text')}
          checked={recordings}
          onChange={({ currentTarget }) => setRecordings(currentTarget.checked)}
        />
      )}
      {!isBundle && (
        <Text size="sm" c="dimmed">
          {t('data.files_of_runs')}
        </Text>
      )}
      {isBundle && recordings && (
        <Alert
          color="yellow"
          role="status"
          icon={<IconMicrophone size={20} aria-hidden />}
          title={t('data.recordings_title')}
        >
          {t('data.recordings_warning')}
        </Alert>
      )}
      <Checkbox
        label={t('data.unfinished')}
        description={t('data.unfinished_text')}
        checked={unfinished}
        onChange={({ currentTarget }) => setUnfinished(currentTarget.checked)}
      />
      <Checkbox
        label={t('data.without_rejected')}
        description={t('data.without_rejected_text')}
        checked={withoutRejected}
        onChange={({ currentTarget }) => setWithoutRejected(currentTarget.checked)}
      />
      <NativeSelect
        label={t('data.language')}
        description={t('data.language_text')}
        data={translatedLanguages().map((value) => ({ value, label: nameOfLanguage(value) }))}
        value={language}
        onChange={({ currentTarget }) => setLanguage(spokenBy(currentTarget.value))}
      />
      <Button
        leftSection={<IconFileZip size={18} aria-hidden />}
        loading={ask.isPending}
        disabled={busy}
        onClick={() => make(isBundle && recordings)}
      >
        {t('data.make')}
      </Button>
      {/* If another window has just requested an export, the list shows it instead of an error. */}
      {!(isApiErrorOf(requestStudyExport, ask.error) && ask.error.code === 'export_under_way') && (
        <ErrorNotice error={ask.error} />
      )}
      {isTooLarge(ask.error) && isBundle && recordings && (
        <Button
          variant="default"
          onClick={() => {
            setRecordings(false);
            make(false);
          }}
        >
          {t('data.make_without')}
        </Button>
      )}
    </Stack>
  );
}
