import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Encoding } from '../../../../contracts/tables/encoding.rule';

/** Says that the encoding of a file was guessed, if the file does not declare it. */
export function EncodingNote({ encoding }: { encoding: Encoding }) {
  const { t } = useTranslation('tables');
  return encoding === 'windows-1252' ? (
    <Text size="sm" role="status">
      {t('windows_1252')}
    </Text>
  ) : null;
}
