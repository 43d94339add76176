import type { ForkDifference } from '../../../contracts/teaching/templates';
import { timelineChanges } from './timeline-changes.rule';

/** The content of a study that is compared with its template. */
export interface ForkedStudyContent {
  readonly title: string;
  readonly description: string;
  readonly duration_minutes: number;
  readonly maximum_minutes: number;
  readonly additional_notes: string | null;
  readonly requirements: readonly string[];
  readonly allow_repeats: boolean;
  readonly offers_credit: boolean;
  /** The form in force. */
  readonly consent: { readonly title: string; readonly text: string } | null;
  /** The settings of the runtime, without its version. */
  readonly runtime: Readonly<Record<string, unknown>> | null;
  /**
   * The timeline as JSON text. It is not a jsonb value, since PostgreSQL's jsonb refuses characters
   * that a timeline may have.
   */
  readonly timeline: string | null;
  /** Hashes by path. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Lists how a study differs from its template, in the order of the study's page. The template's
 * content at the time of the copy is compared. A class study gets the consent form of its class
 * when students submit the study for review. Until then, no consent form is compared.
 */
export const forkChanges = (
  base: ForkedStudyContent,
  now: ForkedStudyContent,
): ForkDifference[] => [
  ...changed('title', null, base.title, now.title),
  ...changed('description', null, base.description, now.description),
  ...changed('minutes', null, String(base.duration_minutes), String(now.duration_minutes)),
  ...changed(
    'minutes',
    'maximum_minutes',
    String(base.maximum_minutes),
    String(now.maximum_minutes),
  ),
  ...changed('additional_notes', null, base.additional_notes, now.additional_notes),
  ...changed('requirements', null, listOf(base.requirements), listOf(now.requirements)),
  ...(now.consent ? changed('consent', null, formOf(base.consent), formOf(now.consent)) : []),
  ...timelineChanges(base.timeline, now.timeline),
  ...eachChanged('files', base.files, now.files),
  ...eachChanged('runtime', settingsOf(base), settingsOf(now)),
];

function changed(
  part: ForkDifference['part'],
  place: string | null,
  before: string | null,
  after: string | null,
): ForkDifference[] {
  return before === after ? [] : [{ part, place, before, after }];
}

type Values = Readonly<Record<string, string>>;

/** Changes sorted by name. */
const eachChanged = (
  part: ForkDifference['part'],
  before: Values,
  after: Values,
): ForkDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .flatMap((place) => changed(part, place, own(before, place), own(after, place)));

/** Reads own properties only: researchers choose the paths, and `constructor` may be one. */
const own = (values: Values, name: string): string | null =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null;

/** Joins the values in alphabetical order, so that lists which differ only in order are equal. */
const listOf = (values: readonly string[]): string | null =>
  values.length === 0 ? null : [...values].sort().join(', ');

const formOf = (form: ForkedStudyContent['consent']): string | null =>
  form && `${form.title}\n\n${form.text}`;

const settingsOf = ({ runtime, allow_repeats, offers_credit }: ForkedStudyContent): Values => ({
  allow_repeats: String(allow_repeats),
  offers_credit: String(offers_credit),
  ...Object.fromEntries(
    Object.entries(runtime ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : sorted(value)]],
    ),
  ),
});

/** Sorts the keys of objects, since PostgreSQL's jsonb changes their order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
