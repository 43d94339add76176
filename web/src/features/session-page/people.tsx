import { Button, Checkbox, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTableImport, IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { participationStates, type ParticipationState } from '../../../../contracts/participations';
import type { TagDecision } from '../../../../contracts/session-insights';
import { readRoster, type RosterEntry, type Session } from '../../../../contracts/sessions';
import { ParticipationState as StateBadge } from '../../domain/participations/participation-state';
import { formatDate, formatMoment } from '../../lib/format';
import { itemsOf, pages } from '../../lib/http/pages';
import { AppLink } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { SkeletonList } from '../../ui/feedback/loading';
import { StackingTable } from '../../ui/stacking-table';
import { CsvDialog } from './csv.dialog';
import { DecisionDialog, type Explained } from './decision.dialog';
import { hold, useHeld } from './held/held-decisions';
import { HeldRow, HeldTogether } from './held/held-notice';
import { possible as possibleIn } from './possible-decisions.rule';
import { SavePeople } from './save-people';
import { ShowMore } from '../../ui/show-more';
import { useFold } from '../../ui/use-fold';

const fewOnPhones = 8;
type Entry = z.output<typeof RosterEntry>;
type Decision = TagDecision['decision'];

/** The participations of a session by their tags: filter, choose, decide, undo. */
export function People({ session, onChanged }: { session: Session; onChanged: () => void }) {
  const { t } = useTranslation(['session-page', 'participation', 'common']);
  const [state, setState] = useState<ParticipationState | null>(null);
  const [names, setNames] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [explaining, setExplaining] = useState<Explained | null>(null);
  const [csv, csvDialog] = useDisclosure();
  const held = useHeld((all) => all.held).filter((one) => one.sessionId === session._id);
  const list = useInfiniteQuery(
    pages<Entry>(readRoster, {
      params: { id: session._id },
      query: { names: String(names), ...(state && { state: [state] }) },
    }),
  );
  const entries = itemsOf(list.data);
  const { shown, ...fold } = useFold(entries, fewOnPhones);
  const possible = (of: ParticipationState) => possibleIn(of, session.researcher_concludes);
  const heldOf = (tag: string) =>
    held.find(({ decisions }) => decisions.some((one) => one.tag === tag));
  const selectable = entries.filter((e) => possible(e.state).length > 0 && !heldOf(e.tag));
  const selected = selectable.filter((e) => chosen.has(e.tag));
  const toggle = (tag: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(tag)) next.add(tag);
      return next;
    });
  const decide = (decision: Decision) => {
    const tags = selected.filter((e) => possible(e.state).includes(decision.action));
    hold(
      session._id,
      tags.map(({ tag }) => ({ tag, decision })),
    );
    setChosen(new Set());
  };
  const able = (action: Decision['action']) =>
    selected.filter((e) => possible(e.state).includes(action)).length;
  const begin = (action: Decision['action']) =>
    action === 'reject' || action === 'nullify' ? setExplaining(action) : decide({ action });
  const actions = ['conclude', 'approve', 'reject', 'screen-out', 'no-show', 'nullify'] as const;
  // The owner alone learns names (docs/decisions/0057-collaborators.md).
  const hasNames = session.privacy_level !== 'anonymous' && session.role === 'owner';

  const columns = [
    {
      name: 'tag',
      label: t('session-page:people.tag'),
      kind: 'heading' as const,
      cell: ({ tag, state: now, first_name, last_name, email }: Entry) => (
        <Checkbox
          label={
            <>
              <code title={tag}>{tag.slice(0, 6)}</code>
              {email && (
                <Text size="sm" component="span" ml="xs">
                  {first_name} {last_name} · {email}
                </Text>
              )}
            </>
          }
          checked={chosen.has(tag)}
          onChange={() => toggle(tag)}
          disabled={possible(now).length === 0 || heldOf(tag) !== undefined}
        />
      ),
    },
    {
      name: 'state',
      label: t('session-page:people.state'),
      cell: ({ tag, state: now }: Entry) => {
        const waiting = heldOf(tag);
        return waiting ? <HeldRow held={waiting} /> : <StateBadge state={now} />;
      },
    },
    {
      name: 'since',
      label: t('session-page:people.since'),
      cell: ({ day, since }: Entry) => (since ? formatMoment(since) : formatDate(day)),
    },
    {
      name: 'message',
      label: t('session-page:people.message'),
      kind: 'actions' as const,
      cell: ({ tag, entry }: Entry) => (
        <AppLink
          to={`/sessions/${session._id}/messages/${entry}`}
          size="sm"
          aria-label={t('session-page:people.write_to', { tag: tag.slice(0, 6) })}
        >
          {t('session-page:people.write')}
        </AppLink>
      ),
    },
  ];
  const items = shown.map((entry) => ({ ...entry, _id: entry.tag }));
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Title order={2} size="h3">
          {t('session-page:people.title')}
        </Title>
        <Group gap="xs">
          <SavePeople sessionId={session._id} />
          <Button
            variant="default"
            leftSection={<IconTableImport size={18} aria-hidden />}
            onClick={csvDialog.open}
          >
            {t('session-page:csv.open')}
          </Button>
        </Group>
      </Group>
      <Group gap="md" align="flex-end">
        <Select
          label={t('session-page:people.filter')}
          data={participationStates.map((one) => ({
            value: one,
            label: t(`participation:state.${one}`),
          }))}
          value={state}
          onChange={(next) => setState(next)}
          placeholder={t('session-page:people.all')}
          clearable
          clearButtonProps={{ 'aria-label': t('session-page:people.all') }}
          w={{ base: '100%', xs: 240 }}
        />
        {hasNames && (
          <Checkbox
            label={t('session-page:people.names')}
            description={t('session-page:people.names_hint')}
            checked={names}
            onChange={(event) => setNames(event.currentTarget.checked)}
          />
        )}
      </Group>
      {session.privacy_level === 'anonymous' && (
        <Text size="sm" c="dimmed">
          {t('session-page:people.tomorrow')}
        </Text>
      )}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending ? (
        <SkeletonList count={4} height={44} />
      ) : entries.length === 0 && !list.error ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t(state ? 'session-page:people.none_so' : 'session-page:people.none')}
          text={t('session-page:people.none_text')}
        />
      ) : (
        <>
          <Group gap="xs" role="toolbar" aria-label={t('session-page:people.toolbar')}>
            <Checkbox
              label={t('session-page:people.choose_all')}
              checked={selectable.length > 0 && selected.length === selectable.length}
              indeterminate={selected.length > 0 && selected.length < selectable.length}
              onChange={() => {
                // All selected rows are shown: no decision is made about a hidden one.
                fold.unfold();
                setChosen(
                  new Set(
                    selected.length === selectable.length ? [] : selectable.map(({ tag }) => tag),
                  ),
                );
              }}
              disabled={selectable.length === 0}
            />
            {actions
              .filter((action) => able(action) > 0)
              .map((action) => (
                <Button
                  key={action}
                  size="compact-md"
                  variant={action === 'approve' ? 'filled' : 'default'}
                  onClick={() => begin(action)}
                >
                  {t(`session-page:decide.on.${action}`, { count: able(action) })}
                </Button>
              ))}
          </Group>
          {held.map((one) => (
            <HeldTogether key={one.id} held={one} />
          ))}
          <StackingTable
            label={t('session-page:people.title')}
            columns={columns}
            items={items}
            compact
          />
          <ShowMore list={list} label={t('session-page:people.more')} fold={fold} />
        </>
      )}
      {explaining && (
        <DecisionDialog
          action={explaining}
          people={able(explaining)}
          onDecide={decide}
          onClose={() => setExplaining(null)}
        />
      )}
      {csv && <CsvDialog sessionId={session._id} onDecided={onChanged} onClose={csvDialog.close} />}
    </Stack>
  );
}
