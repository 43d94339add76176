import { Controller } from '@nestjs/common';
import type { Input } from '../../../contracts/endpoint';
import { isPlainText } from '../../../contracts/fields';
import { findOrganizations } from '../../../contracts/researchers';
import { TheVisitor, type Visitor } from '../../access/caller';
import { hours } from '../../platform/concurrency/clock';
import { badField } from '../../platform/http/errors';
import { Handles } from '../../platform/http/handles';
import { networkOf, RateLimit, type Rule } from '../../platform/security/rate-limit';
import { OrganizationRead } from './organization.read';

/** A question for every letter typed, from a whole institute behind one address. */
const searches: Rule = { name: 'organization-search', free: 6_000, windowMs: hours(1) };

@Controller()
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(findOrganizations)
  async find({ query }: Input<typeof findOrganizations>, @TheVisitor() visitor: Visitor) {
    if (!isPlainText(query.org ?? '')) throw badField('org', 'invalid_text');
    await this.limit.take(searches, networkOf(visitor.ip));
    return this.organizations.find(query);
  }
}
