import { Button, FileButton, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconUpload } from '../../../../ui/icons/upload';
import { useTranslation } from 'react-i18next';
import { type Json, parseMarkedValue } from '../../../../../../contracts/timeline/timeline-values';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { useBuilder, useBuilderState } from '../../draft/use-builder';
import { useAddFiles } from '../../files/use-add-files';
import classes from '../fields.module.css';

interface Props {
  label: string;
  describedBy: string;
  kind: 'image' | 'audio' | 'video';
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}
const elsewhere = '//';

/** A field for one of the study's files, a new file, or an address on a different server. */
export function FileControl({ label, describedBy, kind, value, onChange }: Props) {
  const { t } = useTranslation('builder');
  const { disabled } = useBuilder();
  const files = useBuilderState((state) => state.files);
  const add = useAddFiles();
  const marked = parseMarkedValue(value);
  const path = marked?.marker === '$file' ? marked.text : null;
  const address = typeof value === 'string' ? value : null;
  const fitting = files.filter(({ mime }) => mime.startsWith(`${kind}/`));
  const picture = kind === 'image' && files.find((one) => one.path === path)?.url;
  const known = fitting.map((one) => one.path);
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap">
        {picture && <img src={picture} alt="" className={classes.thumb} />}
        <NativeSelect
          flex={1}
          miw={0}
          aria-label={label}
          aria-describedby={describedBy}
          value={address !== null ? elsewhere : (path ?? '')}
          data={[
            { value: '', label: t('file.none') },
            ...(path !== null && !known.includes(path) ? [path] : []),
            ...known,
            { value: elsewhere, label: t('file.elsewhere') },
          ]}
          onChange={({ currentTarget: { value: next } }) =>
            onChange(next === '' ? undefined : next === elsewhere ? '' : { $file: next })
          }
        />
        <FileButton
          accept={`${kind}/*`}
          disabled={disabled}
          onChange={(file) =>
            file && add.mutate([file], { onSuccess: ([one]) => onChange({ $file: one ?? '' }) })
          }
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              loading={add.isPending}
              aria-label={t('file.upload_for', { name: label })}
            >
              {t('file.upload')}
            </Button>
          )}
        </FileButton>
      </Group>
      {address !== null && (
        <TextInput
          aria-label={t('file.address', { name: label })}
          placeholder="https://"
          value={address}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      <ErrorNotice error={add.error} />
    </Stack>
  );
}
