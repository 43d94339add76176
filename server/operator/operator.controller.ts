import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  acceptTerms,
  readOperator,
  readOperatorPage,
  readTermsAcceptance,
} from '../../contracts/operator/operator';
import { CallerParam, type Caller } from '../access/caller';
import { Handles } from '../platform/http/handles';
import { AcceptTerms } from './accept-terms.command';
import { OperatorFacts } from './operator-facts';
import { OperatorPages } from './operator-pages';
import { operatorPageFallbackLanguage } from './page-files';
import { TermsRead } from './terms.read';

@Controller()
export class OperatorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: OperatorFacts,
    private readonly pages: OperatorPages,
    private readonly terms: TermsRead,
  ) {}

  @Handles(readOperator)
  operator() {
    return this.facts.get();
  }

  @Handles(readOperatorPage)
  page({ params, query }: EndpointInput<typeof readOperatorPage>) {
    return this.pages.read(
      params.name,
      query.language ?? operatorPageFallbackLanguage,
      query.version,
    );
  }

  @Handles(readTermsAcceptance)
  acceptance(_: EndpointInput<typeof readTermsAcceptance>, @CallerParam() { person }: Caller) {
    return this.terms.of(person.account_id);
  }

  @Handles(acceptTerms)
  async accept(
    { body }: EndpointInput<typeof acceptTerms>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    await this.commands.execute(new AcceptTerms(person.account_id, body.version, request_id));
    return this.terms.of(person.account_id);
  }
}
