import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../page';

/** Shown if a page's file could not be fetched because there is no connection. */
export function PageUnreachable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Page title={t('error.unreachable')} size="sm">
      <Text className="measure" role="alert">
        {t('error.page_unreachable')}
      </Text>
      <div>
        <Button loading={busy} onClick={onRetry}>
          {t('action.try_again')}
        </Button>
      </div>
    </Page>
  );
}
