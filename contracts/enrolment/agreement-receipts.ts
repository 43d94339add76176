import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, Sha256 } from '../base/fields';
import { Consent } from '../studies/consents';

const researcher = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  organization: z.string().nullable(),
  email: z.string(),
});

/**
 * A participant's receipt of an agreement, which can be verified without this software
 * (docs/domain.md, 3). `consent.sha256` is the SHA-256 of the PDF, or of `exact_text` in UTF-8.
 * `record.text` contains this hash. `record.seal` is the SHA-256 of the 32 bytes `record.previous`
 * followed by `record.text` in UTF-8.
 */
export const AgreementReceipt = z
  .object({
    format: z.literal(1),
    participation_id: Id,
    agreed_at: Instant,
    /** The language of the consent form; if the form states none, the language of the page. */
    locale: z.string(),
    /**
     * How many questions about the form the participant answered correctly before agreeing; null where the form has
     * no questions.
     */
    questions_passed: z.int().nullable(),
    method: z.string(),
    study: z.object({ _id: Id, title: z.string() }),
    /** The researcher who was responsible for the study at its launch; null where the account is erased. */
    researcher: researcher.nullable(),
    /** The present owner, if the study was transferred since; absent where the owner is unchanged. */
    passed_to: researcher.nullable().optional(),
    /** The consent form, only in the language in which the participant agreed to it. */
    consent: Consent,
    /** The Markdown with the questions (contracts/base/exact-text.ts); null for a PDF. */
    exact_text: z.string().nullable(),
    /**
     * The record of the agreement in the hash chain of the study's agreements. Null in the seconds
     * before it is added to the chain.
     */
    record: z
      .object({ sequence: z.int(), previous: Sha256, text: z.string(), seal: Sha256 })
      .nullable(),
  })
  .meta({ id: 'AgreementReceipt' });
export type AgreementReceipt = z.output<typeof AgreementReceipt>;

export const readAgreementReceipt = endpoint('GET', '/api/participations/{id}/receipt/', {
  summary: 'The receipt of the agreement under which somebody takes part, for themselves',
  access: { ...signedIn, policy: 'participation.receipt' },
  params: IdParams,
  replies: { 200: AgreementReceipt },
});
