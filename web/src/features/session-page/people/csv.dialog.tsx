import { Alert, Button, FileInput, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconFileAlert } from '../../../ui/icons/file-alert';
import { IconUpload } from '../../../ui/icons/upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enrolmentLimits } from '../../../../../contracts/enrolment/limits';
import { rejectionCategories } from '../../../../../contracts/enrolment/participations';
import {
  decideOnManyParticipations,
  type DecisionByTagOrPseudonym,
} from '../../../../../contracts/enrolment/session-insights';
import type { Encoding } from '../../../../../contracts/tables/encoding.rule';
import { ApiError, mutation } from '../../../lib/http/api';
import { fieldErrorText } from '../../../lib/form';
import { useMutation } from '../../../lib/http/use-mutation';
import { readTextFile } from '../../../lib/read-text';
import type { TableFault } from '../../../lib/tables/read-table';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { EncodingNote } from '../../../ui/tables/encoding-note';
import { useTableFaultText } from '../../../ui/tables/table-faults';
import { useFocusReturn } from '../../../ui/use-focus-return';
import {
  decisionColumns,
  readDecisions,
  lineOfPath,
  parseDecisionLines,
  type DecisionLineFault,
} from './decisions-csv';

interface Fault {
  line: number;
  text: string;
  /** Whether the dialog shows only `text`, without a line number before it. */
  isWhole?: boolean;
}
/** The most faults that are listed; more would not help to find the mistake. */
const mostFaults = 20;
/** The actions that a file may contain, in the order in which their totals are shown. */
const actions = [
  'conclude',
  'approve',
  'reject',
  'screen-out',
  'no-show',
  'nullify',
  'overturn',
] as const;
/** The columns that accept only certain words, each with the words that it accepts. */
const possible = new Map<string, readonly string[]>([
  ['decision', actions],
  ['category', rejectionCategories],
]);

/**
 * Makes the decisions that a file contains. Their lines are checked here and on the server; either
 * all decisions are made or none.
 */
export function DecisionsCsvDialog({
  sessionId,
  onDecided,
  onClose,
}: {
  sessionId: string;
  onDecided: () => void;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['session-page', 'common']);
  const { t: common } = useTranslation('common');
  const faultText = useTableFaultText();
  const [encoding, setEncoding] = useState<Encoding>('utf-8');
  const [faults, setFaults] = useState<Fault[]>([]);
  const [ready, setReady] = useState<{
    decisions: DecisionByTagOrPseudonym[];
    lines: number[];
  } | null>(null);
  const decide = useMutation(mutation(decideOnManyParticipations));
  const said = (code: string) => fieldErrorText(common, code) ?? code;

  const ofLine = ({ line, column, code }: DecisionLineFault): Fault => {
    const words = code === 'not_one_of' || code === 'required' ? possible.get(column) : undefined;
    const text = words
      ? t('session-page:csv.one_of', { column, values: words.join(', ') })
      : `${column}: ${said(code)}`;
    return { line, text };
  };
  const ofTable = (fault: TableFault): Fault =>
    fault.code === 'no_columns'
      ? { line: fault.line, text: t('session-page:csv.columns'), isWhole: true }
      : { line: fault.line, text: faultText(fault), isWhole: true };
  const read = async (file: File | null) => {
    setFaults([]);
    setReady(null);
    setEncoding('utf-8');
    decide.reset();
    if (!file) return;
    if (file.size > enrolmentLimits.decisionsBytes)
      return setFaults([{ line: 1, text: t('session-page:csv.too_large') }]);
    const { text, encoding: read } = await readTextFile(file);
    setEncoding(read);
    const table = parseDecisionLines(text);
    if ('faults' in table) return setFaults(table.faults.map(ofTable));
    const found = readDecisions(table.lines);
    if ('faults' in found) return setFaults(found.faults.map(ofLine));
    const { length } = found.decisions;
    if (length === 0 || length > enrolmentLimits.decisionsAtOnce)
      return setFaults([
        { line: 1, text: t('session-page:csv.rows', { most: enrolmentLimits.decisionsAtOnce }) },
      ]);
    setReady(found);
  };
  const send = () =>
    ready &&
    decide.mutate(
      { params: { id: sessionId }, body: { decisions: ready.decisions } },
      {
        onSuccess: ({ decided, already }) => {
          showMessage(t('session-page:csv.done', { count: decided, already }), {
            type: 'success',
            autoHideMs: 6000,
          });
          onDecided();
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          setFaults(
            error.fields.flatMap(({ path, code }) => {
              const line = lineOfPath(path, ready.lines);
              return line === null ? [] : [{ line, text: said(code) }];
            }),
          );
        },
      },
    );
  const counted = (action: DecisionByTagOrPseudonym['decision']['action']) =>
    ready?.decisions.filter(({ decision }) => decision.action === action).length ?? 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('session-page:csv.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('session-page:csv.lead', { columns: decisionColumns.join(', ') })}</Text>
        <FileInput
          label={t('session-page:csv.file')}
          placeholder={t('session-page:csv.choose')}
          accept=".csv,.tsv,.txt,text/csv"
          leftSection={<IconUpload size={18} aria-hidden />}
          onChange={(file) => void read(file)}
          clearable
          data-autofocus
        />
        {faults.length > 0 && (
          <Alert
            role="alert"
            color="red"
            icon={<IconFileAlert aria-hidden />}
            title={t('session-page:csv.faults')}
          >
            <List size="sm">
              {faults.slice(0, mostFaults).map(({ line, text, isWhole }) => (
                <List.Item key={`${line} ${text}`}>
                  {isWhole ? text : t('session-page:csv.line', { line, text })}
                </List.Item>
              ))}
            </List>
            {faults.length > mostFaults && (
              <Text size="sm" mt="xs">
                {t('session-page:csv.more', { count: faults.length - mostFaults })}
              </Text>
            )}
          </Alert>
        )}
        <EncodingNote encoding={encoding} />
        {ready && faults.length === 0 && (
          <List size="sm" aria-label={t('session-page:csv.ready')}>
            {actions
              .filter((action) => counted(action) > 0)
              .map((action) => (
                <List.Item key={action}>
                  {t(`session-page:csv.will.${action}`, { count: counted(action) })}
                </List.Item>
              ))}
          </List>
        )}
        {decide.error instanceof ApiError && decide.error.fields.length === 0 && (
          <ErrorNotice error={decide.error} kept={t('common:error.kept')} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button onClick={send} loading={decide.isPending} disabled={!ready || faults.length > 0}>
            {t('session-page:csv.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
