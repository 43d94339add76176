import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { SessionSnapshot } from '../model/session.entity';
import { launchDigest, type LaunchTerms, type StudySnapshot } from './launch-terms-digest';

const runtime: Required<HostedRuntime> = {
  kind: 'hosted',
  version_id: '018f0000-0000-7000-8000-000000000001',
  sha256: 'a'.repeat(64),
  entry: 'index.html',
  resume: { mode: 'trial', hours: 48 },
  hosts: [],
  needs: [],
  expected_records: null,
  conditions: null,
  shares: false,
  frames: false,
  reasons: {},
  own_code: true,
  beforehand: { files: 'all', begins_without: false },
};
/**
 * For each field of the runtime, a value that differs from the value in `runtime`. The compiler
 * reports a field that is missing here.
 */
const otherRuntime: { readonly [K in keyof HostedRuntime]-?: Required<HostedRuntime>[K] } = {
  kind: 'builder',
  version_id: '018f0000-0000-7000-8000-000000000002',
  sha256: 'b'.repeat(64),
  entry: 'start.html',
  resume: { mode: 'trial', hours: 49 },
  hosts: ['https://example.org'],
  needs: ['camera'],
  expected_records: 1,
  conditions: {
    draw: 'weights',
    repeats: 1,
    blinded: false,
    cells: ['one', 'two'].map((name) => ({ name, share: 1, values: {} })),
  },
  shares: true,
  frames: true,
  reasons: { reads_fonts: 'To know whether they are there.' },
  own_code: false,
  beforehand: { files: 'all', begins_without: true },
};

const snapshot: StudySnapshot = {
  title: 'Faces',
  description: 'You see faces.',
  duration_minutes: 15,
  additional_notes: null,
  requirements: [],
  eligibility: [],
  runtime,
  allow_repeats: false,
  offers_credit: false,
  payment_terms: null,
  consent_version: 1,
  kept_demographics: [],
  roster_openings: [],
};
/**
 * For each field that a launch freezes, a value that differs from the value in `snapshot`. Leaves
 * out `too_few_people`, which depends on the number of eligible people. The compiler reports a
 * field that is missing here.
 */
const other: {
  readonly [K in Exclude<keyof SessionSnapshot, 'too_few_people'>]-?: StudySnapshot[K];
} = {
  title: 'Voices',
  description: 'You hear voices.',
  duration_minutes: 16,
  additional_notes: 'Bring headphones.',
  requirements: ['desktop'],
  eligibility: [{ filter: 'age', range: { lower: 30 } }],
  runtime: null,
  allow_repeats: true,
  offers_credit: true,
  payment_terms: { how: 'cash', within_days: 1 },
  consent_version: 2,
  kept_demographics: ['age'],
  roster_openings: ['018f0000-0000-7000-8000-000000000003'],
};
const terms: LaunchTerms = { snapshot, maximum_minutes: 60, consent_sha256: 'c'.repeat(64) };
const digest = launchDigest(terms);

describe('the digest of the settings that a launch freezes', () => {
  it.each(Object.keys(other) as (keyof typeof other)[])('differs when %s differs', (field) => {
    const changed = { ...terms, snapshot: { ...snapshot, [field]: other[field] } };
    expect(launchDigest(changed)).not.toBe(digest);
  });

  it.each(Object.keys(otherRuntime) as (keyof typeof otherRuntime)[])(
    'differs when %s of the runtime differs',
    (field) => {
      const changed = { ...runtime, [field]: otherRuntime[field] } as HostedRuntime;
      expect(launchDigest({ ...terms, snapshot: { ...snapshot, runtime: changed } })).not.toBe(
        digest,
      );
    },
  );

  it('differs when the longest duration or the text of the consent form differs', () => {
    expect(launchDigest({ ...terms, maximum_minutes: 61 })).not.toBe(digest);
    for (const consent_sha256 of ['d'.repeat(64), null])
      expect(launchDigest({ ...terms, consent_sha256 })).not.toBe(digest);
  });

  it('is equal for equal terms, whatever the order of their fields, at each depth', () => {
    const reversed = (value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, one]) => [key, reversed(one)]),
          )
        : value;
    const same = reversed(terms) as LaunchTerms;
    expect(JSON.stringify(same)).not.toBe(JSON.stringify(terms));
    expect(launchDigest(same)).toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs for lists in a different order, because the order of conditions is a part of the study', () => {
    const listed = (requirements: StudySnapshot['requirements']) =>
      launchDigest({ ...terms, snapshot: { ...snapshot, requirements } });
    expect(listed(['desktop', 'camera'])).not.toBe(listed(['camera', 'desktop']));
  });
});
