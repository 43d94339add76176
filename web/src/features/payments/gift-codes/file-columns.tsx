import { Button, Code, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { giftCodeColumns } from '../../../../../contracts/payments/gift-codes/gift-codes';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import { IconDownload } from '../../../ui/icons/download';
import { serverNow } from '../../../lib/http/server-clock';
import { formatList } from '../../../lib/intl/format';
import classes from './gift-codes.module.css';
import { saveGiftCodeTemplate, giftCodeTemplate } from './template';

interface Props {
  /** The currencies in which gift codes may be added. */
  currencies: readonly string[];
  /** Whether the researcher has added a file before; the explanation is then folded. */
  isKnown: boolean;
}

/** Explains the columns of a file of gift codes, and offers a template to fill in. */
export function GiftCodeFileColumns({ currencies, isKnown }: Props) {
  const { t } = useTranslation('gift-codes');
  const download = () => {
    const nextYear = `${new Date(serverNow()).getUTCFullYear() + 1}-12-31`;
    saveGiftCodeTemplate(giftCodeTemplate(t('example_brand'), currencies[0] ?? 'EUR', nextYear));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <details open={!isKnown} className={classes.columns}>
        <summary>
          <IconChevronRight size={18} aria-hidden />
          {t('columns.title')}
        </summary>
        <Text size="sm" my="xs">
          {t('columns.lead')}
        </Text>
        <Table verticalSpacing={4} aria-label={t('columns.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.name')}</Table.Th>
              <Table.Th>{t('columns.meaning')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {giftCodeColumns.map((column) => (
              <Table.Tr key={column}>
                <Table.Td>
                  <Code>{column}</Code>
                </Table.Td>
                <Table.Td>
                  {t(`columns.${column}`, { currencies: formatList(currencies) })}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={download}
      >
        {t('columns.template')}
      </Button>
    </Stack>
  );
}
