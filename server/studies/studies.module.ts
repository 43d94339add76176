import { Module } from '@nestjs/common';
import { ChangeStudyHandler } from './change-study.command';
import { ConsentRead } from './consent.read';
import { CreateStudyHandler } from './create-study.command';
import { PublishConsentHandler } from './publish-consent.command';
import { StudyRead } from './study.read';

/**
 * Studies and consent documents. What shows them together with their sessions is the catalogue's.
 */
@Module({
  providers: [
    ChangeStudyHandler,
    ConsentRead,
    CreateStudyHandler,
    PublishConsentHandler,
    StudyRead,
  ],
  exports: [ConsentRead],
})
export class StudiesModule {}
