import type { EventName } from '../../contracts/base/events';
import type { MailReaction, MailSource } from '../platform/messaging/mail-source';

export interface MailOfEvent {
  template: string;
  requestsOf: MailReaction<EventName>;
}

/**
 * The mails of all contexts by the event that they react to.
 * @throws Error at boot when two mails have the same template, or a mail reacts to no event or to
 * one that does not exist: its mails would be lost without an error.
 */
export function mailsByEvent(
  sources: readonly MailSource[],
  events: ReadonlyMap<EventName, unknown>,
): Map<EventName, MailOfEvent[]> {
  const isEvent = (name: string): name is EventName => events.has(name as EventName);
  const owners = new Map<string, string>();
  const byEvent = new Map<EventName, MailOfEvent[]>();
  for (const { context, mails } of sources)
    for (const { template, on } of mails) {
      const other = owners.get(template);
      if (other !== undefined)
        throw new Error(`the mail ${template} is declared twice: by ${other} and by ${context}`);
      owners.set(template, context);
      if (Object.keys(on).length === 0)
        throw new Error(`the mail ${template} of ${context} reacts to no event`);
      for (const name of Object.keys(on)) {
        if (!isEvent(name))
          throw new Error(
            `the mail ${template} of ${context} reacts to ${name}, which no context declares`,
          );
        const requestsOf = on[name] as MailReaction<EventName>;
        byEvent.set(name, [...(byEvent.get(name) ?? []), { template, requestsOf }]);
      }
    }
  return byEvent;
}
