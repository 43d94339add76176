import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AgreementReceipt } from '../../../contracts/enrolment/agreement-receipts';
import { exactConsentText } from '../../../contracts/base/exact-text';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { ConsentRead } from '../../studies/consents/consent.read';
import { isOwnedBySql, ownerAtMomentSql } from '../../studies/study.policy';
import { textToSeal, previousSealHex, type SealedRecord } from './agreement-seal.rule';
import { pseudonymsInStudy } from '../links/pseudonyms';

interface Row extends SealedRecord {
  study_id: string;
  participant: Buffer;
  title: string;
  sequence: string | null;
  seal: Buffer | null;
  before: Buffer | null;
  /** The researcher whom the receipt names; null if their account was erased. */
  researcher: AgreementReceipt['researcher'];
  /**
   * Whether the study has been transferred to another owner since the launch; `passed_to` is its
   * present owner.
   */
  passed: boolean;
  passed_to: AgreementReceipt['researcher'];
}

/**
 * SQL: a researcher as the receipt names them, as a JSON object.
 * @param id an SQL expression: the id of the researcher's account
 */
const researcher = (id: string) =>
  `(SELECT jsonb_build_object('_id', r.id, 'first_name', r.first_name, 'last_name', r.last_name,
     'organization', b.organization, 'email', r.email)
   FROM identity.person r LEFT JOIN identity.researcher_byline b ON b.id = r.id
   WHERE r.id = ${id})`;

@Injectable()
export class ReceiptRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly consents: ConsentRead,
  ) {}

  /**
   * Reads the receipt of a participation: the participant's latest agreement to the consent form of
   * the session. A participant who enrolled again has agreed several times.
   * @throws DomainError not_found, also for another person's participation
   */
  async of(participationId: string, accountId: string): Promise<AgreementReceipt> {
    const [row]: Row[] = await this.source.query(
      `SELECT a.id, a.study_id, a.consent_id, a.consent_version, a.pseudonym, a.locale, a.sha256, a.method, a.at, a.questions_passed,
         a.sequence, a.seal, before.seal AS before, p.pseudonym AS participant, s.snapshot ->> 'title' AS title,
         ${researcher('launched.by')} AS researcher, NOT (${isOwnedBySql('t', 'launched.by')}) AS passed,
         ${researcher('t.owner_id')} AS passed_to
       FROM research.participation p
       JOIN research.session s ON s.id = p.session_id
       JOIN research.study_profile t ON t.id = p.study_id
       JOIN LATERAL (SELECT * FROM research.agreement a
         WHERE a.study_id = p.study_id AND a.pseudonym = p.pseudonym AND a.consent_id = s.consent_id
         ORDER BY a.at DESC, a.id LIMIT 1) a ON true
       LEFT JOIN research.agreement before ON before.study_id = a.study_id AND before.sequence = a.sequence - 1
       CROSS JOIN LATERAL (SELECT ${ownerAtMomentSql('t', 's.launched_at')} AS by) launched
       WHERE p.id = $1`,
      [participationId],
    );
    const isOwn =
      row !== undefined &&
      pseudonymsInStudy(this.secrets, row.study_id, accountId).some((one) =>
        one.equals(row.participant),
      );
    if (!isOwn) throw new DomainError('not_found');
    const consent = await this.consents.inLanguage(row.consent_id, row.sha256);
    return {
      format: 1,
      participation_id: participationId,
      agreed_at: row.at.toISOString(),
      locale: row.locale,
      questions_passed: row.questions_passed,
      method: row.method,
      study: { _id: row.study_id, title: row.title },
      researcher: row.researcher,
      ...(row.passed && { passed_to: row.passed_to }),
      consent,
      exact_text:
        consent.body_markdown === null
          ? null
          : exactConsentText(consent.body_markdown, consent.comprehension?.questions),
      record:
        row.sequence === null || row.seal === null
          ? null
          : {
              sequence: Number(row.sequence),
              previous: previousSealHex(row.before),
              text: textToSeal(row.study_id, BigInt(row.sequence), row),
              seal: row.seal.toString('hex'),
            },
    };
  }
}
