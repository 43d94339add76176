import { randomId } from '../../platform/db/ids';
import { searchText, type ListedOrganization } from './organization-names.rule';

/** A row of identity.organization in the JSON form that the SQL statements read. */
export const rowOf = (organization: ListedOrganization) => ({
  ...organization,
  id: randomId(),
  names: searchText(organization),
});
export const rowColumns =
  'id uuid, name text, country text, ror_id text, aliases text[], domains text[], names text';
