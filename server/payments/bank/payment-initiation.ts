import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { utcDay } from '../../platform/concurrency/clock';
import { sepaText } from './sepa-text';
import { decimalAmount, type BankTransfer } from './transfers-csv.rule';

/** The account that pays. */
export interface Debtor {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** An XML element: its name, and its text or its child elements in the order of the schema. */
type Node = readonly [name: string, content: string | readonly Node[]];

const name = (text: string): Node => ['Nm', sepaText(text, paymentsLimits.holder)];
const account = (iban: string): Node => ['Id', [['IBAN', iban]]];

/**
 * Makes a message that orders SEPA credit transfers from the bank (ISO 20022, pain.001.001.09, in
 * the form of the European Payments Council's rulebook).
 * @param reference identifies the message: the bank refuses a second message with the same
 * reference
 * @param transfers in euros
 */
export function paymentInitiationXml(
  reference: string,
  transfers: readonly BankTransfer[],
  debtor: Debtor,
  now: Date,
): string {
  const sums: Node[] = [
    ['NbOfTxs', String(transfers.length)],
    [
      'CtrlSum',
      decimalAmount(
        transfers.reduce((sum, { amount }) => sum + amount, 0),
        'EUR',
      ),
    ],
  ];
  const message: Node = [
    'CstmrCdtTrfInitn',
    [
      [
        'GrpHdr',
        [
          ['MsgId', reference],
          ['CreDtTm', `${now.toISOString().slice(0, 19)}Z`],
          ...sums,
          ['InitgPty', [name(debtor.name)]],
        ],
      ],
      [
        'PmtInf',
        [
          ['PmtInfId', reference],
          ['PmtMtd', 'TRF'],
          ...sums,
          ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]],
          ['ReqdExctnDt', [['Dt', utcDay(now)]]],
          ['Dbtr', [name(debtor.name)]],
          ['DbtrAcct', [account(debtor.iban)]],
          ['DbtrAgt', [['FinInstnId', [bankOf(debtor)]]]],
          ['ChrgBr', 'SLEV'],
          ...transfers.map((one): Node => [
            'CdtTrfTxInf',
            [
              ['PmtId', [['EndToEndId', one.reference]]],
              ['Amt', [['InstdAmt', decimalAmount(one.amount, 'EUR')]]],
              ['Cdtr', [name(one.holder)]],
              ['CdtrAcct', [account(one.iban)]],
            ],
          ]),
        ],
      ],
    ],
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serialized(message)}\n`;
}

const bankOf = ({ bic }: Debtor): Node =>
  bic === null ? ['Othr', [['Id', 'NOTPROVIDED']]] : ['BICFI', bic];

function serialized(message: Node): string {
  const document = new DOMImplementation().createDocument(namespace, 'Document', null);
  const add = (parent: Element, [tag, content]: Node): void => {
    const element = document.createElementNS(namespace, tag);
    if (tag === 'InstdAmt') element.setAttribute('Ccy', 'EUR');
    if (typeof content === 'string') element.appendChild(document.createTextNode(content));
    else for (const child of content) add(element, child);
    parent.appendChild(element);
  };
  add(document.documentElement, message);
  return new XMLSerializer().serializeToString(document);
}
