import { randomUUID } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { paymentInitiationXml, type Debtor } from './payment-initiation';
import type { BankTransfer } from './transfers-csv.rule';

const debtor: Debtor = { name: 'Universität Köln', iban: 'DE89370400440532013000', bic: null };
const now = new Date('2026-11-29T23:15:30.123Z');
const reference = randomUUID().replaceAll('-', '');

const transfer = (more: Partial<BankTransfer> = {}): BankTransfer => ({
  reference: randomUUID().replaceAll('-', ''),
  holder: 'Ada Lovelace',
  iban: 'AT611904300234573201',
  amount: 450,
  currency: 'EUR',
  ...more,
});
const parsed = (transfers: readonly BankTransfer[], of = debtor) =>
  new DOMParser().parseFromString(paymentInitiationXml(reference, transfers, of, now))
    .documentElement;
const elements = (parent: Element): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);
/**
 * Describes the structure of an element without its texts: its name, and those of its children in
 * brackets, such as `InitgPty(Nm)`.
 */
const outline = (element: Element): string => {
  const inner = elements(element).map(outline).join(' ');
  return inner === '' ? element.tagName : `${element.tagName}(${inner})`;
};
const textsOf = (root: Element, name: string): string[] =>
  Array.from(root.getElementsByTagName(name)).map(({ textContent }) => textContent ?? '');

describe('a payment initiation', () => {
  it('has the elements of pain.001.001.09 in the order of the standard', () => {
    const root = parsed([transfer(), transfer()]);
    const line = 'CdtTrfTxInf(PmtId(EndToEndId) Amt(InstdAmt) Cdtr(Nm) CdtrAcct(Id(IBAN)))';
    expect(root.namespaceURI).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
    expect(outline(root)).toBe(
      'Document(CstmrCdtTrfInitn(GrpHdr(MsgId CreDtTm NbOfTxs CtrlSum InitgPty(Nm)) ' +
        'PmtInf(PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf(SvcLvl(Cd)) ReqdExctnDt(Dt) Dbtr(Nm) DbtrAcct(Id(IBAN)) ' +
        `DbtrAgt(FinInstnId(Othr(Id))) ChrgBr ${line} ${line})))`,
    );
    expect(textsOf(root, 'CreDtTm')).toEqual(['2026-11-29T23:15:30Z']);
    expect(textsOf(root, 'Dt')).toEqual(['2026-11-29']);
    expect(textsOf(root, 'MsgId')).toEqual([reference]);
    expect(textsOf(root, 'Cd')).toEqual(['SEPA']);
  });

  it('names the paying bank by its BIC if the server knows it', () => {
    const root = parsed([transfer()], { ...debtor, bic: 'COBADEFFXXX' });
    expect(textsOf(root, 'BICFI')).toEqual(['COBADEFFXXX']);
    expect(root.getElementsByTagName('Othr')).toHaveLength(0);
  });

  it('counts and sums its transfers exactly, and names each once', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 40 }),
        (amounts) => {
          const transfers = amounts.map((amount) => transfer({ amount }));
          const root = parsed(transfers);
          const sum = String(amounts.reduce((all, one) => all + BigInt(one), 0n)).padStart(3, '0');
          const written = `${sum.slice(0, -2)}.${sum.slice(-2)}`;
          expect(textsOf(root, 'CtrlSum')).toEqual([written, written]);
          const count = String(amounts.length);
          expect(textsOf(root, 'NbOfTxs')).toEqual([count, count]);
          expect(textsOf(root, 'InstdAmt').map((one) => BigInt(one.replace('.', '')))).toEqual(
            amounts.map(BigInt),
          );
          expect(textsOf(root, 'EndToEndId')).toEqual(transfers.map((one) => one.reference));
        },
      ),
      { numRuns: 30 },
    ));

  it('has only characters that every SEPA bank accepts, in texts of the allowed length', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }).filter((s) => s.trim() !== ''),
        (holder) => {
          const [, name = ''] = textsOf(parsed([transfer({ holder })]), 'Nm').slice(1);
          expect(name).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/);
          expect(name).toBe(name.trim());
        },
      ),
    ));

  it('escapes a name that looks like an element', () => {
    const root = parsed([transfer({ holder: '</Nm><Nm>Eve & "Co"' })]);
    expect(textsOf(root, 'Nm')).toHaveLength(3);
    expect(textsOf(root, 'Nm')[2]).toBe('/Nm Nm Eve + Co');
  });
});
