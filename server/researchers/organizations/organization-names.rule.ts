export interface ListedOrganization {
  name: string;
  ror_id: string | null;
  country: string | null;
  aliases: readonly string[];
  domains: readonly string[];
}

/** Letters that Unicode does not decompose into a letter and a mark. */
const single: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
};

/** Converts a name for comparison: to lower case, without accents and punctuation, in any script. */
export function comparableName(name: string): string {
  // Most names are plain ASCII. For them, this branch is ten times as fast as the other one.
  const plain = /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase()
    : name
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[ßæœøđðłıþħ]/g, (letter) => single[letter] ?? letter)
        .replace(/[’ʼ]/g, "'");
  return plain
    .replace(/'/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Words that are left out when the initials of a name are made. */
const unnamed = new Set(
  'a al and at d da das de del della der des di do dos du e et for fur i in l la le les of the to und y'.split(
    ' ',
  ),
);

/** Returns the initials of a name (`mit` of Massachusetts Institute of Technology); '' for fewer than two words. */
export function initialsOf(name: string): string {
  const words = comparableName(name)
    .split(' ')
    .filter((word) => word !== '' && !unnamed.has(word));
  return words.length < 2 ? '' : words.map((word) => [...word][0] ?? '').join('');
}

/**
 * Returns the form in which domains are compared; null for a text that is no domain, and for public hosts, which give
 * addresses to all people.
 */
export function domainOf(text: string): string | null {
  const domain = text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(
    domain,
  ) && !publicHosts.has(domain)
    ? domain
    : null;
}
const publicHosts = new Set([
  'geocities.com',
  'blogspot.com',
  'wordpress.com',
  'facebook.com',
  'sites.google.com',
  'gmail.com',
  'weebly.com',
]);

/** Returns the label before a domain's public suffix: `uio` of uio.no, `ox` of ox.ac.uk. */
const labelOf = (domain: string) => comparableName(domain.split('.')[0] ?? '');

/**
 * Makes the text that the search scans. Each name, alias, acronym and domain label has a line.
 * Initials, which are only a guess and rank lower, have a line that begins with a tab. So `\nmit\n`
 * matches a complete name, and `\nmit` the beginning of a name.
 */
export function organizationSearchText({
  name,
  aliases,
  domains,
}: Pick<ListedOrganization, 'name' | 'aliases' | 'domains'>): string {
  const lines = [
    ...new Set([comparableName(name), ...aliases.map(comparableName), ...domains.map(labelOf)]),
  ].filter((line) => line !== '');
  const initials = [...new Set([name, ...aliases].map(initialsOf))].filter(
    (line) => line.length > 1 && !lines.includes(line),
  );
  return `\n${lines.join('\n')}\n${initials.map((line) => `\t${line}\n`).join('')}`;
}

/**
 * How well a text matches a name; a smaller rank is better. `domain`: the text is one of the
 * organization's domains. `label`: a domain's label begins with the text; this ranks below names,
 * since people usually type names. `guess`: the name is only similar.
 */
export const organizationMatchRanks = {
  domain: -1,
  acronym: 0,
  exact: 1,
  beginning: 2,
  otherBeginning: 3,
  label: 4,
  initials: 5,
  word: 6,
  guess: 7,
} as const;

/** Whether an alias is written like an acronym: `UCL`, `UiO`, `U.C.L.A.`. */
const looksLikeAcronym = (alias: string) =>
  /^\p{L}[\p{L}\p{N}.&-]{1,11}$/u.test(alias) && (alias.match(/\p{Lu}/gu) ?? []).length > 1;

/**
 * How many of three sources confirm that `wanted` is the acronym of the organization: the aliases,
 * the label of a domain, the initials of the name. If only the initials match, the result is 0. If
 * only the label matches, the result is 0 where a word of the name begins with the label: `harvard`
 * is no acronym, `eth` is one.
 */
export function countAcronymSources(
  { name, aliases, domains }: Pick<ListedOrganization, 'name' | 'aliases' | 'domains'>,
  wanted: string,
): number {
  if (!/^[\p{L}\p{N}]{2,12}$/u.test(wanted)) return 0;
  const isListed = aliases.some(
    (alias) => looksLikeAcronym(alias) && comparableName(alias).replaceAll(' ', '') === wanted,
  );
  const isDomain = domains.some((domain) => labelOf(domain) === wanted);
  if (!isListed && !isDomain) return 0;
  // The part of a name after a comma may be missing in the acronym: it is often a place.
  const isInitials = [name, name.split(',')[0] ?? '', ...aliases].some(
    (one) => initialsOf(one) === wanted,
  );
  if (
    !isListed &&
    !isInitials &&
    comparableName(name)
      .split(' ')
      .some((word) => word.startsWith(wanted))
  )
    return 0;
  return Number(isListed) + Number(isDomain) + Number(isInitials);
}

export function organizationMatchRankOf(searched: string, wanted: string): number {
  if (searched.includes(`\n${wanted}\n`)) return organizationMatchRanks.exact;
  if (searched.startsWith(`\n${wanted}`)) return organizationMatchRanks.beginning;
  if (searched.includes(`\n${wanted}`)) return organizationMatchRanks.otherBeginning;
  if (searched.includes(`\t${wanted}`)) return organizationMatchRanks.initials;
  return searched.includes(` ${wanted}`)
    ? organizationMatchRanks.word
    : organizationMatchRanks.guess;
}

/** Returns the rank of the match by name, or the rank of the match by a domain if it is better. */
function rankAmong(organization: ListedOrganization, wanted: string): number {
  const byName = organizationMatchRankOf(
    organizationSearchText({ ...organization, domains: [] }),
    wanted,
  );
  const isLabel =
    wanted !== '' && organization.domains.some((domain) => labelOf(domain).startsWith(wanted));
  return isLabel ? Math.min(byName, organizationMatchRanks.label) : byName;
}

/** Words that appear in the names of nearly all organizations, in the most frequent languages. */
const usual = [
  'university universitat universite universidad universidade universita universiteit',
  'universitet institute institut instituto college school academy hospital center',
  'centre research science sciences technology technical technische national state',
  'international department ministry foundation medical of the and for de fur der',
].flatMap((line) => line.split(' '));
const trigrams = (word: string) =>
  new Set(Array.from({ length: word.length + 1 }, (_, i) => `  ${word} `.slice(i, i + 3)));
const resembles = (a: string, b: string) => {
  const [of, to] = [trigrams(a), trigrams(b)];
  const shared = [...of].filter((trigram) => to.has(trigram)).length;
  return shared / (of.size + to.size - shared) >= 0.45;
};

/**
 * Returns the words of a text (in its comparable form) that distinguish an organization; empty if
 * no word does. Usual words do not, even if they are misspelt, such as "univrsity".
 */
export function distinctiveWords(wanted: string): string {
  const words = wanted.split(' ').filter((word) => !usual.some((one) => resembles(one, word)));
  return words.some((word) => word.length > 1) ? words.join(' ') : '';
}

const isSame = (a: ListedOrganization, b: ListedOrganization) =>
  a.ror_id !== null && b.ror_id !== null
    ? a.ror_id === b.ror_id
    : a.domains.some((domain) => b.domains.includes(domain)) ||
      (comparableName(a.name) === comparableName(b.name) &&
        (a.country === b.country || a.country === null || b.country === null));

/**
 * Sorts candidates of several sources into one order. If several sources have the same
 * organization, keeps the entry with the most detail: the entry of the registry, if there is one.
 */
export function rankOrganizations<O extends ListedOrganization>(
  candidates: readonly O[],
  text: string,
  most: number,
): O[] {
  const wanted = comparableName(text);
  const domain = domainOf(text);
  const ranked = candidates.map((organization, i) => {
    const acronym = countAcronymSources(organization, wanted);
    const rank =
      domain !== null && organization.domains.includes(domain)
        ? organizationMatchRanks.domain
        : acronym > 0
          ? organizationMatchRanks.acronym
          : rankAmong(organization, wanted);
    return { organization, i, acronym, rank, length: organization.name.length };
  });
  // Similar names stay in the order in which their source ranked them. Without a search text, all
  // candidates stay in that order.
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      b.acronym - a.acronym ||
      (a.rank === organizationMatchRanks.guess || wanted === '' ? 0 : a.length - b.length) ||
      a.i - b.i,
  );
  const kept: O[] = [];
  for (const { organization } of ranked) {
    const at = kept.findIndex((other) => isSame(other, organization));
    const other = kept[at];
    if (other === undefined) kept.push(organization);
    else if (
      other.ror_id === null &&
      (organization.ror_id !== null || other.domains.length < organization.domains.length)
    )
      kept[at] = organization;
  }
  return kept.slice(0, most);
}
