import { Alert, Button, FileInput, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconColumnsOff } from '../../../../ui/icons/columns-off';
import { IconFileAlert } from '../../../../ui/icons/file-alert';
import { IconUpload } from '../../../../ui/icons/upload';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  describeStudyVariables,
  variableLimits,
  type StudyVariable,
  type VariableDescription,
} from '../../../../../../contracts/research-data/study-variables';
import type { Encoding } from '../../../../../../contracts/tables/encoding.rule';
import { fieldErrorText } from '../../../../lib/form';
import { mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { readTextFile } from '../../../../lib/read-text';
import { tableFaults } from '../../../../lib/tables/read-table';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { EncodingNote } from '../../../../ui/tables/encoding-note';
import { useTableFaultText } from '../../../../ui/tables/table-faults';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import {
  changedVariables,
  variablesCsvColumns,
  variablesFileFaults,
  unknownColumns,
  readVariables,
  type VariablesFault,
} from './variables-csv';
import { storeDescriptions } from './variables-in-cache';

const mostBytes = 1_000_000;
const mostFaults = 20;
const mostNames = 20;

/**
 * Imports descriptions from a file: checks each line, shows each new description beside the present
 * one, then saves all new descriptions together.
 */
export function ImportVariablesDialog({
  studyId,
  items,
  onClose,
}: {
  studyId: string;
  items: readonly StudyVariable[];
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['study-variables', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const faultText = useTableFaultText();
  const [encoding, setEncoding] = useState<Encoding>('utf-8');
  const [faults, setFaults] = useState<VariablesFault[]>([]);
  const [read, setRead] = useState<VariableDescription[] | null>(null);
  const save = useMutation({
    ...mutation(describeStudyVariables),
    onSuccess: ({ items: said }) => {
      storeDescriptions(client, studyId, said);
      showMessage(t('study-variables:import.done', { count: said.length }), { type: 'success' });
      onClose();
    },
  });
  const now = new Map(items.map((one) => [one.name, one]));
  const changed = read ? changedVariables(read, items) : [];
  const replaced = changed.filter(({ name }) => (now.get(name)?.version ?? null) !== null);
  const notYet = unknownColumns(changed, items);
  const isTooMany = changed.length > variableLimits.atOnce;

  const take = async (file: File | null) => {
    setFaults([]);
    setRead(null);
    setEncoding('utf-8');
    save.reset();
    if (!file) return;
    if (file.size > mostBytes) return setFaults([{ line: 1, column: '', code: 'too_long' }]);
    const { text, encoding: letters } = await readTextFile(file);
    setEncoding(letters);
    const found = readVariables(text, new Set(now.keys()));
    if ('faults' in found) setFaults(found.faults);
    else setRead(found.variables);
  };
  const said = ({ line, column, code }: VariablesFault) => {
    const ofTable = tableFaults.find((one) => one === code && one !== 'no_columns');
    if (ofTable) return faultText({ line, column, code: ofTable });
    const ofFile = variablesFileFaults.find((one) => one === code);
    const what = ofFile ? t(`study-variables:import.${ofFile}`) : fieldErrorText(common, code);
    const text = [column, what ?? code].filter(Boolean).join(': ');
    return t('study-variables:import.line', { line, text });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('study-variables:import.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Text size="sm">
          {t('study-variables:import.lead', { columns: variablesCsvColumns.join(', ') })}
        </Text>
        <FileInput
          label={t('study-variables:import.file')}
          placeholder={t('study-variables:import.choose')}
          accept=".csv,.tsv,.txt,text/csv"
          leftSection={<IconUpload size={18} aria-hidden />}
          onChange={(file) => void take(file)}
          data-autofocus
        />
        {faults.length > 0 && (
          <Alert
            color="red"
            icon={<IconFileAlert aria-hidden />}
            title={t('study-variables:import.faults')}
          >
            <List size="sm">
              {faults.slice(0, mostFaults).map((fault) => (
                <List.Item key={`${fault.line} ${fault.column} ${fault.code}`}>
                  {said(fault)}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <EncodingNote encoding={encoding} />
        {read && (
          <div role="status">
            <Text size="sm">
              {isTooMany
                ? t('study-variables:import.too_many', { most: variableLimits.atOnce })
                : changed.length === 0
                  ? t('study-variables:import.same')
                  : t('study-variables:import.will', { count: changed.length })}
            </Text>
            {replaced.length > 0 && (
              <Text size="sm" mt={4}>
                {t('study-variables:import.replaces', {
                  count: replaced.length,
                  names: replaced
                    .slice(0, 10)
                    .map(({ name }) => name)
                    .join(', '),
                })}
              </Text>
            )}
            {notYet.length > 0 && (
              <Alert
                mt="sm"
                color="yellow"
                icon={<IconColumnsOff size={20} aria-hidden />}
                title={t('study-variables:import.not_yet', { count: notYet.length })}
              >
                <List size="sm">
                  {notYet.slice(0, mostNames).map(({ name, like }) => (
                    <List.Item key={name}>
                      {like === null
                        ? name
                        : t('study-variables:import.not_yet_like', { name, like })}
                    </List.Item>
                  ))}
                </List>
                {notYet.length > mostNames && (
                  <Text size="sm">
                    {t('study-variables:import.not_yet_more', {
                      count: notYet.length - mostNames,
                    })}
                  </Text>
                )}
                <Text size="sm" mt={4}>
                  {t('study-variables:import.not_yet_text', { count: notYet.length })}
                </Text>
              </Alert>
            )}
          </div>
        )}
        <ErrorNotice error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            loading={save.isPending}
            disabled={changed.length === 0 || isTooMany}
            onClick={() =>
              save.mutate({
                params: { id: studyId },
                body: {
                  variables: changed.map((one) => ({
                    ...one,
                    version: now.get(one.name)?.version ?? null,
                  })),
                },
              })
            }
          >
            {t('study-variables:import.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
