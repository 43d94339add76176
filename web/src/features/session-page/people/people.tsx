import { Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUsersGroup } from '../../../ui/icons/users-group';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParticipationState } from '../../../../../contracts/enrolment/participations';
import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import type {
  SessionProgress,
  DecisionByRosterTag,
} from '../../../../../contracts/enrolment/session-insights';
import { type Session } from '../../../../../contracts/enrolment/sessions';
import { mayManageStudy } from '../../../domain/collaborators/role.rule';
import { itemsOfPages } from '../../../lib/http/pages';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { ShowMore } from '../../../ui/show-more';
import { StackingTable } from '../../../ui/stacking-table';
import { useFoldedList } from '../../../ui/use-fold';
import {
  delayDecision,
  usePendingDecisionStore,
} from '../../../domain/decisions/pending-decisions';
import { DecisionsCsvDialog } from './csv.dialog';
import { DecisionToolbar } from './decision-toolbar';
import { DecisionDialog, type DecisionWithReason } from './decision.dialog';
import { PersonRecords } from './person-records';
import { RunTable } from './run-table';
import { ParticipantFilters } from './filters';
import { peopleColumns } from './people-columns';
import {
  matchesPeopleFilter,
  type PeopleEntry,
  unlistedRuns,
  type PeopleFilter,
  participantRowsOf,
  type ParticipantRow,
  toggleSelection,
} from './people.rule';
import { possibleDecisions as possibleIn } from './possible-decisions.rule';
import { PeopleHead } from './people-head';
import { useRoster } from './use-roster';

const fewOnPhones = 8;
type Decision = DecisionByRosterTag['decision'];

interface Props {
  session: Session;
  /** The runs that are loaded so far. `isWhole`: whether these are all runs of the session. */
  runs: readonly RunListEntry[];
  isWhole: boolean;
  minutes: SessionProgress['minutes'];
  onChanged: () => void;
}

