import { Checkbox, Radio, Stack, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  maxPreloadEntries,
  type PreloadSettings,
} from '../../../../../contracts/study-files/hosted-runtime';
import { formatList } from '../../../lib/intl/format';

interface Props {
  value: PreloadSettings | undefined;
  onChange: (value: PreloadSettings) => void;
  /** The paths of the invalid values in the study's runtime. */
  wrong?: readonly string[] | undefined;
}
/** The path of an error about a listed file: this text, followed by the index of the file. */
const place = 'runtime.beforehand.files.';
/** Whether an error is about one of the listed file paths; this field then shows it. */
export const isPreloadFileError = (wrong: string): boolean => wrong.startsWith(place);
const choices = ['all', 'named', 'none'] as const;

/** Sets which files are loaded before a study begins, and whether it may begin if one is missing. */
export function PreloadField({
  value: { files, begins_without } = { files: 'all', begins_without: false },
  onChange,
  wrong = [],
}: Props) {
  const { t } = useTranslation('hosted-study');
  const refused = Array.isArray(files) ? files.filter((_, n) => wrong.includes(place + n)) : [];
  const chosen = Array.isArray(files) ? 'named' : files;
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('beforehand.label')}
        description={t('beforehand.hint')}
        value={chosen}
        onChange={(next) =>
          onChange({ begins_without, files: next === 'all' || next === 'none' ? next : [] })
        }
      >
        <Stack gap="sm" mt="xs">
          {choices.map((one) => (
            <Radio
              key={one}
              value={one}
              size="md"
              label={t(`beforehand.${one}`)}
              description={t(`beforehand_text.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {Array.isArray(files) && (
        <TagsInput
          label={t('beforehand.names')}
          description={t('beforehand.names_hint')}
          // By default, a comma ends an entry. Here, no character ends an entry, since paths may
          // contain commas.
          splitChars={[]}
          maxTags={maxPreloadEntries}
          value={files}
          error={refused.length > 0 && t('beforehand.not_there', { files: formatList(refused) })}
          onChange={(named) => onChange({ begins_without, files: named })}
        />
      )}
      {chosen !== 'none' && (
        <Checkbox
          size="md"
          label={t('beforehand.begins_without')}
          description={t('beforehand.begins_without_hint')}
          checked={begins_without}
          onChange={({ currentTarget }) =>
            onChange({ files, begins_without: currentTarget.checked })
          }
        />
      )}
    </Stack>
  );
}
