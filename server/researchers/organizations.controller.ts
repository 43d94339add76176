import { Controller } from '@nestjs/common';
import type { Input } from '../../contracts/endpoint';
import { findOrganizations } from '../../contracts/researchers';
import { Handles } from '../platform/handles';
import { OrganizationRead } from './organization.read';

@Controller()
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationRead) {}

  @Handles(findOrganizations)
  async find({ query }: Input<typeof findOrganizations>) {
    return { items: await this.organizations.find(query.org ?? ''), next_cursor: null };
  }
}