/** Lists the participants of a session, one row each, with buttons to select, decide and undo. */
export function ParticipantList({ session, runs, isWhole, minutes, onChanged }: Props) {
  const { t } = useTranslation(['session-page', 'participation', 'common']);
  const [state, setState] = useState<ParticipationState | null>(null);
  const [filter, setFilter] = useState<PeopleFilter>('all');
  const [names, setNames] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [explaining, setExplaining] = useState<DecisionWithReason | null>(null);
  const [csv, csvDialog] = useDisclosure();
  const [reading, setReading] = useState<string | null>(null);
  const held = usePendingDecisionStore((all) => all.held).filter(
    (one) => one.sessionId === session._id,
  );
  const list = useRoster(session._id, { names, state });
  const people = participantRowsOf(itemsOfPages(list.data), runs, {
    runsHere: session.runs_here,
    isWhole,
    minutes,
  });
  const of = (one: PeopleFilter) =>
    people.filter((person) => matchesPeopleFilter(person, one, session.runs_here));
  const filtered = of(filter);
  const entries = filtered.map(({ entry }) => entry);
  const { shown, ...fold } = useFoldedList(filtered, fewOnPhones);
  // A viewer with access to the roster only reads it (docs/decisions/collaborators.md).
  const decides = mayManageStudy(session.role);
  const possible = (now: ParticipationState) => possibleIn(now, session.researcher_concludes);
  const heldOf = (tag: string) =>
    held.find(({ decisions }) => decisions.some((one) => one.tag === tag));
  const selectable = entries.filter((e) => possible(e.state).length > 0 && !heldOf(e.tag));
  const selected = selectable.filter((e) => chosen.has(e.tag));
  const toggle = (tag: string) => setChosen((now) => toggleSelection(now, tag));
  const decide = (decision: Decision, about: readonly PeopleEntry[] = selected) => {
    const tags = about.filter((e) => possible(e.state).includes(decision.action));
    if (tags.length === 0) return;
    delayDecision(
      session._id,
      tags.map(({ tag }) => ({ tag, decision })),
    );
    setChosen(new Set());
  };
  const clean = of('clean').filter(({ entry }) => !heldOf(entry.tag));
  const approveClean = () => {
    // Shows all participants whom this button approves, so that no decision is made about a hidden
    // one.
    setFilter('clean');
    fold.unfold();
    delayDecision(
      session._id,
      clean.map(({ entry }) => ({ tag: entry.tag, decision: { action: 'approve' } })),
    );
  };
  /** Handles a key that decides about the participant of the row, or about all selected ones. */
  const byKey = (key: string, { entry }: ParticipantRow): boolean => {
    const action = ({ a: 'approve', r: 'reject' } as const)[key.toLowerCase()];
    if (!decides || action === undefined || heldOf(entry.tag)) return false;
    const about = selected.length > 0 ? selected : [entry];
    if (!about.some(({ state: now }) => possible(now).includes(action))) return false;
    if (action === 'approve') decide({ action }, about);
    else {
      setChosen(new Set(about.map(({ tag }) => tag)));
      setExplaining(action);
    }
    return true;
  };
  const able = (action: Decision['action']) =>
    selected.filter((e) => possible(e.state).includes(action)).length;
  const begin = (action: Decision['action']) =>
    action === 'reject' || action === 'nullify' || action === 'overturn'
      ? setExplaining(action)
      : decide({ action });

  const columns = peopleColumns(t, {
    sessionId: session._id,
    people,
    mayRun: decides,
    median: minutes?.plausible ? minutes.median : null,
    isChosen: (tag) => chosen.has(tag),
    heldOf,
    onToggle: toggle,
    onRead: (run) => setReading(run._id),
  });
  return (
    <Stack gap="sm">
      <PeopleHead sessionId={session._id} decides={decides} onFile={csvDialog.open} />
      <ParticipantFilters
        filter={filter}
        count={(one) => of(one).length}
        onFilter={(next) => {
          setFilter(next);
          setChosen(new Set());
        }}
        state={state}
        onState={setState}
        names={session.sees_names ? names : null}
        onNames={setNames}
      />
      {session.privacy_level === 'anonymous' && (
        <Text size="sm" c="dimmed">
          {t('session-page:people.tomorrow')}
        </Text>
      )}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending ? (
        <LoadingRows count={4} height={44} />
      ) : entries.length === 0 && !list.error ? (
        <EmptyState
          icon={IconUsersGroup}
          title={t(
            state || filter !== 'all' ? 'session-page:people.none_so' : 'session-page:people.none',
          )}
          text={t('session-page:people.none_text')}
        />
      ) : (
        <>
          {decides && (
            <DecisionToolbar
              reward={session.reward}
              selectable={selectable}
              selected={selected}
              clean={clean.length}
              held={held}
              able={able}
              onChooseAll={() => {
                // Shows all selected rows, so that no decision is made about a hidden one.
                fold.unfold();
                setChosen(
                  new Set(
                    selected.length === selectable.length ? [] : selectable.map(({ tag }) => tag),
                  ),
                );
              }}
              onApproveClean={approveClean}
              onDecide={begin}
            />
          )}
          {decides && (
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t('session-page:people.keys')}
            </Text>
          )}
          <StackingTable
            label={t('session-page:people.title')}
            columns={columns}
            items={shown}
            compact
            oneStop
            onRowKey={byKey}
          />
          <ShowMore list={list} label={t('session-page:people.more')} fold={fold} />
        </>
      )}
      {filter === 'all' && state === null && !list.isPending && !list.hasNextPage && (
        // Shows the runs that the list above does not: earlier attempts, and runs of people without
        // a row.
        <RunTable
          title={t('session-page:runs.others')}
          runs={unlistedRuns(people, runs)}
          onRead={(run) => setReading(run._id)}
        />
      )}
      <PersonRecords
        reading={reading}
        runs={runs}
        people={filtered}
        heldOf={heldOf}
        possible={decides ? possible : () => []}
        onRead={setReading}
        onDecide={(action, entry) => {
          if (action === 'approve') return decide({ action }, [entry]);
          setChosen(new Set([entry.tag]));
          setExplaining(action);
        }}
      />
      {explaining && (
        <DecisionDialog
          action={explaining}
          people={able(explaining)}
          isAnonymous={session.privacy_level === 'anonymous'}
          onDecide={decide}
          onClose={() => setExplaining(null)}
        />
      )}
      {csv && (
        <DecisionsCsvDialog
          sessionId={session._id}
          onDecided={onChanged}
          onClose={csvDialog.close}
        />
      )}
    </Stack>
  );
}
