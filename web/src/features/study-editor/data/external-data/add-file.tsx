import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addExternalData,
  listExternalData,
} from '../../../../../../contracts/research-data/external-data';
import { listStudyExports } from '../../../../../../contracts/research-data/research-data';
import { readStudyStorage } from '../../../../../../contracts/study-files/study-storage';
import { call } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { LazySelect } from '../../../../ui/fields/lazy-select';
import { LoadingRows } from '../../../../ui/loading/loading';
import { ExternalDataFaults, ExternalDataCheckCounts } from './check-result';
import { ColumnChoice } from './column-choice';
import { columnRangesOf } from './places.rule';

interface Props {
  studyId: string;
  file: File;
  replaces: string | undefined;
  onDone: () => void;
}
interface Options {
  participant?: number;
  session?: number;
  several: boolean;
  leave_unknown: boolean;
}

/**
 * Shows a chosen file before it is added: what adding it would do, its columns, and the button that
 * adds it.
 */
export function AddExternalDataFile({ studyId, file, replaces, onDone }: Props) {
  const { t } = useTranslation(['external-data', 'common']);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [options, setOptions] = useState<Options>({ several: false, leave_unknown: false });
  /**
   * The columns that the researcher chose. Before the researcher chooses, it is null, and the
   * columns that the server proposes are used.
   */
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const params = { id: studyId };
  const query = {
    ...options,
    several: String(options.several),
    leave_unknown: String(options.leave_unknown),
    name: file.name.slice(-200),
    ...(replaces && { replaces }),
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [addExternalData.path, studyId, file.name, file.size, file.lastModified, options],
    queryFn: async () => {
      const found = await call(addExternalData, {
        params,
        query: { ...query, dry_run: 'true' },
        file,
      });
      return 'header_lines' in found ? found : undefined;
    },
    placeholderData: (before) => before,
    // The check uploads the whole file: it never repeats by itself, and its result is not cached.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const proposed = data?.columns.filter(({ kept }) => kept).map(({ number }) => number);
  const columns = [...(chosen ?? proposed ?? [])].filter((number) => {
    const column = data?.columns[number - 1];
    return column && !column.refused && number !== data.participant && number !== data.session;
  });
  const add = useMutation({
    mutationFn: () =>
      call(addExternalData, {
        params,
        query: { ...query, columns: columnRangesOf(columns) },
        file,
      }),
    onSuccess: async () => {
      showMessage(t('external-data:added'), { type: 'success' });
      onDone();
      await Promise.all(
        [listExternalData, listStudyExports, readStudyStorage].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      );
    },
    // Repeats the check: meanwhile participants may have started, or withdrawn their data.
    onError: () => void refetch(),
  });
  const change = (next: Partial<Options>) => {
    add.reset();
    setOptions({ ...options, ...next });
  };
  const choices = (data?.columns ?? []).map(({ number, name }) => ({
    value: String(number),
    label: name || t('external-data:unnamed', { number }),
  }));
  return (
    <Stack gap="md" aria-busy={isFetching}>
      <Title order={4} size="h6" ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
        {t(replaces ? 'external-data:replacing' : 'external-data:adding', { name: file.name })}
      </Title>
      {!data && isFetching && <LoadingRows count={2} height={56} />}
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data && (
        <>
          <ExternalDataCheckCounts check={data} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            <LazySelect
              label={t('external-data:participant')}
              description={t('external-data:participant_text')}
              data={choices}
              value={data.participant === null ? null : String(data.participant)}
              placeholder={t('external-data:none')}
              onChange={(value) => {
                if (value !== null) change({ participant: Number(value) });
              }}
              allowDeselect={false}
            />
            <LazySelect
              label={t('external-data:session')}
              description={t('external-data:session_text')}
              data={choices}
              value={data.session === null ? null : String(data.session)}
              placeholder={t('external-data:none')}
              onChange={(value) => {
                if (value !== null) change({ session: Number(value) });
              }}
              allowDeselect={false}
            />
          </SimpleGrid>
          <Checkbox
            label={t('external-data:several')}
            description={t('external-data:several_text')}
            checked={options.several}
            onChange={({ currentTarget }) => change({ several: currentTarget.checked })}
          />
          <Checkbox
            label={t('external-data:leave_unknown')}
            description={t('external-data:leave_unknown_text')}
            checked={options.leave_unknown}
            onChange={({ currentTarget }) => change({ leave_unknown: currentTarget.checked })}
          />
          <ExternalDataFaults check={data} />
          <ColumnChoice
            check={data}
            chosen={new Set(columns)}
            onChange={(next) => {
              add.reset();
              setChosen(next);
            }}
          />
        </>
      )}
      <ErrorNotice error={add.error} kept={t('external-data:kept')} />
      {data && data.faults.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('external-data:mend_first')}
        </Text>
      )}
      <Group gap="sm">
        <Button
          loading={add.isPending}
          disabled={!data || isFetching || data.faults.length > 0 || columns.length === 0}
          onClick={() => add.mutate()}
        >
          {t(replaces ? 'external-data:replace_now' : 'external-data:add', {
            count: data?.matched ?? 0,
          })}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common:action.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
