import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '../../../ui/icons/player-play';
import { IconTrash } from '../../../ui/icons/trash';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteRehearsal,
  listRehearsals,
  type Rehearsal,
} from '../../../../../contracts/runtime/rehearsals';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeText } from '../../../ui/when';
import { RehearsalFacts } from './rehearsal-facts';
import { RehearsalProblems } from './rehearsal-problems';
import { RehearsalRows } from './rehearsal-rows';
import { expectedRecordsOf } from './result.rule';
import classes from './rehearsal.module.css';

interface Props {
  rehearsal: Rehearsal;
  open: boolean;
  /**
   * Called when the researcher says how many records a complete run has; undefined for people who
   * may only read the study.
   */
  onExpected: ((records: number) => void) | undefined;
}

/** Shows a rehearsal: its numbers, its problems, and its data as in an export. */
export function RehearsalResult({ rehearsal, open, onExpected }: Props) {
  const { t } = useTranslation('rehearsals');
  const client = useQueryClient();
  const id = useId();
  const [shown, setShown] = useState(open);
  const [ending, setEnding] = useState(false);
  const { _id, runs, participants, summary, mode, made_at, expires_at } = rehearsal;
  const remove = useMutation({
    ...mutation(deleteRehearsal),
    onSettled: () => client.invalidateQueries({ queryKey: [listRehearsals.path] }),
  });
  const left = participants - runs.length;
  return (
    <li className={classes.result} id={`rehearsal-${_id}`}>
      <Stack gap="md">
        <div>
          <Group gap="xs">
            <Text fw={600} id={id}>
              {t('came', { count: summary.completed, of: participants })}
            </Text>
            <Badge variant="light" color="gray">
              {t('simulated')}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {t(`modes.${mode}`)} · <TimeText at={made_at} relative /> · {t('until')}{' '}
            <TimeText at={expires_at} />
          </Text>
        </div>
        {shown && (
          <>
            <RehearsalFacts rehearsal={rehearsal} />
            <RehearsalProblems rehearsal={rehearsal} />
            {runs.length > 0 && <RehearsalRows rehearsalId={_id} />}
            {onExpected && summary.expected && (
              <div>
                <Text size="sm">
                  {t(summary.expected.least === summary.expected.most ? 'expect_same' : 'expect')}
                </Text>
                <Group gap="xs" mt="xs">
                  {expectedRecordsOf(summary.expected).map(({ records, which }) => (
                    <Button
                      key={which}
                      size="sm"
                      variant="default"
                      onClick={() => onExpected(records)}
                    >
                      {t(`expected.${which}`, { count: records })}
                    </Button>
                  ))}
                </Group>
              </div>
            )}
          </>
        )}
        <Group gap="xs">
          <Button
            size="sm"
            variant="subtle"
            aria-expanded={shown}
            aria-describedby={id}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'hide' : 'show')}
          </Button>
          {onExpected && left > 0 && (
            <Button
              size="sm"
              variant="subtle"
              component="a"
              href={`/run/${_id}?rehearsal`}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              aria-describedby={id}
            >
              {t('go_on', { count: left })}
            </Button>
          )}
          {onExpected && (
            <Button
              size="sm"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-describedby={id}
              onClick={() => setEnding(true)}
            >
              {t('delete')}
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        opened={ending}
        onClose={() => setEnding(false)}
        onConfirm={() => remove.mutate({ params: { id: _id } })}
        title={t('delete_title')}
        confirm={t('delete')}
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
        danger
      >
        {t('delete_text')}
      </ConfirmDialog>
    </li>
  );
}
