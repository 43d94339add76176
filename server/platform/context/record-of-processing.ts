import type { Capabilities, OwnedTable } from './capabilities';

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

function row({ name, holds, personalData, retention }: OwnedTable): string {
  const cells =
    'because' in personalData
      ? ['nobody', personalData.because, '—', retention.kept]
      : [
          personalData.about,
          'by' in personalData.erased
            ? `erased with the account, by ${personalData.erased.by}`
            : `stays: ${personalData.erased.stays}`,
          'in' in personalData.exported
            ? `${personalData.exported.in}.json`
            : `not: ${personalData.exported.not}`,
          retention.kept,
        ];
  return `| \`${name}\` | ${[holds, ...cells].map(cell).join(' | ')} |`;
}

/**
 * Builds the record of processing (GDPR, article 30), as far as the contexts' declarations contain
 * it: whose data is stored, how it is erased, which file of the data export contains it, and how
 * long it is kept.
 * @returns Markdown
 */
export function recordOfProcessing({ contexts, tables }: Capabilities): string {
  const sections = contexts.flatMap(({ name, about }) => {
    const own = tables.filter(({ context }) => context === name);
    if (own.length === 0) return [];
    return [
      `## ${name}`,
      '',
      about,
      '',
      '| Table | A row is | About | Erasure, or why there is none | In the data export | Kept |',
      '|---|---|---|---|---|---|',
      ...own.map(row),
      '',
    ];
  });
  return [
    '# Personal data: the record of processing',
    '',
    'Generated from `server/*/*.context.ts` by `node scripts/personal-data.mjs`; `npm run check` ' +
      'compares it. The purge of an account, the data export and the retention job are loops over ' +
      'the same declarations.',
    '',
    ...sections,
  ].join('\n');
}
