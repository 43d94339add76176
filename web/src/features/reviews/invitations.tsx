import { ActionIcon, Alert, Badge, Button, Code, CopyButton, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Invitation, listInvitations } from '../../../../contracts/researchers';
import { itemsOf, pages } from '../../lib/pages';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { SkeletonList } from '../../ui/loading';
import { When } from '../../ui/when';
import { InvitationForm } from './invitation-form';

/** The code is told once: the server keeps only its hash. */
function NewCode({ code }: { code: string }) {
  const { t } = useTranslation('reviews');
  return (
    <Alert color="teal" icon={<IconKey aria-hidden />} title={t('invitation.created')} role="status">
      <Group gap="sm" mb="xs">
        <Code fz="lg" fw={650} px="sm" py={4}>{code}</Code>
        <CopyButton value={code} timeout={2000}>
          {({ copied, copy }) => <ActionIcon size={44} variant="default" onClick={copy} aria-label={t(copied ? 'invitation.copied' : 'invitation.copy')}>{copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}</ActionIcon>}
        </CopyButton>
      </Group>
      <Text size="sm">{t('invitation.only_once')}</Text>
    </Alert>
  );
}

const isOver = ({ expires_at, max_uses, uses }: Invitation, now = Date.now()) => (expires_at !== null && Date.parse(expires_at) <= now) || (max_uses !== null && uses >= max_uses);

export function Invitations() {
  const { t } = useTranslation('reviews');
  const [code, setCode] = useState<string | null>(null);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(pages<Invitation>(listInvitations));
  const invitations = itemsOf(data);
  return (
    <Stack gap="lg">
      <InvitationForm onCreated={setCode} />
      {code && <NewCode code={code} />}
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {isPending ? <SkeletonList count={3} height={44} /> : invitations.length === 0 ? !error && <EmptyState icon={IconKey} title={t('invitation.empty')} text={t('invitation.empty_text')} /> : (
        <Stack gap="xs">
          <Title order={2} size="h3">{t('invitation.list')}</Title>
          <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('invitation.list') } }}>
            <Table verticalSpacing="sm">
              <Table.Thead><Table.Tr><Table.Th>{t('invitation.made')}</Table.Th><Table.Th>{t('invitation.used')}</Table.Th><Table.Th>{t('invitation.until')}</Table.Th><Table.Th>{t('invitation.status')}</Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>
                {invitations.map((one) => (
                  <Table.Tr key={one._id}>
                    <Table.Td><When at={one.created_at} relative /></Table.Td>
                    <Table.Td className="numbers">{one.max_uses === null ? one.uses : `${one.uses} / ${one.max_uses}`}</Table.Td>
                    <Table.Td>{one.expires_at ? <When at={one.expires_at} relative /> : t('invitation.no_end')}</Table.Td>
                    <Table.Td>{isOver(one) ? <Badge color="gray">{t('invitation.over')}</Badge> : <Badge color="teal" leftSection={<IconCheck size={12} aria-hidden />}>{t('invitation.open')}</Badge>}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          {hasNextPage && <Group justify="center"><Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>{t('more')}</Button></Group>}
        </Stack>
      )}
    </Stack>
  );
}
