import { eligibilityCondition, filtersFromQuery } from './eligibility-sql.rule';

describe('The SQL condition that counts eligible participants', () => {
  it('has a filter for each given query parameter, and none for an empty list', () => {
    expect(filtersFromQuery({})).toEqual([]);
    expect(
      filtersFromQuery({ education_level: [], completed_any_of: [], completed_none_of: [] }),
    ).toEqual([]);
    expect(filtersFromQuery({ age_max: 30 })).toEqual([{ filter: 'age', range: { upper: 30 } }]);
    expect(
      filtersFromQuery({
        age_min: 0,
        education_level: ['master'],
        completed_none_of: ['a'],
        participated_any_of: ['b'],
      }),
    ).toEqual([
      { filter: 'age', range: { lower: 0 } },
      { filter: 'education_level', any_of: ['master'] },
      { filter: 'completed_none_of', studies: ['a'] },
      { filter: 'participated_any_of', studies: ['b'] },
    ]);
  });

  it('contains no value of a filter, but passes each as a parameter of the statement', () => {
    const { sql, parameters } = eligibilityCondition(
      [
        { filter: 'education_level', any_of: ['master'] },
        { filter: 'completed_any_of', studies: ["x'; DROP TABLE"] },
        { filter: 'age', range: { lower: 18 } },
        { filter: 'languages', any_of: ['xx'] },
      ],
      '2026-01-01',
    );
    expect(parameters).toEqual([['master'], '2026-01-01', 18, ['xx']]);
    expect(sql).not.toMatch(/master|DROP|2026|18|xx/);
    expect(sql).not.toMatch(/completed|participation/);
    expect(eligibilityCondition([], '2026-01-01')).toEqual({ sql: 'true', parameters: [] });
  });
});
