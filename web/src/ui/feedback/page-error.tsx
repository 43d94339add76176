import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../page';

/** Shown if a page threw an error. Usually the server has a new version, whose files a reload fetches. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation('common');
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <Page title={t('error.page_title')} size="sm">
      <Text className="measure">{t('error.page_text')}</Text>
      <div>
        <Button onClick={() => location.reload()}>{t('action.reload')}</Button>
      </div>
    </Page>
  );
}
