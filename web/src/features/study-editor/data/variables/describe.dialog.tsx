import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  describeStudyVariables,
  variableLimits,
  type StudyVariable,
  type VariableDescription,
} from '../../../../../../contracts/research-data/study-variables';
import { fieldErrorText } from '../../../../lib/form';
import { ApiError, isApiErrorOf, mutation } from '../../../../lib/http/api';
import { useMutation } from '../../../../lib/http/use-mutation';
import { showMessage } from '../../../../lib/ui.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../../ui/use-focus-return';
import { ValueLabelFields } from './level-fields';
import { ConflictingDescription } from './other-words';
import { storeDescriptions, variablesQuery } from './variables-in-cache';

export const emptyVariable: StudyVariable = {
  ...{ name: '', description: '', unit: '', levels: [], version: null },
  ...{ type: null, tables: [], recorded_description: null },
};
const wordsOf = ({
  name,
  description,
  unit,
  levels,
}: VariableDescription): VariableDescription => ({
  ...{ name, description, unit, levels },
});

/**
 * Describes one variable. If another person described it meanwhile, their text is not overwritten:
 * the dialog shows both texts.
 */
export function DescribeVariableDialog({
  studyId,
  variable,
  onClose,
}: {
  studyId: string;
  variable: StudyVariable;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['study-variables', 'common']);
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const [words, setWords] = useState(wordsOf(variable));
  const [version, setVersion] = useState(variable.version);
  const [theirs, setTheirs] = useState<StudyVariable | null>(null);
  const [unread, setUnread] = useState<unknown>(null);
  const isNew = variable.name === '';
  const listed = client.getQueryData(variablesQuery(studyId).queryKey)?.items ?? [];
  const isListed = isNew && listed.some(({ name }) => name === words.name);
  const isChanged = JSON.stringify(words) !== JSON.stringify(wordsOf(variable));
  const readTheirs = async () => {
    setUnread(null);
    try {
      const now = await client.fetchQuery({ ...variablesQuery(studyId), staleTime: 0 });
      const other = now.items.find(({ name }) => name === words.name);
      setTheirs(other ?? { ...emptyVariable, name: words.name });
    } catch (error) {
      setUnread(error);
    }
  };
  const save = useMutation({
    ...mutation(describeStudyVariables),
    onSuccess: ({ items }) => {
      storeDescriptions(client, studyId, items);
      showMessage(t('study-variables:saved'), { type: 'success' });
      onClose();
    },
    onError: async (error) => {
      if (!isApiErrorOf(describeStudyVariables, error) || error.code !== 'variable_changed') return;
      await readTheirs();
    },
  });
  const send = (from = version) => {
    const levels = words.levels.filter(({ value, label }) => value !== '' || label !== '');
    const body = { variables: [{ ...words, levels, version: from }] };
    save.mutate({ params: { id: studyId }, body });
  };
  const refused = (path: string) => {
    const fields = save.error instanceof ApiError ? save.error.fields : [];
    const found = fields.find((one) => one.path.startsWith(`variables.0.${path}`));
    return found && (fieldErrorText(common, found.code) ?? found.description);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      // If the text has changed, neither Escape nor a click outside closes the dialog, so that the
      // text is not lost.
      closeOnEscape={!isChanged}
      closeOnClickOutside={!isChanged}
      size="lg"
      title={
        isNew ? t('study-variables:add') : t('study-variables:describing', { name: variable.name })
      }
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTheirs(null);
          setUnread(null);
          send();
        }}
      >
        <Stack gap="md">
          {isNew && (
            <TextInput
              label={t('study-variables:name')}
              description={t('study-variables:name_hint')}
              value={words.name}
              maxLength={variableLimits.name}
              error={isListed ? t('study-variables:listed') : refused('name')}
              onChange={({ currentTarget: { value: name } }) => {
                setWords({ ...words, name });
                setVersion(null);
                setTheirs(null);
                save.reset();
              }}
              required
              data-autofocus
            />
          )}
          {variable.recorded_description !== null && (
            <Text size="sm" c="dimmed">
              {t('study-variables:recorded', { description: variable.recorded_description })}
            </Text>
          )}
          <Textarea
            label={t('study-variables:description')}
            description={t('study-variables:description_hint')}
            value={words.description}
            maxLength={variableLimits.description}
            error={refused('description')}
            autosize
            minRows={3}
            maxRows={10}
            onChange={({ currentTarget: { value: description } }) =>
              setWords({ ...words, description })
            }
            data-autofocus={!isNew || undefined}
          />
          <TextInput
            label={t('study-variables:unit')}
            description={t('study-variables:unit_hint')}
            value={words.unit}
            maxLength={variableLimits.unit}
            error={refused('unit')}
            onChange={({ currentTarget: { value: unit } }) => setWords({ ...words, unit })}
            maw={280}
          />
          <ValueLabelFields
            levels={words.levels}
            error={refused('levels')}
            onChange={(levels) => setWords({ ...words, levels })}
          />
          {theirs && (
            <ConflictingDescription
              theirs={theirs}
              onTake={() => {
                setWords(wordsOf(theirs));
                setVersion(theirs.version);
                setTheirs(null);
                save.reset();
              }}
              onKeep={() => {
                setVersion(theirs.version);
                setTheirs(null);
                send(theirs.version);
              }}
            />
          )}
          {!theirs && (
            <ErrorNotice
              error={
                save.error instanceof ApiError && save.error.fields.length > 0 ? null : save.error
              }
              kept={t('common:error.kept')}
            />
          )}
          <ErrorNotice error={unread} onRetry={() => void readTheirs()} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            {!theirs && (
              <Button
                type="submit"
                loading={save.isPending}
                disabled={words.name === '' || isListed}
              >
                {t('common:action.save')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
