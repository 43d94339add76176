import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listGiftCodes } from '../../../../../contracts/payments/gift-codes/gift-codes';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { AddGiftCodeFile } from './add-file';
import { GiftCodeFileColumns } from './file-columns';
import { StockTable } from './stock-table';

/** Shows how many gift codes the researcher has left, and a form that adds a file of codes. */
export function GiftCodes({ currencies }: { currencies: readonly string[] }) {
  const { t } = useTranslation('gift-codes');
  const { data, error, refetch } = useQuery(query(listGiftCodes));
  return (
    <Stack gap="md" component="section" aria-labelledby="gift-codes">
      <Title order={2} size="h3" id="gift-codes">
        {t('title')}
      </Title>
      {!data && !error && <LoadingRows count={2} height={56} />}
      {!data && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <Text c="dimmed" maw="60ch">
          {t('empty')}
        </Text>
      )}
      {data && data.items.length > 0 && (
        <>
          <StockTable groups={data.items} />
          <Text size="sm" c="dimmed" maw="68ch">
            {data.more > 0 && `${t('more', { count: data.more })} `}
            {t('as_of')}
          </Text>
        </>
      )}
      <Title order={3} size="h4">
        {t('add.title')}
      </Title>
      <Stack gap="md" maw="44rem">
        {data && <GiftCodeFileColumns currencies={currencies} isKnown={data.items.length > 0} />}
        <AddGiftCodeFile />
      </Stack>
    </Stack>
  );
}
