import { researchersRateLimits } from '../researchers.rate-limits';
import { Controller } from '@nestjs/common';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { isPlainText } from '../../../contracts/base/fields';
import { findOrganizations } from '../../../contracts/researchers/researchers';
import { VisitorParam, type Visitor } from '../../access/caller';
import { badField } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import { OrganizationRead } from './organization.read';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(findOrganizations)
  async find({ query }: EndpointInput<typeof findOrganizations>, @VisitorParam() visitor: Visitor) {
    if (!isPlainText(query.org ?? '')) throw badField('org', 'invalid_text');
    await this.limit.consume(researchersRateLimits.organizationSearch, clientNetworkOf(visitor.ip));
    return this.organizations.find(query);
  }
}
