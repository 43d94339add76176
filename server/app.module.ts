import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Config } from './config';
import { DataRightsModule } from './data-rights/data-rights.module';
import { ExportFileController } from './data-rights/export-file.controller';
import { ExportsController } from './data-rights/exports.controller';
import { entities } from './entities';
import { AdministrationModule } from './administration/administration.module';
import { AuditController } from './administration/audit.controller';
import { DemographicsController } from './identity/demographics.controller';
import { IdentitiesController } from './identity/identities.controller';
import { IdentityModule } from './identity/identity.module';
import { PasswordController } from './identity/password.controller';
import { ProveController } from './identity/second-factor/prove.controller';
import { SamlConnectionsController } from './identity/saml/saml-connections.controller';
import { SamlController } from './identity/saml/saml.controller';
import { SecondFactorController } from './identity/second-factor/second-factor.controller';
import { SignInsController } from './identity/sign-ins.controller';
import { UsersAdminController } from './identity/users-admin.controller';
import { UsersController } from './identity/users.controller';
import { EnrolmentModule } from './enrolment/enrolment.module';
import { ParticipantsController } from './enrolment/participants.controller';
import { ParticipationsController } from './enrolment/participations.controller';
import { SessionsController } from './enrolment/sessions.controller';
import { LiveModule } from './live/live.module';
import { DatabaseModule } from './platform/database.module';
import type { Clock } from './platform/clock';
import type { Logger } from './platform/log';
import { HealthController } from './platform/health.controller';
import { MetricsController } from './platform/metrics.controller';
import { OpenApiController } from './platform/openapi.controller';
import { PlatformModule } from './platform/platform.module';
import { RobotsController } from './platform/robots.controller';
import { StorageController } from './platform/storage.controller';
import { InvitationsController } from './researchers/invitations.controller';
import { OrganizationsController } from './researchers/organizations.controller';
import { OwnReviewController } from './researchers/own-review.controller';
import { ResearchersModule } from './researchers/researchers.module';
import { ReviewsController } from './researchers/reviews.controller';
import { ConsentController } from './studies/consent.controller';
import { StudiesController } from './studies/studies.controller';
import { StudiesModule } from './studies/studies.module';

/** The server: every context's module, and every controller (declared here, so that the workers never load HTTP). */
@Module({})
export class AppModule {
  static for(config: Config, log: Logger, clock?: Clock): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.for(config, log, clock),
        DatabaseModule.for('commonlab-server', entities),
        CqrsModule.forRoot(),
        IdentityModule,
        EnrolmentModule,
        ResearchersModule,
        StudiesModule,
        AdministrationModule,
        DataRightsModule,
        LiveModule,
      ],
      controllers: [
        UsersController,
        UsersAdminController,
        AuditController,
        PasswordController,
        SignInsController,
        SecondFactorController,
        ProveController,
        IdentitiesController,
        SamlController,
        SamlConnectionsController,
        DemographicsController,
        ReviewsController,
        OwnReviewController,
        InvitationsController,
        OrganizationsController,
        StudiesController,
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
