import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Type = 'number' | 'boolean' | 'text' | 'list' | 'empty';
interface Props {
  type: Type;
  decimalComma: boolean;
}

/** Returns a function that names the type as which the values of a column were read. */
export function useColumnTypeName(): (type: Type, decimalComma: boolean) => string {
  const { t } = useTranslation('tables');
  return (type, decimalComma) => (decimalComma ? t('kind.decimal_comma') : t(`kind.${type}`));
}

export function ColumnTypeName({ type, decimalComma }: Props) {
  const kindName = useColumnTypeName();
  return (
    <Text size="xs" fw={400} c="dimmed">
      {kindName(type, decimalComma)}
    </Text>
  );
}
