import { Module } from '@nestjs/common';
import { ChangeStudyHandler } from './change-study.command';
import { ConsentRead } from './consents/consent.read';
import { ConsentVersionsRead } from './consents/consent-versions.read';
import { ContentUsesRead } from './contents/content-uses.read';
import { CopyStudyHandler } from './copy-study.command';
import { CreateStudyHandler } from './create-study.command';
import { StoredRuntime } from './hosted-runtime';
import { PublishConsentDraftHandler } from './consents/publish-consent-draft.command';
import { PublishConsentHandler } from './consents/publish-consent.command';
import { StudyGate } from './people/study-gate';
import { StudyMembersRead } from './people/study-members.read';
import { StudyStorage } from './study-storage';
import { StudyTemplateRegistry } from './template-keeper';
import { DescribeVariablesHandler } from './variables/describe-variables.command';

/** Studies and their consent forms. */
@Module({
  providers: [
    ChangeStudyHandler,
    ConsentRead,
    ConsentVersionsRead,
    ContentUsesRead,
    CopyStudyHandler,
    CreateStudyHandler,
    DescribeVariablesHandler,
    StoredRuntime,
    PublishConsentDraftHandler,
    PublishConsentHandler,
    StudyGate,
    StudyMembersRead,
    StudyStorage,
    StudyTemplateRegistry,
  ],
  exports: [
    ConsentRead,
    ConsentVersionsRead,
    ContentUsesRead,
    StudyGate,
    StudyMembersRead,
    StudyStorage,
    StudyTemplateRegistry,
  ],
})
export class StudiesModule {}
