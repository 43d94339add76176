import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  type: 'number' | 'boolean' | 'text' | 'list' | 'empty';
  decimalComma: boolean;
}

/** What a column of a table was read as. */
export function KindName({ type, decimalComma }: Props) {
  const { t } = useTranslation('tables');
  return (
    <Text size="xs" fw={400} c="dimmed">
      {decimalComma ? t('kind.decimal_comma') : t(`kind.${type}`)}
    </Text>
  );
}
