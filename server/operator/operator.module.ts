import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { AcceptTermsHandler } from './accept-terms.command';
import { OperatorFacts } from './operator-facts';
import { OperatorPages } from './operator-pages';
import { TermsRead } from './terms.read';

/** Only the server loads this module, because the workers show no pages. */
@Module({
  providers: [OperatorPages, OperatorFacts, TermsRead, AcceptTermsHandler],
  exports: [OperatorPages, OperatorFacts, TermsRead],
})
export class OperatorModule implements OnApplicationBootstrap {
  constructor(
    private readonly pages: OperatorPages,
    private readonly facts: OperatorFacts,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.pages.start();
    const missing = this.facts.missing();
    if (missing.length > 0)
      this.log.info(
        `not set, so not shown (docs/configuration.md, "Words of the operator"): ${missing.join(', ')}`,
      );
  }
}
