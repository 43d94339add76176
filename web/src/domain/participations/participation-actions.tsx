import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listParticipations,
  moveParticipation,
  type Participation,
  type participantActions,
} from '../../../../contracts/participations';
import { listStudies, readStudy } from '../../../../contracts/studies';
import { mutation } from '../../lib/http/api';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';

type Action = (typeof participantActions)[number];
type Mine = Pick<Participation, '_id' | 'state' | 'study_title'>;

export function useMove() {
  const client = useQueryClient();
  return useMutation({
    ...mutation(moveParticipation),
    onSettled: () =>
      Promise.all(
        [listParticipations, readStudy, listStudies].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
}

/**
 * The participant's next actions (docs/domain.md, 2): the expected step as the primary button,
 * withdrawing as the quiet one beside it.
 */
const steps: Partial<
  Record<
    Participation['state'],
    { next?: Action; leave: 'leave_waitlist' | 'refuse_offer' | 'withdraw' }
  >
> = {
  waitlisted: { leave: 'leave_waitlist' },
  offered: { next: 'accept', leave: 'refuse_offer' },
  enrolled: { next: 'start', leave: 'withdraw' },
  started: { next: 'complete', leave: 'withdraw' },
};

/** `quiet` where another button on the page is the primary one. */
export function ParticipationActions({
  mine,
  size = 'md',
  quiet = false,
}: {
  mine: Mine;
  size?: 'sm' | 'md';
  quiet?: boolean;
}) {
  const { t } = useTranslation('participation');
  const move = useMove();
  const [asking, ask] = useDisclosure();
  const step = steps[mine.state];
  if (!step) return null;
  const go = (action: Action) =>
    move.mutate(
      { params: { id: mine._id }, body: { action } },
      {
        onSuccess: () => {
          ask.close();
          showMessage(t(`moved.${action}`, { title: mine.study_title }), {
            type: 'success',
            autoHideMs: action === 'withdraw' ? 6000 : undefined,
          });
        },
      },
    );
  // Before the start, enrolling again undoes a withdrawal; a started study cannot be resumed, so
  // withdrawing from it asks for confirmation.
  const leave = () => (mine.state === 'started' ? ask.open() : go('withdraw'));
  const { next } = step;
  return (
    <Stack gap="sm">
      <Group gap="sm" data-no-print>
        {next && (
          <Button
            size={size}
            variant={quiet ? 'light' : 'filled'}
            onClick={() => go(next)}
            loading={move.isPending && move.variables?.body.action === next}
            disabled={move.isPending}
          >
            {t(`action.${next}`)}
          </Button>
        )}
        <Button
          size={size}
          variant="subtle"
          color="gray"
          onClick={leave}
          loading={move.isPending && move.variables?.body.action === 'withdraw'}
          disabled={move.isPending}
        >
          {t(`action.${step.leave}`)}
        </Button>
      </Group>
      {!asking && <ErrorNotice error={move.error} />}
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        onConfirm={() => go('withdraw')}
        title={t('withdraw.title')}
        confirm={t('withdraw.confirm')}
        danger
        busy={move.isPending}
        notice={<ErrorNotice error={move.error} />}
      >
        <Text>{t('withdraw.text')}</Text>
      </ConfirmDialog>
    </Stack>
  );
}
