import { researchersRateLimits } from '../researchers.rate-limits';
import { Controller } from '@nestjs/common';
import type { Input } from '../../../contracts/base/endpoint';
import { isPlainText } from '../../../contracts/base/fields';
import { findOrganizations } from '../../../contracts/researchers/researchers';
import { TheVisitor, type Visitor } from '../../access/caller';
import { badField } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { networkOf, RateLimit } from '../../platform/security/rate-limit';
import { OrganizationRead } from './organization.read';

@Controller()
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(findOrganizations)
  async find({ query }: Input<typeof findOrganizations>, @TheVisitor() visitor: Visitor) {
    if (!isPlainText(query.org ?? '')) throw badField('org', 'invalid_text');
    await this.limit.consume(researchersRateLimits.organizationSearch, networkOf(visitor.ip));
    return this.organizations.find(query);
  }
}
