import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconDownload } from '../../../../ui/icons/download';
import { IconPencil } from '../../../../ui/icons/pencil';
import { IconPlus } from '../../../../ui/icons/plus';
import { IconSearch } from '../../../../ui/icons/search';
import { IconUpload } from '../../../../ui/icons/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndpointResponseBody } from '../../../../../../contracts/base/endpoint';
import type {
  listStudyVariables,
  StudyVariable,
} from '../../../../../../contracts/research-data/study-variables';
import { saveFile } from '../../../../lib/save-file';
import { StackingTable, type StackingTableColumn } from '../../../../ui/stacking-table';
import { DescribeVariableDialog, emptyVariable } from './describe.dialog';
import { ImportVariablesDialog } from './import.dialog';
import { variablesCsv } from './variables-csv';

type Row = StudyVariable & { _id: string };
/** The number of variables that are shown at first: a study may have thousands of columns. */
const atOnce = 50;

/**
 * A line for each variable, a search if there are many, and the download and import of
 * descriptions.
 */
export function VariableList({
  studyId,
  listed,
  mayChange,
}: {
  studyId: string;
  listed: EndpointResponseBody<typeof listStudyVariables>;
  mayChange: boolean;
}) {
  const { t } = useTranslation('study-variables');
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(atOnce);
  const [edited, edit] = useState<StudyVariable | null>(null);
  const [isImporting, setImporting] = useState(false);
  const { items, runs, more_runs, more_variables, rehearsed } = listed;
  const wanted = search.trim().toLowerCase();
  const found = items.filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(wanted),
  );
  const columns: (StackingTableColumn<Row> | false)[] = [
    {
      name: 'name',
      label: t('variable'),
      kind: 'heading',
      cell: ({ name, tables }) => (
        <>
          <code style={{ display: 'inline-block', minWidth: '9em' }}>{name}</code>
          {tables.length === 0 && (
            <Text size="sm" c="dimmed" component="span">
              {t('not_a_column')}
            </Text>
          )}
        </>
      ),
    },
    {
      name: 'description',
      label: t('description'),
      cell: (one) => <Said variable={one} />,
    },
    { name: 'unit', label: t('unit'), cell: ({ unit }) => unit },
    {
      name: 'levels',
      label: t('labels'),
      cell: ({ levels }) =>
        levels.length > 0 ? t('labelled', { count: levels.length }) : undefined,
    },
    mayChange && {
      name: 'edit',
      label: '',
      kind: 'actions',
      cell: (one) => (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={t('describe_one', { name: one.name })}
          onClick={() => edit(one)}
        >
          {t('describe')}
        </Button>
      ),
    },
  ];
  const isSaid = items.some(({ version }) => version !== null);
  return (
    <>
      <Text size="sm" c="dimmed">
        {rehearsed
          ? t('from_rehearsal', { count: runs })
          : t(more_runs ? 'from_some_runs' : 'from_runs', { count: runs })}
        {more_variables && ` ${t('more_variables')}`}
      </Text>
      {items.length > 10 && (
        <TextInput
          label={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setMost(atOnce);
          }}
          maw={360}
        />
      )}
      {items.length > 0 && found.length === 0 && <Text size="sm">{t('none_found')}</Text>}
      {found.length > 0 && (
        <StackingTable
          label={t('title')}
          columns={columns.filter((one) => one !== false)}
          items={found.slice(0, most).map((one) => ({ ...one, _id: one.name }))}
        />
      )}
      {found.length > most && (
        <Button variant="default" onClick={() => setMost(most + 200)}>
          {t('more', { count: found.length - most })}
        </Button>
      )}
      <Group gap="sm">
        {mayChange && (
          <>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => edit(emptyVariable)}
            >
              {t('add')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {t('import.open')}
            </Button>
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={items.length === 0}
          onClick={() => saveFile('variables.csv', `\ufeff${variablesCsv(items)}`, 'text/csv')}
        >
          {t(isSaid ? 'save' : 'save_empty')}
        </Button>
      </Group>
      {edited && (
        <DescribeVariableDialog
          key={edited.name}
          studyId={studyId}
          variable={edited}
          onClose={() => edit(null)}
        />
      )}
      {isImporting && (
        <ImportVariablesDialog
          studyId={studyId}
          items={items}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}

/**
 * Shows the researcher's description or, if there is none, the automatic description in the
 * codebook.
 */
function Said({ variable }: { variable: StudyVariable }) {
  const { t } = useTranslation('study-variables');
  const { description, recorded_description: recorded } = variable;
  if (description !== '') return <span style={{ whiteSpace: 'pre-line' }}>{description}</span>;
  return (
    <Text size="sm" c="dimmed" component="span" lineClamp={2}>
      {recorded === null ? t('nothing') : t('recorded', { description: recorded })}
    </Text>
  );
}
