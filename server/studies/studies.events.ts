import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const studiesEvents = {
  'studies.study-changed': z.strictObject({ study_id: Id }),
  'studies.consent-published': z.strictObject({ study_id: Id, consent_id: Id }),
  'studies.consent-withdrawn': z.strictObject({ study_id: Id, consent_id: Id }),
} as const;

type StudiesEvents = typeof studiesEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends StudiesEvents {}
}
