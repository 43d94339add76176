import { z } from 'zod';
import { signedIn, visitorOrSignedIn } from './base/access';
import { blanksIn } from './base/blanks';
import { endpoint } from './base/endpoint';
import { Id, IdParams, Instant, line, LinkKey, Sha256, text } from './base/fields';
import { limits } from './base/limits';

export const Consent = z
  .object({
    _id: Id,
    version: z.int(),
    sha256: Sha256,
    title: z.string(),
    kind: z.enum(['markdown', 'pdf']),
    body_markdown: z.string().nullable(),
    file_url: z.string().nullable(),
    created_at: Instant,
    /** Set where this version was withdrawn: nobody starts under it any more (docs/domain.md, 3). */
    withdrawn: z.object({ at: Instant, reason: z.string() }).nullable(),
  })
  .meta({ id: 'Consent' });
export type Consent = z.output<typeof Consent>;
/** Nobody agrees to a form with blanks: it is refused until they are filled in. */
const withoutBlanks = <S extends z.ZodType<string>>(schema: S) =>
  schema.refine((value) => blanksIn(value).length === 0, { error: 'blanks_left' });
export const NewConsent = z
  .strictObject({
    title: withoutBlanks(line(limits.title)),
    body_markdown: withoutBlanks(text(limits.consentMarkdown)),
  })
  .meta({ id: 'NewConsent' });
export const publishConsent = endpoint('PUT', '/api/studies/{id}/consent/', {
  summary: 'A new version of the consent form: text, or a PDF file',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  body: NewConsent,
  file: { type: 'application/pdf', maxBytes: limits.consentPdfBytes },
  replies: { 200: Consent },
  errors: ['forbidden', 'study_archived', 'unsupported_media_type', 'too_large'],
});
export const readConsent = endpoint('GET', '/api/studies/{id}/consent/', {
  summary: 'The consent form in force',
  access: { ...visitorOrSignedIn, policy: 'study.read' },
  params: IdParams,
  query: z.object({ session: Id.optional(), link: LinkKey.optional() }),
  replies: { 200: Consent },
  errors: ['unauthenticated'],
  compressed: true,
});

export const WithdrawnConsent = z
  .strictObject({ state: z.literal('invalid'), reason: text(limits.notes) })
  .meta({ id: 'WithdrawnConsent' });
export const withdrawConsent = endpoint('PUT', '/api/studies/{id}/consent/{version}/', {
  summary: 'Withdraw a version of the consent form: its sessions pause, and participants are told',
  access: { ...signedIn, policy: 'consent.withdraw' },
  /** `version` is the `_id` of the consent form. */
  params: z.object({ id: Id, version: Id }),
  body: WithdrawnConsent,
  replies: { 200: Consent },
  errors: ['forbidden', 'unavailable'],
});
