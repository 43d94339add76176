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
 * Computes the affiliation after a change. The identifier belongs to the name of the organization.
 * So a change that sets a different name without an identifier, or deletes the name, also deletes
 * the old identifier.
 */
export function affiliationAfterChange(
  before: Affiliation,
  change: AffiliationChange,
): Affiliation {
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
 * Whether a change starts a new review of the researcher:
 * - A new or different affiliation always starts a review.
 * - After a failed review, submitting the same affiliation again starts a review
 *   (docs/specification.md, 4: "update affiliation to start another review").
 * - Changed interests start a review, unless the researcher is approved (docs/domain.md, 1).
 */
export function startsResearcherReview(
  before: Affiliation & { interests: string | null; researcher_privilege: boolean | null },
  change: AffiliationChange,
): boolean {
  const after = affiliationAfterChange(before, change);
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
