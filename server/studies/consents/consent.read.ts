import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consent as ConsentView } from '../../../contracts/studies/consents';
import type {
  NewComprehension,
  NewQuestion,
  Question,
} from '../../../contracts/studies/comprehension';
import { DomainError } from '../../platform/errors/errors';
import type { StoredTranslation } from './consent.entity';
import { FileUrls } from '../../platform/storage/storage-url';

interface Row extends Omit<
  ConsentView,
  'created_at' | 'file_url' | 'withdrawn' | 'comprehension' | 'translations'
> {
  created_at: Date;
  withdrawn_at: Date | null;
  withdrawn_reason: string | null;
  comprehension: NewComprehension | null;
  translations: StoredTranslation[];
}

/**
 * One language of a version, with the right answers of its questions. Do not send it to a
 * participant, who still has to answer these questions.
 */
export interface ConsentWithRightAnswers extends ConsentView {
  comprehension: NewComprehension | null;
}

const columns = `c.id AS _id, c.version, c.sha256, c.title, c.kind, c.body_markdown, c.created_at,
  c.withdrawn_at, c.withdrawn_reason, c.locale, c.comprehension, c.translations`;

const withoutAnswer = ({ text, choices }: NewQuestion): Question => ({
  text,
  choices,
  right: null,
  explanation: null,
});

@Injectable()
export class ConsentRead {
  constructor(
    private readonly source: DataSource,
    private readonly urls: FileUrls,
  ) {}

  /**
   * Reads one version without the right answers. Does not check permissions.
   * @throws DomainError not_found
   */
  async byId(id: string): Promise<ConsentView> {
    const { comprehension, translations, ...consent } = await this.withAnswers(id);
    return {
      ...consent,
      comprehension: comprehension && {
        ...comprehension,
        questions: comprehension.questions.map(withoutAnswer),
      },
      translations: translations.map((one) => ({
        ...one,
        questions: one.questions.map(withoutAnswer),
      })),
    };
  }

  /**
   * Reads one version with the right answers, for the people of its study.
   * @throws DomainError not_found
   */
  async withAnswers(id: string) {
    const [row]: Row[] = await this.source.query(
      `SELECT ${columns} FROM research.consent c WHERE c.id = $1`,
      [id],
    );
    if (!row) throw new DomainError('not_found');
    const file_url =
      row.kind === 'pdf'
        ? this.urls.forFile(row.sha256, `${row.title}.pdf`, 'application/pdf')
        : null;
    const { withdrawn_at, withdrawn_reason, ...consent } = row;
    return {
      ...consent,
      file_url,
      created_at: row.created_at.toISOString(),
      withdrawn:
        withdrawn_at === null
          ? null
          : { at: withdrawn_at.toISOString(), reason: withdrawn_reason ?? '' },
    };
  }

  /**
   * Reads a version with the right answers, only in the language whose text has this hash. If no
   * text has this hash, returns the main language.
   * @throws DomainError not_found
   */
  async inLanguage(id: string, sha256: string): Promise<ConsentWithRightAnswers> {
    const { translations, ...consent } = await this.withAnswers(id);
    const other = translations.find((one) => one.sha256 === sha256);
    if (!other) return { ...consent, translations: [] };
    const { questions, ...words } = other;
    const { comprehension } = consent;
    return {
      ...consent,
      ...words,
      comprehension: comprehension && { ...comprehension, questions },
      translations: [],
    };
  }
}
