import { Button, Fieldset, Menu, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '../../../ui/icons/plus';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { incompleteFilterReason } from '../../../../../contracts/studies/eligibility';
import { listStudies } from '../../../../../contracts/studies/studies';
import { query } from '../../../lib/http/api';
import type { StudyDraft } from '../draft/study-draft';
import { useDraftField } from '../draft/use-study-draft';
import { FilterRow } from './filter-row';
import { FittingPeople } from './fitting-people';
import { emptyFilter, type ParticipantFilter, filterGroups, filterKinds } from './filters.rule';

/** One filter with its React key. The key stays the same when rows are edited or removed. */
interface Row {
  key: number;
  filter: ParticipantFilter;
}
let lastKey = 0;
const rowsOf = (filters: readonly ParticipantFilter[]): Row[] =>
  filters.map((filter) => ({ key: ++lastKey, filter }));

/** Shows the eligibility rule as sentences; all of its conditions must hold (docs/domain.md, 5). */
export function EligibilityForm({
  draft,
  studyId,
  disabled,
}: {
  draft: StudyDraft;
  studyId: string;
  disabled: boolean;
}) {
  const { t } = useTranslation(['eligibility', 'studies', 'common']);
  const { value: filters, onChange } = useDraftField(draft, 'eligibility');
  const [rows, setRows] = useState(() => rowsOf(filters));
  const [isTold, setTold] = useState(() =>
    filters.some((one) => incompleteFilterReason(one) !== null),
  );
  const added = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const change = (next: Row[]) => {
    setRows(next);
    onChange(next.map(({ filter }) => filter));
  };
  // If an undo or another researcher has changed the filters, the rows are built from the changed
  // filters.
  const kept = JSON.stringify(filters);
  useEffect(() => {
    setRows((now) =>
      JSON.stringify(now.map(({ filter }) => filter)) === kept
        ? now
        : rowsOf(JSON.parse(kept) as ParticipantFilter[]),
    );
  }, [kept]);
  const own = useQuery(query(listStudies, { query: { scope: 'mine', limit: 200 } }));
  const studies = (own.data?.items ?? []).filter(({ _id }) => _id !== studyId);
  const add = (kind: ParticipantFilter['filter']) => {
    change([...rows, { key: ++lastKey, filter: emptyFilter(kind) }]);
    setTold(false);
    added.current = true;
  };
  /** Moves the focus to the new condition, after the closing menu has focused its own button. */
  const toAdded = () => {
    if (added.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    added.current = false;
  };
  const missing = filterKinds.filter((kind) => !filters.some((one) => one.filter === kind));
  return (
    <Fieldset variant="unstyled" disabled={disabled}>
      <Stack gap="lg" maw="44rem">
        <div>
          <Title order={2} size="h3">
            {t('eligibility:title')}
          </Title>
          <Text c="dimmed" className="measure">
            {t(rows.length === 0 ? 'eligibility:everybody' : 'eligibility:all_hold')}
          </Text>
        </div>
        {rows.length > 0 && (
          <Stack
            component="ul"
            gap="sm"
            p={0}
            m={0}
            ref={list}
            aria-label={t('eligibility:title')}
            // Errors of incomplete conditions appear only after the researcher has left the list of
            // conditions.
            onBlur={({ currentTarget, relatedTarget }) => {
              if (relatedTarget && !currentTarget.contains(relatedTarget)) setTold(true);
            }}
          >
            {rows.map(({ key, filter }) => (
              <FilterRow
                key={key}
                filter={filter}
                studies={studies}
                isTold={isTold}
                onChange={(next) =>
                  change(rows.map((one) => (one.key === key ? { key, filter: next } : one)))
                }
                onRemove={() => change(rows.filter((one) => one.key !== key))}
              />
            ))}
          </Stack>
        )}
        {missing.length > 0 && (
          <div>
            <Menu position="bottom-start" withinPortal onExitTransitionEnd={toAdded}>
              <Menu.Target>
                <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />}>
                  {t('eligibility:add')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
                {(Object.keys(filterGroups) as (keyof typeof filterGroups)[]).map((group) => {
                  const offered = filterGroups[group].filter((kind) => missing.includes(kind));
                  return (
                    offered.length > 0 && (
                      <Fragment key={group}>
                        <Menu.Label>{t(`eligibility:group.${group}`)}</Menu.Label>
                        {offered.map((kind) => (
                          <Menu.Item key={kind} onClick={() => add(kind)}>
                            {t(`eligibility:who.${kind}`)}
                          </Menu.Item>
                        ))}
                      </Fragment>
                    )
                  );
                })}
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
        <FittingPeople filters={filters} />
        <Text size="sm" c="dimmed" className="measure">
          {t('eligibility:unknown')}
        </Text>
      </Stack>
    </Fieldset>
  );
}
