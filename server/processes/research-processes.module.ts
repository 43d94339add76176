import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module';
import { ArchiveStudyHandler } from './archive-study.command';

/** What a study and its sessions do together. */
@Module({
  imports: [CatalogueModule],
  providers: [ArchiveStudyHandler],
})
export class ResearchProcessesModule {}
