import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { ArchiveStudyHandler } from './archive-study.command';
import { CatalogueRead } from '../catalogue/catalogue.read';
import { ChangeStudyHandler } from './change-study.command';
import { ConsentRead } from './consent.read';
import { CreateStudyHandler } from './create-study.command';
import { OwnStudiesRead } from './own-studies.read';
import { PublishConsentHandler } from './publish-consent.command';
import { StudyRead } from './study.read';

/** Studies, the catalogue and consent documents. Controllers are declared in app.module. */
@Module({
  imports: [EnrolmentModule],
  providers: [
    ArchiveStudyHandler,
    CatalogueRead,
    ChangeStudyHandler,
    ConsentRead,
    CreateStudyHandler,
    OwnStudiesRead,
    PublishConsentHandler,
    StudyRead,
  ],
  exports: [CatalogueRead, ConsentRead, OwnStudiesRead, StudyRead],
})
export class StudiesModule {}
