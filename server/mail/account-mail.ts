import type { NoticeKind } from '../../contracts/notices/notices';
import type { DomainEvent, EventData, EventName } from '../../contracts/base/events';
import type {
  AddressedMail,
  MailDefinition,
  MailRequest,
  MailDependencies,
} from '../platform/messaging/mail-source';
import type { MailRenderer } from './mail-renderer';
import {
  mailLocaleOf,
  addressWithName,
  type RecipientAddressFormat,
  type Recipient,
} from './recipient';

type AccountEvent = {
  [N in EventName]: EventData<N> extends { account_id: string } ? N : never;
}[EventName];

interface AccountMail<N extends AccountEvent, Data> {
  template: string;
  /**
   * The kind of notification with which the person can switch this mail off; absent if the mail is
   * always sent (see MailDefinition).
   */
  notice?: NoticeKind;
  event: N;
  /**
   * Reads the recipient and the data of the mail.
   * @returns undefined if the mail must no longer be sent
   */
  read: (
    event: DomainEvent<N>,
    services: MailDependencies,
  ) => Promise<(Recipient & Data) | undefined>;
  render: MailRenderer<Data>;
  addressOf?: RecipientAddressFormat;
}

/**
 * Renders a mail in the recipient's language.
 * @returns null, so that no mail is sent, if `row` is undefined
 */
export const renderMail = <Data>(
  row: (Recipient & { account_id?: string } & Data) | undefined,
  render: MailRenderer<Data>,
  web: string,
  addressOf: RecipientAddressFormat = addressWithName,
): AddressedMail | null =>
  row === undefined
    ? null
    : {
        to: addressOf(row),
        content: render(mailLocaleOf(row, web), row),
        ...(row.account_id !== undefined && { accountId: row.account_id }),
      };

/** Defines a mail that goes to the account which an event names. */
export const accountMail = <N extends AccountEvent, Data>({
  template,
  notice,
  event: name,
  read,
  render,
  addressOf,
}: AccountMail<N, Data>): MailDefinition => ({
  template,
  ...(notice && { notice }),
  on: {
    [name]: (event: DomainEvent<N>, services: MailDependencies): MailRequest[] => [
      {
        accountId: event.data.account_id,
        write: async () => renderMail(await read(event, services), render, services.web, addressOf),
      },
    ],
  },
});
