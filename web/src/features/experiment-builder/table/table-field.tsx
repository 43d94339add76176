import { Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconClipboardText } from '../../../ui/icons/clipboard-text';
import { IconCopy } from '../../../ui/icons/copy';
import { IconFileUpload } from '../../../ui/icons/file-upload';
import { IconTable } from '../../../ui/icons/table';
import { IconTrash } from '../../../ui/icons/trash';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecodedText, Encoding } from '../../../../../contracts/tables/encoding.rule';
import type { VariablesTable } from '../../../../../contracts/timeline/timeline';
import { readTextFile } from '../../../lib/read-text';
import { showMessage } from '../../../lib/ui.store';
import { EncodingNote } from '../../../ui/tables/encoding-note';
import { TableFaults } from '../../../ui/tables/table-faults';
import { parseTable, textOfTable } from './edits';
import { PastedPreview } from './pasted-preview';
import { VariablesGrid } from './variables-grid';

interface Props {
  value: VariablesTable | undefined;
  onChange: (table: VariablesTable | undefined, what?: string) => void;
}

/** A field for the table of a block, which researchers type or paste from a spreadsheet. */
export function TableField({ value, onChange }: Props) {
  const { t } = useTranslation('builder');
  const [pasting, setPasting] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const begin = () => {
    onChange({ columns: [t('table.first_column')], rows: [['']] });
    // The pressed button is gone, so the first cell takes the focus.
    requestAnimationFrame(() =>
      whole.current?.querySelector<HTMLElement>('[data-cell="0,0"]')?.focus(),
    );
  };
  const copy = () =>
    void navigator.clipboard
      .writeText(textOfTable(value ?? { columns: [], rows: [] }))
      .then(() => showMessage(t('table.copied'), { type: 'success' }));
  return (
    <Stack gap="xs" ref={whole}>
      {value && <VariablesGrid label={t('table.title')} table={value} onChange={onChange} />}
      <Group gap="xs">
        {!value && (
          <Button
            size="sm"
            variant="light"
            leftSection={<IconTable size={18} aria-hidden />}
            onClick={begin}
          >
            {t('table.begin')}
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          leftSection={<IconClipboardText size={18} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          {t('table.paste')}
        </Button>
        {value && (
          <>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {t('table.copy')}
            </Button>
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => onChange(undefined)}
            >
              {t('table.remove')}
            </Button>
          </>
        )}
      </Group>
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onTable={(table) => {
            setPasting(false);
            onChange(table);
          }}
        />
      )}
    </Stack>
  );
}

function PasteDialog(props: { onClose: () => void; onTable: (table: VariablesTable) => void }) {
  const { t } = useTranslation(['builder', 'common']);
  const [text, setText] = useState('');
  const [encoding, setEncoding] = useState<Encoding>('utf-8');
  const read = text.trim() === '' ? null : parseTable(text);
  const found = read && 'table' in read ? read : null;
  const faults = read && 'faults' in read ? read.faults : [];
  const take = (file: DecodedText) => {
    setText(file.text);
    setEncoding(file.encoding);
  };
  const isEmpty = !found || found.table.rows.length === 0;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('builder:paste.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Textarea
          data-autofocus
          label={t('builder:paste.label')}
          description={t('builder:paste.hint')}
          minRows={6}
          maxRows={14}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setEncoding('utf-8');
          }}
        />
        <FileButton
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(file) => void (file && readTextFile(file).then(take))}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconFileUpload size={18} aria-hidden />}
            >
              {t('builder:paste.file')}
            </Button>
          )}
        </FileButton>
        <TableFaults faults={faults} />
        <EncodingNote encoding={encoding} />
        {/* For screen readers: the number of rows and the type of each column. */}
        <div role="status">
          {faults.length === 0 && (
            <Text size="sm" c="dimmed">
              {isEmpty
                ? text && t('builder:paste.no_rows')
                : t('builder:paste.found', { count: found.table.rows.length })}
            </Text>
          )}
        </div>
        {found && !isEmpty && <PastedPreview pasted={found} />}
        <Group justify="flex-end">
          <Button disabled={isEmpty} onClick={() => found && props.onTable(found.table)}>
            {t('builder:paste.use')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
