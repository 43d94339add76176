import { Controller } from '@nestjs/common';
import type { Input } from '../../contracts/endpoint';
import { isPlainText } from '../../contracts/fields';
import { findOrganizations } from '../../contracts/researchers';
import { badField } from '../platform/errors';
import { Handles } from '../platform/handles';
import { OrganizationRead } from './organization.read';

@Controller()
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationRead) {}

  @Handles(findOrganizations)
  async find({ query }: Input<typeof findOrganizations>) {
    if (!isPlainText(query.org ?? '')) throw badField('org', 'invalid_text');
    return { items: await this.organizations.find(query.org ?? ''), next_cursor: null };
  }
}
