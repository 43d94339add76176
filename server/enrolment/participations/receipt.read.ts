import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AgreementReceipt } from '../../../contracts/agreement-receipts';
import { exactText } from '../../../contracts/base/exact-text';
import { DomainError } from '../../platform/http/errors';
import { Secrets } from '../../platform/security/secrets';
import { ConsentRead } from '../../studies/consent.read';
import { ownedBySql } from '../../studies/study.policy';
import { recordText, sealBefore, type SealedRecord } from './agreement-seal.rule';
import { pseudonymsOf } from './pseudonyms';

interface Row extends SealedRecord {
  study_id: string;
  participant: Buffer;
  title: string;
  sequence: string | null;
  seal: Buffer | null;
  before: Buffer | null;
  /** This and the names are null where the researcher's account is erased. */
  researcher_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  organization: string | null;
}

@Injectable()
export class ReceiptRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly consents: ConsentRead,
  ) {}

  /**
   * The last agreement to the form of the session that the participation is in: whoever enrolled
   * again agreed again.
   * @throws DomainError not_found, also for somebody else's participation
   */
  async of(participationId: string, accountId: string): Promise<AgreementReceipt> {
    const [row]: Row[] = await this.source.query(
      `SELECT a.id, a.study_id, a.consent_id, a.consent_version, a.pseudonym, a.locale, a.sha256, a.method, a.at, a.questions_passed,
         a.sequence, a.seal, before.seal AS before, p.pseudonym AS participant, s.snapshot ->> 'title' AS title,
         r.id AS researcher_id, r.first_name, r.last_name, r.email, b.organization
       FROM research.participation p
       JOIN research.session s ON s.id = p.session_id
       JOIN research.study_profile t ON t.id = p.study_id
       JOIN LATERAL (SELECT * FROM research.agreement a
         WHERE a.study_id = p.study_id AND a.pseudonym = p.pseudonym AND a.consent_id = s.consent_id
         ORDER BY a.at DESC, a.id LIMIT 1) a ON true
       LEFT JOIN research.agreement before ON before.study_id = a.study_id AND before.sequence = a.sequence - 1
       LEFT JOIN identity.person r ON ${ownedBySql('t', 'r.id')}
       LEFT JOIN identity.researcher_byline b ON b.id = r.id
       WHERE p.id = $1`,
      [participationId],
    );
    const isOwn =
      row !== undefined &&
      pseudonymsOf(this.secrets, row.study_id, accountId).some((one) =>
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
      researcher:
        row.researcher_id === null
          ? null
          : {
              _id: row.researcher_id,
              first_name: row.first_name ?? '',
              last_name: row.last_name ?? '',
              organization: row.organization,
              email: row.email ?? '',
            },
      consent,
      exact_text:
        consent.body_markdown === null
          ? null
          : exactText(consent.body_markdown, consent.comprehension?.questions),
      record:
        row.sequence === null || row.seal === null
          ? null
          : {
              sequence: Number(row.sequence),
              previous: sealBefore(row.before),
              text: recordText(row.study_id, BigInt(row.sequence), row),
              seal: row.seal.toString('hex'),
            },
    };
  }
}
