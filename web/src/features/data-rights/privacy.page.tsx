import { Button, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listExports, listRosterAccesses } from '../../../../contracts/data-rights/data-rights';
import { accountsLimits } from '../../../../contracts/accounts/limits';
import { query } from '../../lib/http/api';
import { pagedQuery } from '../../lib/http/pages';
import { useUi } from '../../lib/ui.store';
import { useUser } from '../../lib/auth/user';
import { AppLink, LinkButton } from '../../ui/app-link';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { DataCopies } from './copies';
import { type RosterAccess, RosterAccesses } from './roster-accesses';

/**
 * Explains how a person has the account deleted. The studies of a researcher also concern other
 * people, so an administrator deletes a researcher's account (docs/specification.md, 6).
 */
function Deletion({ researcher }: { researcher: boolean }) {
  const { t } = useTranslation('data-rights');
  return (
    <Stack component="section" gap="xs" align="flex-start" aria-labelledby="deletion-title">
      <Title order={2} size="h3" id="deletion-title">
        {t('deletion.title')}
      </Title>
      <Text className="measure">{t('deletion.text', { days: accountsLimits.deletionDays })}</Text>
      <Text className="measure">{t('deletion.stays')}</Text>
      {researcher ? (
        <>
          <Text className="measure">{t('deletion.researcher')}</Text>
          <Button
            variant="default"
            mt="xs"
            onClick={() => useUi.getState().set({ contactVisible: true })}
          >
            {t('deletion.contact')}
          </Button>
        </>
      ) : (
        <LinkButton to="/profile/#delete" variant="default" c="var(--mantine-color-error)" mt="xs">
          {t('deletion.open')}
        </LinkButton>
      )}
    </Stack>
  );
}

/** /profile/privacy: which data are kept, who saw them, and how to get a copy or delete them. */
export function PrivacyPage() {
  const { t } = useTranslation('data-rights');
  const { user } = useUser();
  const copies = useQuery(query(listExports));
  const accesses = useInfiniteQuery(pagedQuery<RosterAccess>(listRosterAccesses));
  if (!user) return null; // the guard shows this page to signed-in people only
  return (
    <Page
      title={t('title')}
      lead={
        <>
          {t('lead')}{' '}
          <AppLink to="/profile/" inherit>
            {t('settings')}
          </AppLink>
        </>
      }
      size="sm"
    >
      {/* Both lists appear together: a list that came later would move the content below it. */}
      {copies.isPending || accesses.isPending ? (
        <LoadingCards count={3} height={148} />
      ) : (
        <Stack gap={40}>
          <DataCopies />
          <RosterAccesses />
          <Deletion researcher={user.is_researcher} />
        </Stack>
      )}
    </Page>
  );
}
