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
 * The affiliation after a change. The identifier of an organization belongs to the name with which
 * it was entered. So if a change contains another name without an identifier, or an empty name, the
 * identifier is removed.
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
 * Whether a change starts a review of the researcher. Setting or changing the affiliation does;
 * after a failed review, so does submitting the same affiliation (docs/specification.md, 4: "update
 * affiliation to start another review"). Changed interests restart a pending or failed review
 * (docs/domain.md, 1), but leave an approval unchanged.
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
