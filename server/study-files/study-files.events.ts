import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

/** The events of this context. contracts/base/events.ts says what an event may contain. */
export const studyFilesEvents = {
  'study-files.version-uploaded': z.strictObject({ study_id: Id, version_id: Id }),
} as const;

type StudyFilesEvents = typeof studyFilesEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends StudyFilesEvents {}
}
