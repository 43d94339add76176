import { Module } from '@nestjs/common';
import { ChangeStudyHandler } from './change-study.command';
import { ConsentRead } from './consent.read';
import { CopyStudyHandler } from './copy-study.command';
import { CreateStudyHandler } from './create-study.command';
import { PublishConsentHandler } from './publish-consent.command';
import { StudyMembersRead } from './study-members.read';

/** Studies and consent documents. The catalogue combines them with their sessions. */
@Module({
  providers: [
    ChangeStudyHandler,
    ConsentRead,
    CopyStudyHandler,
    CreateStudyHandler,
    PublishConsentHandler,
    StudyMembersRead,
  ],
  exports: [ConsentRead, StudyMembersRead],
})
export class StudiesModule {}
