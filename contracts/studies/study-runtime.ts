import { z } from 'zod';
import { optionalSingleLine } from '../base/fields';
import { limits } from '../base/limits';
import { ExternalRuntime, ExternalRuntimeRequest } from './external-runtime';
import { HostedRuntime, PartialHostedRuntime } from '../study-files/hosted-runtime';

/** A study on site, with the place where it is held (docs/domain.md, 6). */
const onsite = z.strictObject({
  kind: z.literal('onsite'),
  place: optionalSingleLine(limits.title).optional(),
});
/**
 * A study held by video call. The address of the call is stored with each slot, because the study's page is public.
 */
const video = z.strictObject({ kind: z.literal('video') });
/**
 * A study whose participants follow written instructions; nothing reports to this server.
 * `completes` names who records the completion: the researcher, who has seen it, or the
 * participant, by an unverified click.
 */
const notes = z.strictObject({
  kind: z.literal('notes'),
  completes: z.enum(['researcher', 'participant']),
});
export const Runtime = z.discriminatedUnion('kind', [
  ExternalRuntime,
  HostedRuntime,
  onsite,
  video,
  notes,
]);
type Kind = z.output<typeof Runtime>['kind'];
/**
 * All kinds, as the keys of an object: so the compiler reports a kind that is missing. Without this
 * check, a missing kind would break every list of sessions.
 */
const everyKind: Record<Kind, true> = {
  external: true,
  hosted: true,
  builder: true,
  onsite: true,
  video: true,
  notes: true,
};
export const RuntimeKind = z.enum(Object.keys(everyKind) as Kind[]);
/** How a study runs, as a researcher sends it. */
export const RuntimeRequest = z.discriminatedUnion('kind', [
  ExternalRuntimeRequest,
  PartialHostedRuntime,
  onsite,
  video,
  notes,
]);

/** The features that a study can require of the browser (docs/specification.md, 6). */
export const BrowserRequirement = z.enum([
  'desktop',
  'tablet',
  'phone',
  'microphone',
  'camera',
  'speech_recognition',
  'no_safari',
]);
