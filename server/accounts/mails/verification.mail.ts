import { layout } from '../layout';
import { textsIn } from '../mail-texts';
import type { Mail } from '../mail-document';
import type { Locale } from '../locale';

/**
 * With whose account somebody registered; null for an address and a password. The others name no
 * address that they have not verified.
 */
export type ByProvider = 'google' | 'microsoft' | null;
const names = { google: 'Google', microsoft: 'Microsoft' };

/**
 * Without a name: nobody has shown yet that the address is theirs, and whoever typed it chose the
 * name as well.
 * @param key base64url; it comes first in the link (API.md).
 */
export function verification(
  { language, web }: Locale,
  { key, provider, is_researcher }: { key: string; provider: ByProvider; is_researcher: boolean },
): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.verification;
  return layout({
    ...tongue,
    subject: t.subject,
    heading: t.heading,
    footer: texts.footer,
    blocks: [
      {
        kind: 'text',
        text:
          provider !== null ? t.byProvider(names[provider]) : is_researcher ? t.researcher : t.body,
      },
      { kind: 'button', label: t.button, url: `${web}/verify?key=${key}` },
      { kind: 'note', text: t.note },
    ],
  });
}
