export interface Affiliation {
  organization: string | null;
  organization_ror_id: string | null;
}
export type AffiliationChange = {
  organization?: string | null | undefined;
  organization_ror_id?: string | null | undefined;
  interests?: string | null | undefined;
};

/**
 * The identifier of an organization belongs to the name with which it was entered: a new name without identifier, or
 * an empty name, clears it.
 */
export function affiliationAfter(before: Affiliation, change: AffiliationChange): Affiliation {
  const organization =
    change.organization === undefined ? before.organization : change.organization || null;
  if (organization === null) return { organization, organization_ror_id: null };
  if (change.organization_ror_id !== undefined)
    return { organization, organization_ror_id: change.organization_ror_id };
  return {
    organization,
    organization_ror_id: organization === before.organization ? before.organization_ror_id : null,
  };
}

/**
 * Setting or changing the affiliation starts a review; after a failed review, submitting the same
 * one does too (docs/specification.md, 4: "update affiliation to start another review"). Other
 * interests restart a pending or failed one (docs/domain.md, 1), but leave an approval unchanged.
 */
export function startsReview(
  before: Affiliation & { interests: string | null; researcher_privilege: boolean | null },
  change: AffiliationChange,
): boolean {
  const after = affiliationAfter(before, change);
  const differs =
    after.organization !== before.organization ||
    after.organization_ror_id !== before.organization_ror_id;
  const given = change.organization !== undefined || change.organization_ror_id !== undefined;
  const explains =
    change.interests !== undefined &&
    (change.interests || null) !== before.interests &&
    before.researcher_privilege !== true &&
    after.organization !== null;
  return differs || explains || (given && before.researcher_privilege === false);
}
