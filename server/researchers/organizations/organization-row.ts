import { randomId } from '../../platform/db/ids';
import { organizationSearchText, type ListedOrganization } from './organization-names.rule';

/** Makes a row of identity.organization in the JSON form that the SQL statements read. */
export const organizationRowOf = (organization: ListedOrganization) => ({
  ...organization,
  id: randomId(),
  names: organizationSearchText(organization),
});
export const organizationRowColumns =
  'id uuid, name text, country text, ror_id text, aliases text[], domains text[], names text';
