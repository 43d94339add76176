import { Button, Fieldset, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeStudy,
  listStudies,
  readStudy,
  type Study,
} from '../../../../../../contracts/studies';
import { mutation, query } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import classes from '../save-bar.module.css';
import { FilterRow } from './filter-row';
import { FittingPeople } from './fitting-people';
import { emptyFilter, type Filter, gapOf, kinds } from './filters.rule';

/** A row keeps its identity while it is edited and others are removed. */
interface Row {
  key: number;
  filter: Filter;
}
let lastKey = 0;
const rowsOf = (filters: readonly Filter[]): Row[] =>
  filters.map((filter) => ({ key: ++lastKey, filter }));

/** Who may take part: conditions in sentences, all of which must hold (docs/domain.md, 5). */
export function EligibilityForm({
  study,
  onDirty,
}: {
  study: Study;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation(['eligibility', 'studies', 'common']);
  const client = useQueryClient();
  const [rows, setRows] = useState(() => rowsOf(study.eligibility));
  const [isTold, setTold] = useState(false);
  const added = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const saved = JSON.stringify(study.eligibility);
  const filters = rows.map(({ filter }) => filter);
  const isDirty = JSON.stringify(filters) !== saved;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // The study was changed in another window and this form has no unsaved changes.
  const known = useRef(saved);
  useEffect(() => {
    if (known.current === saved) return;
    known.current = saved;
    setRows((now) => (isDirty ? now : rowsOf(JSON.parse(saved) as Filter[])));
  }, [saved, isDirty]);
  const own = useQuery(query(listStudies, { query: { scope: 'mine', limit: 200 } }));
  const studies = (own.data?.items ?? []).filter(({ _id }) => _id !== study._id);
  const save = useMutation({
    ...mutation(changeStudy),
    onSuccess: () => client.invalidateQueries({ queryKey: [listStudies.path] }),
  });
  const submit = () => {
    setTold(true);
    if (filters.some((one) => gapOf(one) !== null)) return;
    save.mutate(
      { params: { id: study._id }, body: { eligibility: filters } },
      {
        onSuccess: (now) => {
          client.setQueryData(query(readStudy, { params: { id: study._id } }).queryKey, now);
          setTold(false);
          showMessage(t('common:saved'), { type: 'success' });
        },
      },
    );
  };
  const add = (kind: Filter['filter']) => {
    setRows((now) => [...now, { key: ++lastKey, filter: emptyFilter(kind) }]);
    setTold(false);
    added.current = true;
  };
  /** The new condition is what comes next; the menu has given the focus back to its button by then. */
  const toAdded = () => {
    if (added.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    added.current = false;
  };
  const missing = kinds.filter((kind) => !filters.some((one) => one.filter === kind));
  return (
    <Fieldset variant="unstyled" disabled={study.state === 'archived'}>
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
          <Stack component="ul" gap="sm" p={0} m={0} ref={list} aria-label={t('eligibility:title')}>
            {rows.map(({ key, filter }) => (
              <FilterRow
                key={key}
                filter={filter}
                studies={studies}
                isTold={isTold}
                onChange={(next) =>
                  setRows((now) =>
                    now.map((one) => (one.key === key ? { key, filter: next } : one)),
                  )
                }
                onRemove={() => setRows((now) => now.filter((one) => one.key !== key))}
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
              <Menu.Dropdown>
                {missing.map((kind) => (
                  <Menu.Item key={kind} onClick={() => add(kind)}>
                    {t(`eligibility:who.${kind}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
        <FittingPeople filters={filters} />
        <Text size="sm" c="dimmed" className="measure">
          {t('eligibility:unknown')}
        </Text>
        <ErrorNotice error={save.error} kept={t('common:error.kept')} />
      </Stack>
      {isDirty && (
        <div className={classes.bar}>
          <Text size="sm" role="status">
            {t('studies:unsaved.here')}
          </Text>
          <Group gap="sm">
            <Button
              variant="default"
              onClick={() => {
                setRows(rowsOf(study.eligibility));
                setTold(false);
                save.reset();
              }}
            >
              {t('studies:unsaved.discard')}
            </Button>
            <Button onClick={submit} loading={save.isPending}>
              {t('common:action.save')}
            </Button>
          </Group>
        </div>
      )}
    </Fieldset>
  );
}
