import { layout } from '../layout';
import { textsIn } from '../mail-texts';
import type { Mail } from '../page';
import type { Reader } from '../reader';

/**
 * Without a name: nobody has shown yet that the address is theirs, and whoever typed it chose the name as well.
 * @param key base64url; it comes first in the link (API.md).
 */
export function verification({ language, web }: Reader, { key }: { key: string }): Mail {
  const { texts, ...tongue } = textsIn(language);
  const t = texts.verification;
  return layout({
    ...tongue, subject: t.subject, heading: t.heading, footer: texts.footer,
    blocks: [
      { kind: 'text', text: t.body },
      { kind: 'button', label: t.button, url: `${web}/verify?key=${key}` },
      { kind: 'note', text: t.note },
    ],
  });
}
