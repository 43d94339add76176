import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from './config';
import { DataRightsModule } from './data-rights/data-rights.module';
import { ExportFileController } from './data-rights/export-file.controller';
import { ExportsController } from './data-rights/exports.controller';
import { entities } from './entities';
import { AuditModule } from './audit/audit.module';
import { AuditController } from './audit/audit.controller';
import { DemographicsController } from './accounts/demographics.controller';
import { IdentitiesController } from './authentication/identities.controller';
import { AccountsModule } from './accounts/accounts.module';
import { PasswordController } from './authentication/password/password.controller';
import { VerifyController } from './authentication/second-factor/verify.controller';
import { SamlConnectionsController } from './authentication/saml/connections/saml-connections.controller';
import { SamlController } from './authentication/saml/saml.controller';
import { SecondFactorController } from './authentication/second-factor/second-factor.controller';
import { SignInsController } from './authentication/sign-ins.controller';
import { UsersAdminController } from './accounts/users-admin.controller';
import { UsersController } from './accounts/users.controller';
import { EnrolmentModule } from './enrolment/enrolment.module';
import { ParticipantsController } from './enrolment/eligibility/participants.controller';
import { ParticipationsController } from './enrolment/participations/participations.controller';
import { SessionsController } from './enrolment/sessions/sessions.controller';
import { LiveModule } from './live/live.module';
import { DatabaseModule } from './platform/db/database.module';
import type { Clock } from './platform/concurrency/clock';
import type { Logger } from './platform/observability/log';
import { HealthController } from './platform/http/health.controller';
import { MetricsController } from './platform/observability/metrics.controller';
import { OpenApiController } from './platform/http/openapi.controller';
import { PlatformModule } from './platform/platform.module';
import { RobotsController } from './platform/http/robots.controller';
import { StorageController } from './platform/storage/storage.controller';
import { InvitationsController } from './researchers/invitations/invitations.controller';
import { OrganizationsController } from './researchers/organizations/organizations.controller';
import { OwnReviewController } from './researchers/reviews/own-review.controller';
import { ResearchersModule } from './researchers/researchers.module';
import { ReviewsController } from './researchers/reviews/reviews.controller';
import { CatalogueModule } from './catalogue/catalogue.module';
import { ConsentController } from './catalogue/consent.controller';
import { StudiesController } from './catalogue/studies.controller';
import { ArchiveStudyController } from './processes/archive-study.controller';
import { ResearchProcessesModule } from './processes/research-processes.module';

/**
 * The server: every context's module, and every controller (declared here, so that the workers
 * never load HTTP).
 */
@Module({})
export class AppModule {
  static for(config: Config, log: Logger, clock?: Clock): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.for(config, log, clock),
        DatabaseModule.for('commonlab-server', entities),
        CqrsModule.forRoot(),
        AccountsModule,
        EnrolmentModule,
        ResearchersModule,
        CatalogueModule,
        AuditModule,
        DataRightsModule,
        LiveModule,
        ResearchProcessesModule,
      ],
      controllers: [
        UsersController,
        UsersAdminController,
        AuditController,
        PasswordController,
        SignInsController,
        SecondFactorController,
        VerifyController,
        IdentitiesController,
        SamlController,
        SamlConnectionsController,
        DemographicsController,
        ReviewsController,
        OwnReviewController,
        InvitationsController,
        OrganizationsController,
        StudiesController,
        ArchiveStudyController,
        ConsentController,
        SessionsController,
        ParticipationsController,
        ParticipantsController,
        ExportsController,
        ExportFileController,
        HealthController,
        MetricsController,
        OpenApiController,
        RobotsController,
        StorageController,
      ],
    };
  }
}
