import { Module } from '@nestjs/common';
import { EnrolmentModule } from '../enrolment/enrolment.module';
import { ResourcesModule } from '../resources/resources.module';
import { StudiesModule } from '../studies/studies.module';
import { CatalogueRead } from './catalogue.read';
import { ConsentInForceRead } from './consent-in-force.read';
import { EligibleSessionsRead } from './eligible-sessions.read';
import { OwnStudiesRead } from './own-studies.read';
import { StudyPageRead } from './study-page.read';

/**
 * The pages that combine studies with their sessions: catalogue cards, study pages, lists of own
 * studies.
 */
@Module({
  imports: [EnrolmentModule, ResourcesModule, StudiesModule],
  providers: [
    CatalogueRead,
    ConsentInForceRead,
    EligibleSessionsRead,
    OwnStudiesRead,
    StudyPageRead,
  ],
  exports: [
    StudiesModule,
    CatalogueRead,
    ConsentInForceRead,
    EligibleSessionsRead,
    OwnStudiesRead,
    StudyPageRead,
  ],
})
export class CatalogueModule {}
