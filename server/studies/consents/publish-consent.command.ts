import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NewConsent } from '../../../contracts/studies/consents';
import type { UploadedFile } from '../../../contracts/base/endpoint';
import { replaceUnsafeCharacters } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import { studiesLimits } from '../../../contracts/studies/limits';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import type { Person } from '../../access/person';
import { protectStoredContent } from '../../platform/storage/protect-stored-content';
import { Storage } from '../../platform/storage/storage';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockStudy } from '../locked-study';
import { publishVersion } from './publish-version';
import { readConsentVersionInForce } from './valid-consent';
import { toStoredConsent } from './written-consent';

/** A PDF that `Storage` already contains and that the caller may read. */
export interface StoredConsentPdf {
  readonly name: string;
  readonly sha256: string;
}
export type ConsentDocument = NewConsent | { file: UploadedFile } | { stored: StoredConsentPdf };

/** Publishes a consent form of a study. Returns the id of the new version. */
export class PublishConsent extends Command<string> {
  constructor(
    readonly studyId: string,
    readonly person: Person,
    readonly document: ConsentDocument,
    readonly requestId: string,
    /**
     * The number of the version on which the caller based the new text; 0 if there was no version.
     * The command is refused if a different version is in force by now. If the number is undefined,
     * this is not checked.
     */
    readonly replaces?: number,
  ) {
    super();
  }
}

/**
 * The title of a PDF form is its file name without the extension: a title in the file's metadata is
 * often wrong.
 */
const titleFromName = (name: string): string => {
  const title = replaceUnsafeCharacters(name.replace(/\.pdf$/i, ''), '').trim();
  return title.slice(0, limits.title).trimEnd() || 'Consent';
};

const asPdf = ({ name, sha256 }: StoredConsentPdf) => ({
  title: titleFromName(name),
  kind: 'pdf' as const,
  body_markdown: null,
  sha256,
  locale: null,
  comprehension: null,
  translations: [],
});

@CommandHandler(PublishConsent)
export class PublishConsentHandler implements ICommandHandler<PublishConsent> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly storage: Storage,
  ) {}

  /**
   * Publishes a new version of the consent form, which is in force at once. The previous version
   * becomes `deprecated`, but launched sessions keep using it (docs/domain.md, 3). The version has
   * a hash of its exact text in UTF-8, or of the bytes of its PDF. A PDF is stored before the study
   * is locked, so the caller must check the permission with `StudyGate` first.
   * @throws DomainError not_found, forbidden, study_archived, sandbox_only, other_consent_in_force,
   * unsupported_media_type, too_large
   */
  async execute({
    studyId,
    person,
    document,
    requestId,
    replaces,
  }: PublishConsent): Promise<string> {
    const content = await this.keep(document);
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        // A class study uses the form of its class. The review of the study puts that form in
        // force, so the people of the study cannot publish one.
        if (study.classroom_id !== null) throw new DomainError('sandbox_only');
        const inForce = await readConsentVersionInForce(tx, studyId);
        if (replaces !== undefined && replaces !== (inForce?.version ?? 0))
          throw new DomainError('other_consent_in_force');
        if ('stored' in document) await protectStoredContent(tx, document.stored.sha256);
        return publishVersion(tx, studyId, content, this.clock.now());
      },
      { requestId, turn: studyId },
    );
  }

  /**
   * Stores an uploaded PDF before the transaction. If the transaction fails, an unused file
   * remains, which does no harm. If the transaction came first, the database could name a file that
   * does not exist.
   */
  private async keep(document: ConsentDocument) {
    if ('stored' in document) return asPdf(document.stored);
    if (!('file' in document)) return toStoredConsent(document);
    const { sha256 } = await this.storage.put(document.file.stream, {
      type: 'application/pdf',
      maxBytes: studiesLimits.consentPdfBytes,
    });
    return asPdf({ name: document.file.name, sha256 });
  }
}
