import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { Consent } from './consent.entity';

/**
 * What researchers write in a version of the consent form: its text or PDF, languages and
 * questions.
 */
export type ConsentContent = Pick<
  Consent,
  'title' | 'kind' | 'body_markdown' | 'sha256' | 'locale' | 'comprehension' | 'translations'
>;

/**
 * Puts a form in force. The form that was in force before becomes `deprecated`. If the study has a
 * draft form, for example because the study is a copy, the published form overwrites the row of the
 * draft. The caller must have locked the study.
 * @returns the version's id
 */
export async function publishVersion(
  tx: Transaction,
  studyId: string,
  content: ConsentContent,
  now: Date,
): Promise<string> {
  await tx.manager.update(Consent, { study_id: studyId, state: 'valid' }, { state: 'deprecated' });
  const draft = await tx.manager.findOneBy(Consent, { study_id: studyId, state: 'draft' });
  const published = { ...content, state: 'valid', created_at: now } as const;
  const id = draft?.id ?? timeOrderedId();
  if (draft) await tx.manager.update(Consent, { id }, published);
  else {
    const version = (await tx.manager.maximum(Consent, 'version', { study_id: studyId })) ?? 0;
    await tx.manager.insert(Consent, { ...published, id, study_id: studyId, version: version + 1 });
  }
  tx.record('studies.consent-published', { study_id: studyId, consent_id: id });
  return id;
}
