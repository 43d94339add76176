import type { QueryClient } from '@tanstack/react-query';
import {
  listStudyVariables,
  type StudyVariable,
  type VariableDescription,
} from '../../../../../../contracts/research-data/study-variables';
import type { EndpointResponseBody } from '../../../../../../contracts/base/endpoint';
import { query } from '../../../../lib/http/api';

export const variablesQuery = (studyId: string) =>
  query(listStudyVariables, { params: { id: studyId } });

type Said = VariableDescription & Pick<StudyVariable, 'version'>;

/**
 * Updates the cached list of variables with the descriptions that the server has stored. A new
 * request for the list would make the server read the records again.
 */
export function storeDescriptions(
  client: QueryClient,
  studyId: string,
  said: readonly Said[],
): void {
  client.setQueryData<EndpointResponseBody<typeof listStudyVariables>>(
    variablesQuery(studyId).queryKey,
    (list) => list && { ...list, items: withDescriptions(list.items, said) },
  );
}

function withDescriptions(items: readonly StudyVariable[], said: readonly Said[]): StudyVariable[] {
  const byName = new Map(said.map((one) => [one.name, one]));
  const known = new Set(items.map(({ name }) => name));
  const added = said.filter(({ name, version }) => version !== null && !known.has(name));
  return [
    ...items.map((one) => ({ ...one, ...byName.get(one.name) })),
    ...added.map((one) => ({ ...one, type: null, tables: [], recorded_description: null })),
  ].filter(({ tables, version }) => tables.length > 0 || version !== null);
}
