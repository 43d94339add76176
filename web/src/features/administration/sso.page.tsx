import { Button, Stack } from '@mantine/core';
import { IconBuildingCommunity } from '../../ui/icons/building-community';
import { IconPlus } from '../../ui/icons/plus';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listSamlConnections,
  type SamlConnection,
} from '../../../../contracts/authentication/saml';
import { query } from '../../lib/http/api';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { SsoConnectionCard } from './connection-card';
import { SsoConnectionDialog } from './connection.dialog';
import { ServiceProviderCard } from './service-provider-card';
import { useFilters } from '../../lib/navigation/use-filters';

/**
 * /admin/sso: organizations whose members sign in with the organization's own account. A test
 * sign-on returns here with `?tested=`, and with `of=waiting` if it tested a waiting change.
 */
export function SsoPage() {
  const { t } = useTranslation('administration');
  const { filters, change } = useFilters('tested', 'of', 'edit');
  const { data, error, isPending, refetch } = useQuery(
    query(listSamlConnections, { query: { limit: 200 } }),
  );
  const connections: SamlConnection[] = data?.items ?? [];
  const edited = connections.find(({ _id }) => _id === filters.edit);
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => change({ edit: 'new' })}
    >
      {t('sso.add')}
    </Button>
  );
  return (
    <Page
      title={t('sso.title')}
      lead={t('sso.lead')}
      size="md"
      actions={connections.length > 0 && add}
    >
      {error && !data && (
        <ErrorNotice error={error} title={t('sso.failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingCards count={2} height={200} />}
      {data && (
        <Stack gap="lg">
          {connections.length === 0 ? (
            <EmptyState
              icon={IconBuildingCommunity}
              title={t('sso.empty')}
              text={t('sso.empty_text')}
              action={add}
            />
          ) : (
            <Stack gap="md">
              {connections.map((one) => (
                <SsoConnectionCard
                  key={one._id}
                  connection={one}
                  justTested={
                    one._id !== filters.tested
                      ? null
                      : filters.of === 'waiting'
                        ? 'waiting'
                        : 'force'
                  }
                  onEdit={() => change({ edit: one._id })}
                />
              ))}
            </Stack>
          )}
          <ServiceProviderCard provider={data.service_provider} />
        </Stack>
      )}
      {(filters.edit === 'new' || edited) && (
        <SsoConnectionDialog
          key={filters.edit}
          connection={edited}
          onClose={() => change({ edit: '' })}
        />
      )}
    </Page>
  );
}
