import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '../../../ui/icons/file-upload';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Timeline } from '../../../../../contracts/timeline/timeline';
import { fieldErrorText } from '../../../lib/form';
import formClasses from '../fields/fields.module.css';
import { type JsonFault, readTimelineJson } from './read-json';

interface Props {
  onClose: () => void;
  onTimeline: (timeline: Timeline) => void;
}

/** Imports an experiment as JSON. If the JSON has errors, the dialog lists each with its path. */
export function JsonDialog({ onClose, onTimeline }: Props) {
  const { t } = useTranslation(['builder', 'common']);
  const [text, setText] = useState('');
  const [faults, setFaults] = useState<readonly JsonFault[]>([]);
  const use = () => {
    const read = readTimelineJson(text);
    if ('timeline' in read) onTimeline(read.timeline);
    else setFaults(read.faults);
  };
  const type = (next: string) => {
    setText(next);
    setFaults([]);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('builder:json.bring')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        <Textarea
          data-autofocus
          label={t('builder:json.label')}
          description={t('builder:json.hint')}
          classNames={{ input: formClasses.code }}
          minRows={8}
          maxRows={16}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        {faults.length > 0 && (
          <div role="alert">
            <Text size="sm" fw={600} c="var(--mantine-color-error)">
              {t('builder:json.faults', { count: faults.length })}
            </Text>
            <List size="sm">
              {faults.map(({ path, code }) => (
                <List.Item key={`${path} ${code}`}>
                  {path && <code>{path}: </code>}
                  {code === 'no_json' ? t('builder:json.no_json') : fieldErrorText(t, code)}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <Group justify="space-between">
          <FileButton
            accept=".json,application/json"
            onChange={(file) => void file?.text().then(type)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileUpload size={18} aria-hidden />}
              >
                {t('builder:json.file')}
              </Button>
            )}
          </FileButton>
          <Button disabled={!text.trim()} onClick={use}>
            {t('builder:json.use')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
