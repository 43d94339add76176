import type { z } from 'zod';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { PreloadSettings, HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { findingsNeedingReason } from '../../../contracts/study-files/study-findings';
import type { Runtime } from '../../../contracts/studies/study-runtime';
import type english from '../../../locales/en/server-teaching.json';
import type { Translate } from '../../platform/i18n/texts';

type T = Translate<typeof english>;
/**
 * Fields of a runtime that are not written as lines, since the page shows the version, its number
 * and its files elsewhere.
 */
type ShownElsewhere = 'kind' | 'version_id' | 'sha256';
type Shown = Omit<Extract<HostedRuntime, { kind: 'hosted' }>, ShownElsewhere>;
type Lines = { [Field in keyof Required<Shown>]: (value: Shown[Field], t: T) => string[] };

/**
 * Writes the lines for each field of the runtime. TypeScript reports an error here if the runtime
 * gets a new field that has no entry.
 */
const lines: Lines = {
  entry: (page, t) => [t('runtime.entry', { page })],
  resume: ({ mode, hours }, t) => [t(`runtime.resume_${mode}`, { hours })],
  hosts: (hosts, t) =>
    hosts.length === 0 ? [t('runtime.no_hosts')] : hosts.map((host) => t('runtime.host', { host })),
  needs: (needs, t) => needs.map((device) => t(`runtime.needs_${device}`)),
  expected_records: (count, t) => (count === null ? [] : [t('runtime.records', { count })]),
  conditions: (conditions, t) => (conditions === null ? [] : linesOfConditions(conditions, t)),
  shares: (shares = true, t) => [t(shares ? 'runtime.shares' : 'runtime.shares_not')],
  frames: (frames = true, t) => [t(frames ? 'runtime.frames' : 'runtime.frames_not')],
  reasons: (reasons = {}, t) =>
    findingsNeedingReason.flatMap((kind) => {
      const reason = reasons[kind];
      return reason === undefined ? [] : [t(`runtime.${kind}`, { reason })];
    }),
  own_code: (ownCode = true, t) => [t(ownCode ? 'runtime.own_code' : 'runtime.own_code_not')],
  beforehand: (beforehand, t) => (beforehand ? linesOfBeforehand(beforehand, t) : []),
};

/**
 * Describes how a study runs, as lines of text: all settings of the runtime that a launch copies,
 * except the version. Empty for a study that does not run on this server's own pages.
 */
export function describeRuntime(runtime: z.output<typeof Runtime> | null, t: T): string[] {
  if (!isHostedRuntime(runtime)) return [];
  const fields = Object.keys(lines) as (keyof Lines)[];
  return fields.flatMap((field) => linesOf(field, runtime, t));
}

const linesOf = <Field extends keyof Lines>(field: Field, runtime: Shown, t: T) =>
  lines[field](runtime[field], t);

function linesOfConditions({ draw, repeats, blinded, cells }: Conditions, t: T): string[] {
  return [
    t(`runtime.draw_${draw}`, { repeats }),
    t(blinded ? 'runtime.blinded' : 'runtime.blinded_not'),
    ...cells.map(({ name, share, values }) =>
      t('runtime.condition', { name, share, values: JSON.stringify(values) }),
    ),
  ];
}

function linesOfBeforehand({ files, begins_without }: PreloadSettings, t: T): string[] {
  return [
    ...(Array.isArray(files)
      ? files.map((path) => t('runtime.beforehand_file', { path }))
      : [t(`runtime.beforehand_${files}`)]),
    t(begins_without ? 'runtime.begins_without' : 'runtime.begins_with'),
  ];
}
