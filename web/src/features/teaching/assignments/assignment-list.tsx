import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Assignment, removeAssignment } from '../../../../../contracts/teaching/assignments';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import classes from '../teaching.module.css';
import { AssignmentDialog } from './assignment.dialog';
import { useCreditText } from './use-credit-text';

interface Props {
  assignments: readonly Assignment[];
  /** The text that is shown if there are no assignments. */
  nothing: string;
  /** The credits for an hour of work, in hundredths; null if the classroom belongs to no course. */
  creditsPerHour: number | null;
  /** Whether assignments of a classroom and of its course are in one list. */
  isMixed?: boolean;
  mayChange: (assignment: Assignment) => boolean;
  onChanged: () => Promise<void>;
}

/** Whether a text may be longer than the three lines that are shown at first. */
const isLong = (text: string) => text.length > 180 || text.split('\n').length > 3;

function AssignmentCard({
  assignment,
  creditsPerHour,
  isOfCourse,
  onEdit,
  onRemove,
}: {
  assignment: Assignment;
  creditsPerHour: number | null;
  isOfCourse: boolean;
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { t } = useTranslation('courses');
  const worth = useCreditText(creditsPerHour);
  const [isWhole, setWhole] = useState(false);
  const { kind, title, instructions, study, minutes, opens_at, due_at, waiting } = assignment;
  return (
    <li className={classes.card}>
      <Stack gap={2}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" className="numbers">
          {kind === 'alternative' && minutes !== null && worth(minutes)}
          {kind === 'take_study' &&
            (study ? t('assignment.study', { title: study.title }) : t('assignment.any_study'))}
          {kind === 'build_study' &&
            (study ? t('assignment.build_from', { title: study.title }) : t('assignment.build'))}
        </Text>
        {isOfCourse && (
          <Text size="sm" c="dimmed">
            {t('assignment.of_course')}
          </Text>
        )}
        {opens_at && (
          <Text size="sm" c="dimmed">
            {t('assignment.opens')} <TimeWithZone at={opens_at} />
          </Text>
        )}
        {due_at && (
          <Text size="sm" c="dimmed">
            {t('assignment.due')} <TimeWithZone at={due_at} />
          </Text>
        )}
        {waiting !== null && waiting > 0 && (
          <Text size="sm" className="numbers">
            {t('assignment.waiting', { count: waiting })}
          </Text>
        )}
      </Stack>
      <Text size="sm" className={classes.words} lineClamp={isWhole ? undefined : 3}>
        {instructions}
      </Text>
      <Group gap="xs">
        {isLong(instructions) && (
          <Button
            variant="subtle"
            size="sm"
            mih={44}
            px={4}
            aria-expanded={isWhole}
            aria-label={t(isWhole ? 'assignment.less_of' : 'assignment.more_of', { title })}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'assignment.less' : 'assignment.more')}
          </Button>
        )}
        {onEdit && (
          <>
            <Button
              variant="default"
              size="sm"
              mih={44}
              aria-label={t('assignment.edit_of', { title })}
              onClick={onEdit}
            >
              {t('assignment.edit')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              mih={44}
              aria-label={t('assignment.remove_of', { title })}
              onClick={onRemove}
            >
              {t('assignment.remove')}
            </Button>
          </>
        )}
      </Group>
    </li>
  );
}

/** A list of assignments, with buttons for those who may change them. */
export function AssignmentList({
  assignments,
  nothing,
  creditsPerHour,
  isMixed = false,
  mayChange,
  onChanged,
}: Props) {
  const { t } = useTranslation('courses');
  const [editing, setEditing] = useState<Assignment | null>(null);
  const [removing, setRemoving] = useState<Assignment | null>(null);
  const remove = useMutation({
    ...mutation(removeAssignment),
    onSuccess: async () => {
      setRemoving(null);
      await onChanged();
      showMessage(t('assignment.removed'), { type: 'success', autoHideMs: 5000 });
    },
  });
  const ask = (assignment: Assignment) => {
    remove.reset();
    setRemoving(assignment);
  };
  if (assignments.length === 0) return <Text c="dimmed">{nothing}</Text>;
  return (
    <>
      <ul className={classes.list}>
        {assignments.map((one) => (
          <AssignmentCard
            key={one._id}
            assignment={one}
            creditsPerHour={creditsPerHour}
            isOfCourse={isMixed && one.classroom_id === null}
            onEdit={mayChange(one) ? () => setEditing(one) : undefined}
            onRemove={() => ask(one)}
          />
        ))}
      </ul>
      {editing && (
        <AssignmentDialog
          kind={editing.kind}
          of={editing}
          creditsPerHour={creditsPerHour}
          onClose={() => setEditing(null)}
          onSaved={onChanged}
        />
      )}
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate({ params: { id: removing._id } })}
        title={t('assignment.remove_title', { title: removing?.title ?? '' })}
        confirm={t('assignment.remove')}
        danger
        busy={remove.isPending}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('assignment.remove_text')}
      </ConfirmDialog>
    </>
  );
}
