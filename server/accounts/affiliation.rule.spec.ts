import { affiliationAfterChange, startsResearcherReview } from './affiliation.rule';

const ror = 'https://ror.org/03yrm5c26';
const nobody = {
  organization: null,
  organization_ror_id: null,
  interests: null,
  researcher_privilege: null,
};
const approved = {
  organization: 'Uni',
  organization_ror_id: ror,
  interests: 'Memory',
  researcher_privilege: true,
};
const pending = { ...approved, researcher_privilege: null };
const failed = { ...approved, researcher_privilege: false };

describe('A researcher review', () => {
  it.each([
    ['starts when the affiliation is set', nobody, { organization: 'Uni' }, true],
    ['starts when the organization changes', approved, { organization: 'Other' }, true],
    ['starts when only the identifier changes', approved, { organization_ror_id: null }, true],
    ['starts over when the affiliation is removed', approved, { organization: '' }, true],
    [
      'starts again after a failed review when the same affiliation is submitted',
      failed,
      { organization: 'Uni', organization_ror_id: ror },
      true,
    ],
    [
      'does not start when the affiliation stays the same',
      approved,
      { organization: 'Uni', organization_ror_id: ror },
      false,
    ],
    [
      'starts again when interests change after a failed review',
      failed,
      { interests: 'Sleep' },
      true,
    ],
    [
      'starts over when interests change while it is pending',
      pending,
      { interests: 'Sleep' },
      true,
    ],
    [
      'does not start when the same interests are submitted',
      pending,
      { interests: 'Memory' },
      false,
    ],
    ['leaves an approval alone when interests change', approved, { interests: 'Sleep' }, false],
    [
      'does not start when interests change but there is no affiliation',
      nobody,
      { interests: 'Sleep' },
      false,
    ],
    ['does not start when other profile fields change', failed, {}, false],
    ['does not start while there is still no affiliation', nobody, { organization: null }, false],
  ])('%s', (_, before, change, expected) => {
    expect(startsResearcherReview(before, change)).toBe(expected);
  });
});

describe('The identifier of an organization', () => {
  it('belongs to one name: it is removed when the name changes or is deleted', () => {
    expect(affiliationAfterChange(approved, { organization: 'Other' })).toEqual({
      organization: 'Other',
      organization_ror_id: null,
    });
    expect(affiliationAfterChange(approved, { organization: 'Uni' })).toEqual({
      organization: 'Uni',
      organization_ror_id: ror,
    });
    expect(
      affiliationAfterChange(approved, { organization: null, organization_ror_id: ror }),
    ).toEqual({
      organization: null,
      organization_ror_id: null,
    });
    expect(
      affiliationAfterChange(nobody, { organization: 'Uni', organization_ror_id: ror }),
    ).toEqual({
      organization: 'Uni',
      organization_ror_id: ror,
    });
  });
});
