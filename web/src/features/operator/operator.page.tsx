import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconFileOff } from '../../ui/icons/file-off';
import { IconPrinter } from '../../ui/icons/printer';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import type { Language } from '../../../../contracts/base/languages';
import { type OperatorPageName, readOperatorPage } from '../../../../contracts/operator/operator';
import { formatDate } from '../../lib/intl/format';
import { ApiError, query } from '../../lib/http/api';
import { AppLink, LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingText } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { MarkdownText } from '../../ui/reading/markdown';
import { TermsAcceptanceStatus } from './terms-answer';

/**
 * /privacy, /terms, /mission, /people: pages that the operator writes, in versions
 * (docs/decisions/texts-and-input.md). `?version=` shows a former version.
 */
export function OperatorPage() {
  const { t } = useTranslation(['operator', 'layout', 'common']);
  const name = useLocation().pathname.split('/')[1] as OperatorPageName;
  const [params] = useSearchParams();
  const version = params.get('version') ?? undefined;
  const { data, error, refetch } = useQuery(
    query(readOperatorPage, {
      params: { name },
      query: { language: i18next.resolvedLanguage as Language, version },
    }),
  );
  const title = t(`layout:footer.${name}`);
  if (error && !data) {
    const absent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <Page title={title} size="md">
        {absent ? (
          <EmptyState
            icon={IconFileOff}
            title={t('operator:absent')}
            text={t('operator:absent_text')}
            action={<LinkButton to="/">{t('layout:not_found.action')}</LinkButton>}
          />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return (
    <Page title={title} size="md">
      {data ? (
        <Stack gap="lg" component="article">
          {!data.current && (
            <Alert>
              {t('operator:former')} <AppLink to={`/${name}`}>{t('operator:today')}</AppLink>
            </Alert>
          )}
          <div lang={data.language}>
            <MarkdownText>{data.body_markdown}</MarkdownText>
          </div>
          {name === 'terms' && data.current && <TermsAcceptanceStatus version={data.version} />}
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" title={`SHA-256 ${data.version}`}>
              {t('operator:since', {
                date: formatDate(data.since),
                version: data.version.slice(0, 12),
              })}
            </Text>
            <Button
              data-no-print
              variant="subtle"
              color="gray"
              size="sm"
              h={44}
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('operator:print')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <LoadingText widths={[40, 92, 97, 88, 94, 60]} />
      )}
    </Page>
  );
}
