import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StudyAccess } from '../../../../../contracts/collaborators/collaborators';
import { listStudies, readStudy, type Study } from '../../../../../contracts/studies/studies';
import { answerStudyOffer } from '../../../../../contracts/collaborators/study-transfer';
import { StudyTakeoverNotice } from '../../../domain/collaborators/taking-over';
import { mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { showMessage } from '../../../lib/ui.store';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { fullName } from '../../../../../contracts/base/full-name.rule';

/**
 * Shown to a collaborator to whom the owner has offered the study. It explains what it means to
 * become the owner. Its buttons accept or decline the offer.
 */
export function StudyOfferNotice({
  study,
  access,
  onChanged,
}: {
  study: Study;
  access: StudyAccess;
  onChanged: () => Promise<unknown>;
}) {
  const { t } = useTranslation('collaborators');
  const client = useQueryClient();
  const [asking, ask] = useDisclosure();
  const answer = useMutation({
    ...mutation(answerStudyOffer),
    onSuccess: () =>
      Promise.all([
        onChanged(),
        ...[readStudy, listStudies].map((e) => client.invalidateQueries({ queryKey: [e.path] })),
      ]),
  });
  const owner = access.people.find(({ role }) => role === 'owner');
  const { offer } = access;
  if (!offer) return null;
  const name = owner ? fullName(owner) : '';
  const say = (said: 'accept' | 'decline') =>
    answer.mutate(
      { params: { id: study._id }, body: { answer: said } },
      {
        onSuccess: () => {
          ask.close();
          showMessage(t(said === 'accept' ? 'take.done' : 'take.declined'), { type: 'success' });
        },
      },
    );
  return (
    <Card withBorder component="section" aria-labelledby="offered">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="offered">
          {t('take.title')}
        </Title>
        <Text>{t('take.lead', { name })}</Text>
        <Text size="sm" c="dimmed">
          {t('until')} <TimeWithZone at={offer.expires_at} />
        </Text>
        {!asking && <ErrorNotice error={answer.error} />}
        <Group gap="sm">
          <Button onClick={ask.open} disabled={answer.isPending}>
            {t('take.accept')}
          </Button>
          <Button variant="default" onClick={() => say('decline')} loading={answer.isPending}>
            {t('offer.decline')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        onConfirm={() => say('accept')}
        title={t('take.confirm_title', { title: study.title })}
        confirm={t('take.accept')}
        busy={answer.isPending}
        notice={<ErrorNotice error={answer.error} />}
      >
        <StudyTakeoverNotice former={name} stays={offer.stays} />
      </ConfirmDialog>
    </Card>
  );
}
