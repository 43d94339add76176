import type { Language } from '../../../contracts/base/languages';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { publishVersion } from '../../studies/consents/publish-version';
import { readConsentVersionInForce } from '../../studies/consents/valid-consent';
import { toStoredConsent } from '../../studies/consents/written-consent';
import { truncatedTitle } from '../../platform/i18n/cut-title';
import type { StudyOfClass } from '../../studies/classes/studies-of-class';
import { classConsentSql } from '../model/class-consent';
import { teachingTexts } from '../teaching-texts';

/**
 * Puts the class's consent form in force for one of its studies, unless the study's form already
 * has this text. If the data of several groups are pooled, the form says so. The caller must have
 * locked the study.
 * @param language the language of the person who submits the study
 * @throws DomainError consent_missing if the class has no form
 */
export async function putClassConsentInForce(
  tx: Transaction,
  study: StudyOfClass,
  language: Language,
  now: Date,
): Promise<void> {
  const [room] = await tx.query<{ title: string; text: string | null; pooled: boolean }>(
    `SELECT c.title, ${classConsentSql('o', 'c')} AS text,
       EXISTS (SELECT FROM research.fork f WHERE f.study_id = $2 AND f.pooled) AS pooled
     FROM identity.classroom c LEFT JOIN identity.course o ON o.id = c.course_id WHERE c.id = $1`,
    [study.classroom_id, study.id],
  );
  if (!room?.text) throw new DomainError('consent_missing');
  const { t } = teachingTexts.in(language);
  const form = toStoredConsent({
    title: truncatedTitle(t('class_consent.title', { classroom: room.title })),
    body_markdown: room.pooled ? `${room.text}\n\n${t('class_consent.pooled')}` : room.text,
  });
  const inForce = await readConsentVersionInForce(tx, study.id);
  if (inForce?.sha256 !== form.sha256) await publishVersion(tx, study.id, form, now);
}
