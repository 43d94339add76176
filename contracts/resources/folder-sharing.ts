import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams } from '../base/fields';
import { resourcesLimits } from './limits';

/* With whom a folder of the resources, and all below it, is shared (docs/domain.md, 9). */

const ShareRight = z.enum(['copy', 'read']);
const ofStudy = { study_id: Id, may: ShareRight };
const ofClassroom = { classroom_id: Id, may: ShareRight };
/** With whom a folder is shared: the people of a study, or the members of a classroom. */
export const FolderShare = z
  .union([z.strictObject(ofStudy), z.strictObject(ofClassroom)])
  .meta({ id: 'FolderShare' });
export type FolderShare = z.output<typeof FolderShare>;
/** A study or classroom with which the folder is shared, with its title. */
export const SharedFolder = z
  .union([
    z.strictObject({ ...ofStudy, title: z.string() }),
    z.strictObject({ ...ofClassroom, title: z.string() }),
  ])
  .meta({ id: 'SharedFolder' });
export type SharedFolder = z.output<typeof SharedFolder>;
export const readSharing = endpoint('GET', '/api/folders/{id}/sharing/', {
  summary: 'With the people of which studies, and with which classrooms, a folder is shared',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  replies: { 200: z.object({ items: z.array(SharedFolder) }) },
  errors: ['forbidden', 'not_found'],
});
/**
 * Sets with whom a folder is shared. The caller can add a classroom that is not archived and in
 * which they are instructor or assistant.
 */
export const shareFolder = endpoint('PUT', '/api/folders/{id}/sharing/', {
  summary:
    'Share a folder with the people of own studies and with own classrooms, or stop it: the list replaces the one before',
  access: { ...studyBuildersOnly, policy: 'resource.change' },
  params: IdParams,
  body: z.strictObject({ items: z.array(FolderShare).max(resourcesLimits.shares) }),
  replies: { 200: z.object({ items: z.array(SharedFolder) }) },
  errors: ['forbidden', 'not_found', 'classroom_closed'],
});
