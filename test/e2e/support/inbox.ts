import { eventually } from '../../support/chance/wait';
import { runningProduct } from './product';

export interface Mail {
  at: string;
  subject: string;
  text: string;
  to: string[];
  headers: Record<string, string>;
}

/** Waits for the newest mail to that address with a matching subject. */
export async function waitForMail(address: string, subject: RegExp): Promise<Mail> {
  const look = async () => {
    const answer = await fetch(
      `${runningProduct().inboxUrl}/api/mails?to=${encodeURIComponent(address)}`,
    );
    return ((await answer.json()) as { items: Mail[] }).items.find((mail) =>
      subject.test(mail.subject),
    );
  };
  return (await eventually(look, (mail) => mail !== undefined)) as Mail;
}

/** Returns the link in a mail that leads to this path. @throws Error if there is none */
export function linkInMail({ text }: Mail, path: string): string {
  const link = text
    .split(/\s+/)
    .find((word) => /^https?:/.test(word) && new URL(word).pathname === path);
  if (!link) throw new Error(`no link to ${path} in: ${text}`);
  return link;
}
