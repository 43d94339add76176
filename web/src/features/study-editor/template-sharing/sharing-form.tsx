import { Button, Checkbox, Fieldset, Group, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listTemplates,
  readTemplateSharing,
  shareTemplate,
  type TemplateSharing,
} from '../../../../../contracts/teaching/templates';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { ScriptField } from './script-field';
import {
  sharingBodyOf,
  type SharingValues,
  sharingValuesOf,
  type SharingRow,
} from './sharing.rule';

interface Props {
  studyId: string;
  sharing: TemplateSharing;
  rows: readonly SharingRow[];
  /** Whether the study is archived: its sharing can then only be ended. */
  disabled: boolean;
  onDirty: (dirty: boolean) => void;
}

/**
 * The form in which an instructor chooses the classrooms that get the template, whether the answers
 * of a classroom form one dataset, and the script for the analysis. If the server refuses a change,
 * the form keeps it.
 */
export function SharingForm({ studyId, sharing, rows, disabled, onDirty }: Props) {
  const { t } = useTranslation(['classroom-studies', 'common']);
  const client = useQueryClient();
  const [changed, setChanged] = useState<SharingValues>();
  const given = changed ?? sharingValuesOf(sharing);
  const isDirty = changed !== undefined;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation({
    ...mutation(shareTemplate),
    onSuccess: async (saved) => {
      const params = { id: studyId };
      client.setQueryData(query(readTemplateSharing, { params }).queryKey, saved);
      setChanged(undefined);
      await client.invalidateQueries({ queryKey: [listTemplates.path] });
      showMessage(t('sharing.saved', { count: saved.shares.length }), { type: 'success' });
    },
  });
  const share = (id: string, pooled: boolean | undefined) => {
    const shares = new Map(given.shares);
    if (pooled === undefined) shares.delete(id);
    else shares.set(id, pooled);
    setChanged({ ...given, shares });
  };
  const [isNameMissing, setNameMissing] = useState(false);
  const submit = () => {
    const body = sharingBodyOf(given);
    const isMissing = body.script?.name === '';
    setNameMissing(isMissing);
    if (!isMissing) save.mutate({ params: { id: studyId }, body });
  };
  return (
    <Stack gap="md">
      <Text size="sm" className="measure">
        {t('sharing.pooled_text')}
      </Text>
      <Stack gap="xs" role="group" aria-label={t('sharing.classrooms')}>
        {rows.map(({ _id, title, isOwn }) => (
          <Group key={_id} justify="space-between" gap="sm" mih={44}>
            <Checkbox
              label={title}
              flex="1 1 12rem"
              checked={given.shares.has(_id)}
              disabled={disabled && !given.shares.has(_id)}
              onChange={({ currentTarget }) =>
                share(_id, currentTarget.checked ? false : undefined)
              }
            />
            {given.shares.has(_id) && (
              <Switch
                label={t('sharing.pooled')}
                aria-label={t('sharing.pooled_of', { title })}
                checked={given.shares.get(_id) ?? false}
                disabled={disabled || !isOwn}
                onChange={({ currentTarget }) => share(_id, currentTarget.checked)}
              />
            )}
          </Group>
        ))}
      </Stack>
      {given.shares.size > 0 ? (
        <Fieldset variant="unstyled" disabled={disabled}>
          <ScriptField
            name={given.name}
            text={given.text}
            nameError={isNameMissing ? t('common:field.required') : undefined}
            onChange={(script) => {
              setNameMissing(false);
              setChanged({ ...given, ...script });
            }}
          />
        </Fieldset>
      ) : (
        sharing.script && <Text size="sm">{t('sharing.script.lost')}</Text>
      )}
      <ErrorNotice error={save.error} kept={t('common:error.kept')} />
      <Group>
        <Button disabled={!isDirty} loading={save.isPending} onClick={submit}>
          {t('sharing.save')}
        </Button>
      </Group>
    </Stack>
  );
}
