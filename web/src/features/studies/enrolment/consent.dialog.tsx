import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  enrol,
  listParticipations,
  type Participation,
} from '../../../../../contracts/participations';
import { readConsent } from '../../../../../contracts/consents';
import { listStudies, readStudy, type Study } from '../../../../../contracts/studies';
import { failed, mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { Waiting } from '../../../ui/feedback/loading';
import { useFocusReturn } from '../../../ui/use-focus-return';
import classes from './consent.dialog.module.css';
import { ConsentText } from '../consent-text';
import { paperOf } from '../consent-paper';
import { linkKeyIn } from '../link-key.rule';
import { PrivacyNotice } from '../privacy-notice';

const buttons: Partial<Record<Participation['state'], Study['enrolment']['button']>> = {
  waitlisted: 'waitlisted',
  offered: 'offered',
  enrolled: 'enrolled',
  started: 'started',
  completed: 'finished',
};

/**
 * Takes a seat, or a place on the waiting list. The page continues only with the server's response:
 * it never shows a seat before that.
 */
function useEnrol(studyId: string) {
  const client = useQueryClient();
  return useMutation({
    ...mutation(enrol),
    onSuccess: (mine) => {
      client.setQueryData(
        query(readStudy, { params: { id: studyId } }).queryKey,
        (study: Study | undefined) => {
          const button = buttons[mine.state];
          return study && button
            ? {
                ...study,
                enrolment: {
                  ...study.enrolment,
                  button,
                  reasons: [],
                  session_id: mine.session_id,
                  participation_id: mine._id,
                },
              }
            : study;
        },
      );
    },
    onSettled: () =>
      Promise.all(
        [readStudy, readConsent, listParticipations, listStudies].map((e) =>
          client.invalidateQueries({ queryKey: [e.path] }),
        ),
      ),
  });
}

interface Props {
  study: Study;
  sessionId: string;
  waitlist: boolean;
  onClose: () => void;
  onFull: () => void;
}

/**
 * Read, agree, enrol: the hash makes sure that the participant agrees to the text that was shown
 * (docs/domain.md, 3).
 */
export function ConsentDialog({ study, sessionId, waitlist, onClose, onFull }: Props) {
  useFocusReturn();
  const link = linkKeyIn(useSearchParams()[0]);
  const { t } = useTranslation(['studies', 'common']);
  const small = useMediaQuery('(max-width: 52.125em)');
  const {
    data: consent,
    error,
    refetch,
  } = useQuery({
    ...query(readConsent, { params: { id: study._id }, query: { session: sessionId, link } }),
    staleTime: 0,
  });
  const join = useEnrol(study._id);
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const changed = failed(enrol, join.error) && join.error.code === 'consent_changed';
  const agreed = consent !== undefined && agreedTo === consent.sha256;
  useEffect(() => {
    if (agreed) setAsked(false);
  }, [agreed]);

  const submit = () => {
    if (!consent) return;
    if (!agreed) return setAsked(true);
    // By the promise and not by a callback: success unmounts the button, and with it this dialog
    // and its callbacks, before the dialog is closed.
    join
      .mutateAsync({
        params: { id: sessionId },
        body: {
          consent: { _id: consent._id, sha256: consent.sha256 },
          ...(waitlist && { waitlist: true as const }),
          ...(link && { link }),
        },
      })
      .then(onClose, (e: unknown) => {
        if (failed(enrol, e) && e.code === 'session_full') onFull();
      });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="46rem"
      fullScreen={small}
      title={consent?.title ?? t('studies:consent.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{
        content: classes.content,
        inner: classes.inner,
        body: classes.body,
        overlay: classes.overlay,
      }}
    >
      {error ? (
        <ErrorNotice
          error={error}
          title={t('studies:consent.failed')}
          onRetry={() => void refetch()}
        />
      ) : !consent ? (
        <Waiting height="16rem" />
      ) : (
        <Stack gap="md">
          {changed && (
            <Alert color="orange" icon={<IconRefresh aria-hidden />} role="alert">
              {t('studies:consent.changed')}
            </Alert>
          )}
          {study.privacy_level === 'anonymous' && <PrivacyNotice study={study} />}
          <ConsentText consent={consent} paper={paperOf(study)} />
          <Stack gap="sm" className={classes.foot} data-no-print>
            <Checkbox
              size="md"
              checked={agreed}
              onChange={({ currentTarget }) =>
                setAgreedTo(currentTarget.checked ? consent.sha256 : null)
              }
              label={t('studies:consent.agree')}
              error={asked && !agreed ? t('studies:consent.agree_first') : undefined}
            />
            {!changed && <ErrorNotice error={join.error} />}
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed" flex="1 1 14rem">
                {t('studies:consent.leave_any_time')}
              </Text>
              <Group gap="sm">
                <Button variant="default" onClick={onClose}>
                  {t('studies:consent.not_now')}
                </Button>
                <Button onClick={submit} loading={join.isPending}>
                  {t(
                    waitlist ? 'studies:consent.agree_and_wait' : 'studies:consent.agree_and_enrol',
                  )}
                </Button>
              </Group>
            </Group>
          </Stack>
        </Stack>
      )}
    </Modal>
  );
}
