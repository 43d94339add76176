import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';

export const StudyStorage = z
  .strictObject({
    /** The bytes of the files in the caller's own studies; files with equal content count once. */
    used_bytes: z.int(),
    /**
     * How many of these bytes belong to versions that cannot be deleted, because a session was
     * launched with them.
     */
    launched_bytes: z.int(),
    most_bytes: z.int(),
  })
  .meta({ id: 'StudyStorage' });
export type StudyStorage = z.output<typeof StudyStorage>;

export const readStudyStorage = endpoint('GET', '/api/study-storage/', {
  summary: "How much room the files of the caller's own studies take, and may take",
  access: studyBuildersOnly,
  replies: { 200: StudyStorage },
  errors: ['forbidden'],
});
