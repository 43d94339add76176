import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, singleLine, multilineText } from '../base/fields';
import { ExportFormat } from '../research-data/research-data';
import { teachingLimits } from './limits';

/*
 * Studies that instructors share with classrooms as templates, and the studies made from them
 * (docs/domain.md, 8).
 */

/** A template's analysis script, as text. */
export const AnalysisScript = z
  .strictObject({
    name: singleLine(teachingLimits.scriptName),
    text: multilineText(teachingLimits.scriptText),
  })
  .meta({ id: 'AnalysisScript' });
export const Template = z
  .object({
    study_id: Id,
    title: z.string(),
    description: z.string(),
    duration_minutes: z.int(),
    script: z.object({ name: z.string(), text: z.string() }).nullable(),
    /**
     * Whether the data of studies that were made from the template in this classroom are pooled.
     */
    pooled: z.boolean(),
  })
  .meta({ id: 'StudyTemplate' });
export type Template = z.output<typeof Template>;
/** The classrooms with which a study is shared as a template. An empty list means that it is not a template. */
export const TemplateSharing = z
  .object({
    script: z.object({ name: z.string(), text: z.string() }).nullable(),
    shares: z.array(z.object({ classroom_id: Id, title: z.string(), pooled: z.boolean() })),
  })
  .meta({ id: 'TemplateSharing' });
export type TemplateSharing = z.output<typeof TemplateSharing>;

export const listTemplates = endpoint('GET', '/api/classrooms/{id}/templates/', {
  summary: 'The templates of a classroom',
  access: { ...signedIn, policy: 'classroom.read' },
  params: IdParams,
  replies: { 200: z.object({ items: z.array(Template) }) },
});
export const readTemplateSharing = endpoint('GET', '/api/studies/{id}/template/', {
  summary: 'With which classrooms a study is shared as a template, and its analysis script',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  replies: { 200: TemplateSharing },
  errors: ['forbidden'],
});
/**
 * Shares a study as a template with classrooms; the caller must be an instructor of each. The given
 * classrooms replace those of the previous call. Copies that students have made already stay.
 */
export const shareTemplate = endpoint('PUT', '/api/studies/{id}/template/', {
  summary: 'Share a study with classrooms as a template, or stop it',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  body: z
    .strictObject({
      script: AnalysisScript.nullable(),
      shares: z
        .array(z.strictObject({ classroom_id: Id, pooled: z.boolean() }))
        .max(teachingLimits.templateShares),
    })
    .meta({ id: 'GivenTemplateSharing' }),
  replies: { 200: TemplateSharing },
  errors: ['forbidden', 'not_found', 'sandbox_only', 'study_archived', 'classroom_closed'],
});

/**
 * One difference between a study and its template. The study is compared with the template as it
 * was when the study was made.
 */
export const ForkDifference = z.object({
  part: z.enum([
    'title',
    'description',
    'minutes',
    'additional_notes',
    'requirements',
    'consent',
    'timeline',
    'files',
    'runtime',
  ]),
  /** The changed item: a block of the timeline, or the path of a file; null where the part is one text. */
  place: z.string().nullable(),
  /** The value in the template; null where the study added the item. */
  before: z.string().nullable(),
  /** The value in the study; null where the study removed the item. */
  after: z.string().nullable(),
});
export type ForkDifference = z.output<typeof ForkDifference>;
export const StudyFork = z
  .object({
    /**
     * The template from which a study was made; its `study_id` is null where the template was
     * deleted.
     */
    template: z.object({ study_id: Id.nullable(), title: z.string() }).nullable(),
    made_at: Instant.nullable(),
    changes: z.array(ForkDifference),
  })
  .meta({ id: 'StudyFork' });
export type StudyFork = z.output<typeof StudyFork>;
export const readStudyFork = endpoint('GET', '/api/studies/{id}/fork/', {
  summary: 'From which template a study was made, and what it changed against it',
  access: { ...signedIn, policy: 'fork.read' },
  params: IdParams,
  replies: { 200: StudyFork },
  errors: ['forbidden'],
});

/** The pooled data of all class studies that were made from one template. */
export const DataPool = z
  .object({
    template_id: Id,
    title: z.string(),
    /** How many studies of the class the pooled data come from. */
    studies: z.int(),
    /** The newest export; null where there is none. */
    export: z
      .object({
        _id: Id,
        state: z.enum(['waiting', 'running', 'ready', 'failed', 'outdated', 'expired']),
        format: ExportFormat,
        runs: z.int().nullable(),
        requested_at: Instant,
        expires_at: Instant,
        download_url: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Pool' });
export type DataPool = z.output<typeof DataPool>;
const pools = { ...signedIn, policy: 'pool.read' } as const;
export const listPools = endpoint('GET', '/api/classrooms/{id}/pools/', {
  summary:
    'The pooled templates of a classroom: for its staff, and for students with a study in one',
  access: pools,
  params: IdParams,
  replies: { 200: z.object({ items: z.array(DataPool) }) },
});
export const requestPooledExport = endpoint('POST', '/api/classrooms/{id}/pools/', {
  summary:
    'Ask for one dataset of all studies that were made from a template, with a column for the group',
  access: pools,
  params: IdParams,
  body: z
    .strictObject({ template_id: Id, format: z.enum(['csv', 'jsonl']).default('csv') })
    .meta({ id: 'NewPooledExport' }),
  replies: { 202: DataPool },
  errors: ['not_found', 'export_under_way'],
});
