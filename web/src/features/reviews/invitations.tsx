import {
  ActionIcon,
  Alert,
  Button,
  Code,
  CopyButton,
  Group,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconCheck } from '../../ui/icons/check';
import { IconCopy } from '../../ui/icons/copy';
import { IconKey } from '../../ui/icons/key';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Invitation, listInvitations } from '../../../../contracts/researchers/researchers';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { type StackingTableColumn, StackingTable } from '../../ui/stacking-table';
import { TimeWithZone } from '../../ui/dates/agreed';
import { TimeText } from '../../ui/when';
import { InvitationChangeDialog } from './invitation-change.dialog';
import { InvitationForm } from './invitation-form';
import { InvitationRevokeDialog } from './invitation-revoke.dialog';
import { InvitationState } from './invitation-state';
import { ShowMore } from '../../ui/show-more';
import { fullName } from '../../../../contracts/base/full-name.rule';

/** Shows a new invitation code, only once, since the server keeps only its hash. */
function NewCode({ code }: { code: string }) {
  const { t } = useTranslation('reviews');
  return (
    <Alert
      color="teal"
      icon={<IconKey aria-hidden />}
      title={t('invitation.created')}
      role="status"
    >
      <Group gap="sm" mb="xs">
        <Code fz="lg" fw={650} px="sm" py={4}>
          {code}
        </Code>
        <CopyButton value={code} timeout={2000}>
          {({ copied, copy }) => (
            <ActionIcon
              size={44}
              variant="default"
              onClick={copy}
              aria-label={t(copied ? 'invitation.copied' : 'invitation.copy')}
            >
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </Group>
      <Text size="sm">{t('invitation.only_once')}</Text>
    </Alert>
  );
}

type Doing = { what: 'change' | 'revoke'; invitation: Invitation };

export function ResearcherInvitations() {
  const { t } = useTranslation('reviews');
  const [code, setCode] = useState<string | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pagedQuery<Invitation>(listInvitations));
  const invitations = itemsOfPages(data);
  const stop = () => setDoing(null);
  const named = (what: Doing['what'], { label }: Invitation) =>
    label ? t(`invitation.${what}_named`, { label }) : undefined;
  const columns: StackingTableColumn<Invitation>[] = [
    {
      name: 'label',
      label: t('invitation.label'),
      kind: 'heading',
      cell: ({ label }) => (
        <Text span inherit fw={label ? 600 : 400} c={label ? undefined : 'dimmed'}>
          {label ?? t('invitation.unlabelled')}
        </Text>
      ),
    },
    {
      name: 'made',
      label: t('invitation.made'),
      cell: ({ created_at, created_by: by }) => (
        <span>
          <TimeText at={created_at} relative />
          {by && (
            <Text size="sm" c="dimmed">
              {t('invitation.by', { name: fullName(by) })}
            </Text>
          )}
        </span>
      ),
    },
    {
      name: 'used',
      label: t('invitation.used'),
      kind: 'numbers',
      cell: ({ uses, max_uses }) =>
        max_uses === null ? t('invitation.no_limit', { count: uses }) : `${uses} / ${max_uses}`,
    },
    {
      name: 'until',
      label: t('invitation.until'),
      cell: ({ expires_at }) =>
        expires_at ? <TimeWithZone at={expires_at} /> : t('invitation.no_end'),
    },
    {
      name: 'status',
      label: t('invitation.status'),
      cell: (one) => <InvitationState invitation={one} />,
    },
    {
      name: 'actions',
      label: t('invitation.actions'),
      kind: 'actions',
      cell: (one) =>
        one.revoked_at === null && (
          <Group gap={4} justify="flex-end" wrap="nowrap" display="inline-flex">
            <Button
              variant="subtle"
              size="compact-sm"
              mih={44}
              onClick={() => setDoing({ what: 'change', invitation: one })}
              aria-label={named('change', one)}
            >
              {t('invitation.change')}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              mih={44}
              color="red"
              c="var(--mantine-color-error)"
              onClick={() => setDoing({ what: 'revoke', invitation: one })}
              aria-label={named('revoke', one)}
            >
              {t('invitation.revoke')}
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <Stack gap="lg">
      <InvitationForm onCreated={setCode} />
      {code && <NewCode code={code} />}
      {error && <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {isPending ? (
        <LoadingRows count={3} height={44} />
      ) : invitations.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconKey}
            title={t('invitation.empty')}
            text={t('invitation.empty_text')}
          />
        )
      ) : (
        <Stack gap="xs">
          <Title order={2} size="h3">
            {t('invitation.list')}
          </Title>
          <StackingTable label={t('invitation.list')} columns={columns} items={invitations} />
          <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('more')} />
        </Stack>
      )}
      {doing?.what === 'change' && (
        <InvitationChangeDialog invitation={doing.invitation} onClose={stop} />
      )}
      {doing?.what === 'revoke' && (
        <InvitationRevokeDialog invitation={doing.invitation} onClose={stop} />
      )}
    </Stack>
  );
}
