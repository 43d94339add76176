import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isResourceName } from '../../../../../contracts/resources/resource-name.rule';
import { resourcesLimits } from '../../../../../contracts/resources/limits';
import { ApiError } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';

interface Props {
  title: string;
  /** The name at first. */
  name: string;
  /** The label of the button that saves the name. */
  confirm: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Returns the number of characters that are selected at first: the name without its ending. */
const stemOf = (name: string) => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
};

/** Asks for the name of a new folder, or for a new name of a file or a folder. */
export function NameDialog({ title, name: first, confirm, save, onClose }: Props) {
  const { t } = useTranslation(['resources', 'common']);
  const [name, setName] = useState(first);
  const [isTried, setTried] = useState(false);
  const clean = name.normalize('NFC').trim();
  const rename = useMutation({ mutationFn: () => save(clean), onSuccess: onClose });
  const { error } = rename;
  const isTaken = error instanceof ApiError && error.code === 'path_taken';
  const isWrong = isTried && !isResourceName(clean);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (clean === first) onClose();
    else if (isResourceName(clean)) rename.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('name.label')}
            data-autofocus
            value={name}
            maxLength={resourcesLimits.name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              rename.reset();
            }}
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, stemOf(first))}
            error={isWrong ? t('name.wrong') : isTaken ? t('name.taken') : undefined}
          />
          {!isTaken && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
