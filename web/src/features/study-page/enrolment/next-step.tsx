import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import {
  listParticipations,
  type Participation,
} from '../../../../../contracts/enrolment/participations';
import { readSlotBookingOptions } from '../../../../../contracts/slots/slots';
import type { Study } from '../../../../../contracts/studies/studies';
import { isConcludedByResearcher } from '../../../../../contracts/enrolment/who-concludes';
import { query } from '../../../lib/http/api';
import { ParticipationActions } from '../../../domain/participations/participation-actions';
import type { SeatsScene } from '../../../ui/drawings/seats.rule';
import { LazySeatsDrawing } from '../../../ui/drawings/seats-later';
import { meetingPlaceBesideSlots } from '../../../domain/slots/place.rule';
import { LazyParticipantSlot } from '../../../domain/slots/own-slot-later';
import { useCardPartsLoaded } from '../../../domain/participations/use-parts';
import { ConsentWithdrawnNotice } from '../../../domain/participations/consent-withdrawn';
import { SessionPausedNotice } from '../../../domain/participations/session-paused';
import { LazyExternalStudy } from '../../../domain/participations/external-study-later';
import { ParticipationPayment, StudyPayment } from '../../../domain/payment/payment-line';
import { UnmetRequirementsNotice } from '../../../domain/requirements/before-start';
import { useUnmetRequirements } from '../../../domain/requirements/use-unmet';
import { AppLink } from '../../../ui/app-link';
import { LoadingCards } from '../../../ui/loading/loading';
import { TimeWithZone } from '../../../ui/dates/agreed';

/**
 * The states that are shown with a picture: the participant has a seat, or has completed the study.
 */
const scenes: Partial<Record<string, SeatsScene>> = {
  enrolled: 'taken',
  completed: 'full',
  approved: 'full',
};

const hasSlot = (mine: Participation) => mine.by_appointment;

/**
 * Shown after enrolling: the participant's state, the deadline, and the one next step.
 * @param below the content under this step; it stays hidden until the step has loaded, so that it
 * does not move on the screen
 */
export function NextParticipationStep({ study, below }: { study: Study; below?: ReactNode }) {
  const { t } = useTranslation('participation');
  const { participation_id, session_id, button } = study.enrolment;
  const { data, isPending } = useQuery({
    ...query(listParticipations, { query: { limit: 200 } }),
    enabled: participation_id !== null,
  });
  const mine = data?.items.find((p) => p._id === participation_id);
  const { data: choice } = useQuery({
    ...query(readSlotBookingOptions, { params: { id: participation_id ?? '' } }),
    enabled: mine?.by_appointment === true,
  });
  const isBooked = choice != null && choice.booking !== null;
  const areHere = useCardPartsLoaded(isPending ? undefined : mine ? [mine] : [], hasSlot);
  const missing = useUnmetRequirements(study.requirements);
  if (!participation_id || button === 'enroll_now') return null;
  const state =
    mine?.state ??
    (button === 'finished'
      ? 'completed'
      : button === 'waitlisted' || button === 'offered' || button === 'started'
        ? button
        : 'enrolled');
  const outside = study.runtime?.kind === 'external' ? study.runtime.url : null;
  const place =
    choice && study.runtime?.kind === 'onsite'
      ? meetingPlaceBesideSlots(study.runtime.place ?? null, choice)
      : null;
  const comes = study.runtime?.kind === 'onsite' || study.runtime?.kind === 'video';
  const isHere = isHostedRuntime(study.runtime);
  const isConcludedByThem = mine?.researcher_concludes ?? isConcludedByResearcher(study.runtime);
  const where = outside
    ? 'outside'
    : isHere
      ? 'here'
      : place
        ? 'onsite'
        : comes
          ? 'appointment'
          : isConcludedByThem
            ? 'noted'
            : 'plain';
  const isWhole = areHere && missing !== null;
  return (
    <>
      <Stack gap="sm" role="status">
        {scenes[state] && (
          <div style={{ minHeight: 109 }}>
            <LazySeatsDrawing scene={scenes[state]} width={208} />
          </div>
        )}
        <Title order={2} size="h3">
          {t(`next.${state}`, { defaultValue: t('next.over') })}
        </Title>
        {/* The text depends on the slots. If it were shown before they have loaded, it could grow
            later. */}
        {(!comes || (areHere && missing)) && (
          <Text size="sm">
            {state === 'enrolled' || state === 'started'
              ? t(`next_text.${state}_${isBooked && !place ? 'booked' : where}`, { place })
              : t(`next_text.${state}`, { defaultValue: t('next_text.over') })}
          </Text>
        )}
        {areHere && missing ? (
          <>
            {mine?.consent_withdrawn && <ConsentWithdrawnNotice state={mine.state} />}
            {mine?.paused && <SessionPausedNotice />}
            {mine?.due_at && (
              <Text size="sm" fw={600}>
                {t(`due.${state === 'started' && isConcludedByThem ? 'noted' : state}`, {
                  defaultValue: t('due.other'),
                })}{' '}
                <TimeWithZone at={mine.due_at} distance />
              </Text>
            )}
            {mine ? <ParticipationPayment mine={mine} /> : <StudyPayment study={study} />}
            {outside && (state === 'started' || state === 'timed_out') && (
              <LazyExternalStudy participation={participation_id} title={study.title} />
            )}
            {mine?.by_appointment && <LazyParticipantSlot participationId={mine._id} />}
            {state === 'enrolled' && missing.length > 0 && (
              <Suspense>
                <UnmetRequirementsNotice of={missing} studyId={study._id} />
              </Suspense>
            )}
            <ParticipationActions
              mine={
                mine ?? {
                  _id: participation_id,
                  state,
                  study_id: study._id,
                  session_id: session_id ?? '',
                  study_title: study.title,
                  may_withdraw_data: false,
                  consent_withdrawn: false,
                  paused: false,
                  runs_outside: outside !== null,
                  runs_here: false,
                  by_appointment: comes,
                  researcher_concludes: isConcludedByThem,
                }
              }
            />
            <AppLink to={`/messages/${participation_id}`} size="sm">
              {t('write')}
            </AppLink>
          </>
        ) : (
          // A placeholder until the deadline and the slots are loaded. Buttons that were shown
          // before would move when the deadline and the slots appear above them.
          <div data-arriving>
            <LoadingCards count={comes ? 3 : 1} height={180} />
          </div>
        )}
      </Stack>
      {/* `below` takes its space at once, but stays hidden until all content above it has loaded.
          So nothing that is visible moves. */}
      {below && <div style={isWhole ? undefined : { visibility: 'hidden' }}>{below}</div>}
    </>
  );
}
