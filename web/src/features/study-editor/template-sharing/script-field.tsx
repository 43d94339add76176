import { Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teachingLimits } from '../../../../../contracts/teaching/limits';
import { readTextFile } from '../../../lib/read-text';
import { IconUpload } from '../../../ui/icons/upload';
import classes from './script-field.module.css';

interface Props {
  name: string;
  text: string;
  nameError: string | undefined;
  onChange: (script: { name: string; text: string }) => void;
}

/**
 * The field for the script with which students analyse their answers: a file that is dropped or
 * chosen, or pasted text with a name.
 */
export function ScriptField({ name, text, nameError, onChange }: Props) {
  const { t } = useTranslation('classroom-studies');
  const [over, setOver] = useState(false);
  /** The name of a file that is too large for a script. */
  const [tooLong, setTooLong] = useState<string | null>(null);
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setTooLong(null);
    // A character has at most four bytes. A file with more than four bytes for each allowed
    // character is too long, so it is not read.
    const content =
      file.size > teachingLimits.scriptText * 4 ? null : (await readTextFile(file)).text;
    if (content === null || content.length > teachingLimits.scriptText) setTooLong(file.name);
    else onChange({ name: file.name.slice(0, teachingLimits.scriptName), text: content });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Stack
      gap="sm"
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      role="group"
      aria-label={t('sharing.script.title')}
    >
      <div>
        <Text fw={600}>{t('sharing.script.title')}</Text>
        <Text size="sm" c="dimmed">
          {t('sharing.script.hint')}
        </Text>
      </div>
      <Group>
        <FileButton onChange={(file) => void take(file)}>
          {(given) => (
            <Button {...given} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
              {t('sharing.script.choose')}
            </Button>
          )}
        </FileButton>
      </Group>
      {tooLong !== null && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('sharing.script.too_long', { name: tooLong })}
        </Text>
      )}
      <TextInput
        label={t('sharing.script.name')}
        description={t('sharing.script.name_hint')}
        maxLength={teachingLimits.scriptName}
        value={name}
        error={nameError}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value, text })}
      />
      <Textarea
        label={t('sharing.script.text')}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={teachingLimits.scriptText}
        spellCheck={false}
        classNames={{ input: classes.code }}
        value={text}
        onChange={({ currentTarget }) => onChange({ name, text: currentTarget.value })}
      />
    </Stack>
  );
}
