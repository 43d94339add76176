import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readExternalStudyLink } from '../../../../contracts/external-returns/external-returns';
import type { Participation } from '../../../../contracts/enrolment/participations';
import { readSlotBookingOptions } from '../../../../contracts/slots/slots';
import { LazyExternalStudy } from './external-study-later';
import { whenParticipantSlotLoaded } from '../slots/own-slot-later';
import { query } from '../../lib/http/api';

/** Whether the participation's card shows the link to a study at another website. */
export const showsExternalLink = ({ runs_outside, state }: Participation) =>
  runs_outside && (state === 'started' || state === 'timed_out');
/** States in which the participant has a slot, or may have a cancelled slot in the calendar. */
const withSlot: ReadonlySet<Participation['state']> = new Set([
  'enrolled',
  'started',
  'withdrawn',
  'nullified',
]);
/** Whether the participation's card shows the participant's slot. */
export const showsSlot = ({ by_appointment, state }: Participation) =>
  by_appointment && withSlot.has(state);

/**
 * Whether the cards of these participations are complete. Each card fetches its slot or its
 * external link itself. The page waits for them, because a card that grows later would move the
 * content below it. Once true, the value stays true.
 * @param mine the participations; undefined until they are known
 * @param hasSlot whether a participation's card shows the slot
 */
export function useCardPartsLoaded(
  mine: readonly Participation[] | undefined,
  hasSlot: (one: Participation) => boolean = showsSlot,
): boolean {
  const slots = mine?.filter(hasSlot) ?? [];
  const outside = mine?.filter(showsExternalLink) ?? [];
  const answered = useQueries({
    queries: [
      ...slots.map(({ _id }) => query(readSlotBookingOptions, { params: { id: _id } })),
      ...outside.map(({ _id }) => query(readExternalStudyLink, { params: { id: _id } })),
    ],
    combine: (all) => all.every(({ isPending }) => !isPending),
  });
  const kinds = [
    ...(slots.length > 0 ? [whenParticipantSlotLoaded] : []),
    ...(outside.length > 0 ? [LazyExternalStudy.settled] : []),
  ];
  const programs = useQuery({
    queryKey: ['parts of participations', slots.length > 0, outside.length > 0],
    queryFn: async () => (await Promise.all(kinds.map((settled) => settled()))).length,
    staleTime: Infinity,
  });
  const isHere = mine !== undefined && answered && !programs.isPending;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (isHere) setShown(true);
  }, [isHere]);
  return isHere || shown;
}
