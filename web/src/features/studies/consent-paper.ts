import type { Study } from '../../../../contracts/studies';

/** What a printed consent form says above its text. */
export const paperOf = ({ title, researcher }: Pick<Study, 'title' | 'researcher'>) => ({
  study: title,
  researcher: [`${researcher.first_name} ${researcher.last_name}`, researcher.organization]
    .filter(Boolean)
    .join(', '),
});
