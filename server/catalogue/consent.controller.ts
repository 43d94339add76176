import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  listConsentVersions,
  publishConsent,
  publishConsentDraft,
  readConsent,
  readConsentVersion,
  withdrawConsent,
} from '../../contracts/studies/consents';
import { publishConsentFromFile } from '../../contracts/studies/consent-from-file';
import { studiesLimits } from '../../contracts/studies/limits';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../access/caller';
import { DomainError } from '../platform/errors/errors';
import { Handles } from '../platform/http/handles';
import { WithdrawConsent } from '../enrolment/change-session/withdraw-consent.command';
import { CopyableFilesRead } from '../resources/taking/takeable-files.read';
import { ConsentRead } from '../studies/consents/consent.read';
import { ConsentVersionsRead } from '../studies/consents/consent-versions.read';
import { PublishConsentDraft } from '../studies/consents/publish-consent-draft.command';
import { PublishConsent } from '../studies/consents/publish-consent.command';
import { StudyGate } from '../studies/people/study-gate';
import { ConsentInForceRead } from './consent-in-force.read';

@Controller()
export class ConsentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly consents: ConsentRead,
    private readonly versions: ConsentVersionsRead,
    private readonly inForce: ConsentInForceRead,
    private readonly files: CopyableFilesRead,
    private readonly gate: StudyGate,
  ) {}

  @Handles(publishConsent)
  async publish(
    { params, query, body, file }: EndpointInput<typeof publishConsent>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const document = file ? { file } : body;
    if (!document) throw new DomainError('malformed_body');
    await this.gate.must('edit', params.id, person.account_id);
    return this.consents.withAnswers(
      await this.commands.execute(
        new PublishConsent(params.id, person, document, request_id, query.replaces),
      ),
    );
  }

  @Handles(publishConsentFromFile)
  async publishFile(
    { params, query, body }: EndpointInput<typeof publishConsentFromFile>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.gate.must('edit', params.id, person.account_id);
    const [file] = await this.files.contents(person.account_id, [body]);
    if (file?.type !== 'application/pdf') throw new DomainError('unsupported_media_type');
    if (file.bytes > studiesLimits.consentPdfBytes) throw new DomainError('too_large');
    return this.consents.withAnswers(
      await this.commands.execute(
        new PublishConsent(params.id, person, { stored: file }, request_id, query.replaces),
      ),
    );
  }

  @Handles(withdrawConsent)
  async withdraw(
    { params, body }: EndpointInput<typeof withdrawConsent>,
    @CallerParam() caller: Caller,
  ) {
    if (caller.person.role !== 'ADMINISTRATOR')
      await this.gate.must('edit', params.id, caller.person.account_id);
    await this.commands.execute(
      new WithdrawConsent(params.id, params.version, body.reason, caller),
    );
    return this.consents.byId(params.version);
  }

  @Handles(publishConsentDraft)
  async publishDraft(
    { params }: EndpointInput<typeof publishConsentDraft>,
    @CallerParam() caller: Caller,
  ) {
    await this.gate.must('edit', params.id, caller.person.account_id);
    await this.commands.execute(new PublishConsentDraft(params.id, params.version, caller));
    return this.consents.withAnswers(params.version);
  }

  @Handles(listConsentVersions)
  async list(
    { params, query }: EndpointInput<typeof listConsentVersions>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', params.id, person.account_id);
    return this.versions.list(params.id, query);
  }

  @Handles(readConsentVersion)
  async version(
    { params }: EndpointInput<typeof readConsentVersion>,
    @CallerParam() { person }: Caller,
  ) {
    await this.gate.must('read', params.id, person.account_id);
    return this.versions.one(params.id, params.version);
  }

  @Handles(readConsent)
  read({ params, query }: EndpointInput<typeof readConsent>, @VisitorParam() { person }: Visitor) {
    return this.inForce.of(params.id, query, person);
  }
}
